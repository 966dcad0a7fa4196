#!/usr/bin/env bash
# Makes sample.flac, the clip of `sightline demo`, from sample.txt. Needs Debian's flite and ffmpeg.
# The words are the project's own; the voice is flite's slt (BSD-like licence). Run it again after changing the text.
set -euo pipefail
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

n=0
list=()
# One line of sample.txt is one utterance; between two of them there is a pause long enough to end a caption.
while IFS= read -r line; do
    n=$((n + 1))
    flite -voice slt -t "$line" -o "$work/$n.wav"
    ffmpeg -nostdin -v error -i "$work/$n.wav" -af "adelay=300,apad=pad_dur=0.9" -ar 16000 -ac 1 "$work/padded$n.wav"
    list+=("file '$work/padded$n.wav'")
done <sample.txt
printf '%s\n' "${list[@]}" >"$work/list.txt"
ffmpeg -nostdin -v error -y -f concat -safe 0 -i "$work/list.txt" -ar 16000 -ac 1 -sample_fmt s16 \
    -map_metadata -1 -fflags +bitexact -flags:a +bitexact -compression_level 12 sample.flac
