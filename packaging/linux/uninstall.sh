#!/bin/sh
# Removes Sightline; asks about the history and the settings.   uninstall.sh [--keep | --delete] [PREFIX]
set -eu
here=$(cd "$(dirname "$0")" && pwd)
answer=
case ${1:-} in
    --keep) answer=keep; shift;;
    --delete) answer=delete; shift;;
    -*) echo "usage: uninstall.sh [--keep | --delete] [PREFIX]" >&2; exit 2;;
esac
prefix=${1:-$(dirname "$(dirname "$here")")}
if [ ! -e "$prefix/lib/sightline/sightline" ]; then
    echo "uninstall.sh: no Sightline is installed below $prefix." >&2
    exit 2
fi

config=${XDG_CONFIG_HOME:-$HOME/.config}
data=${XDG_DATA_HOME:-$HOME/.local/share}/sightline
cache=${XDG_CACHE_HOME:-$HOME/.cache}/sightline
state=${XDG_STATE_HOME:-$HOME/.local/state}/sightline

if [ -z "$answer" ]; then
    if [ -t 0 ]; then
        echo "The history of captions, settings and speech models of this account:"
        echo "    $data"
        echo "    $config/sightline"
        printf 'Delete them for good? [y/N] '
        read -r reply || reply=
        case $reply in y|Y|yes|Yes) answer=delete;; *) answer=keep;; esac
    else
        # Nobody is there to be asked: nothing is lost.
        answer=keep
    fi
fi

rm -f "$prefix/bin/sightline" "$prefix/share/applications/sightline.desktop" \
    "$prefix/share/metainfo/io.github.sightline.Sightline.metainfo.xml" "$config/autostart/sightline.desktop"
for icon in "$prefix"/share/icons/hicolor/*/apps/sightline.png "$prefix/share/icons/hicolor/scalable/apps/sightline.svg"; do
    rm -f "$icon"
done
# Made anew from the models at any time.
rm -rf "$cache" "$state"
if [ "$answer" = delete ]; then
    rm -rf "$data" "$config/sightline"
    echo "Sightline, its history, settings and models are gone."
else
    echo "Sightline is gone. Kept: $data and $config/sightline"
fi
rm -rf "$prefix/lib/sightline"
