#!/bin/sh
# Installs Sightline for this account, or with PREFIX for all: ./install.sh [PREFIX]   (PREFIX is ~/.local)
set -eu
here=$(cd "$(dirname "$0")" && pwd)
prefix=${1:-$HOME/.local}
case $prefix in /*) ;; *) echo "install.sh: $prefix is no absolute path." >&2; exit 2;; esac

mkdir -p "$prefix/lib" "$prefix/bin" "$prefix/share"
# A new version is put beside the old one first: what is running goes on with its own files.
rm -rf "$prefix/lib/sightline.new" "$prefix/lib/sightline.old"
cp -R "$here/sightline" "$prefix/lib/sightline.new"
cp "$here/uninstall.sh" "$prefix/lib/sightline.new/uninstall.sh"
if [ -d "$prefix/lib/sightline" ]; then mv "$prefix/lib/sightline" "$prefix/lib/sightline.old"; fi
mv "$prefix/lib/sightline.new" "$prefix/lib/sightline"
rm -rf "$prefix/lib/sightline.old"
ln -sf ../lib/sightline/sightline "$prefix/bin/sightline"
cp -R "$here/share/." "$prefix/share/"
# The menu may not know this bin folder.
sed "s|^Exec=sightline|Exec=\"$prefix/bin/sightline\"|" "$here/share/applications/sightline.desktop" \
    > "$prefix/share/applications/sightline.desktop"
if command -v update-desktop-database > /dev/null; then
    update-desktop-database -q "$prefix/share/applications" || true
fi
if command -v gtk-update-icon-cache > /dev/null; then
    gtk-update-icon-cache -q -t "$prefix/share/icons/hicolor" || true
fi
echo "Sightline is in your menu. In a terminal: $prefix/bin/sightline"
echo "To remove it: $prefix/lib/sightline/uninstall.sh"
