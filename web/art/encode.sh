#!/bin/sh
# Makes the web files from the rendered PNGs: AVIF and WebP, 1280 and 640 px wide, at most 120 KB each.
# Usage: web/art/encode.sh [key ...]   (every rendered picture when no key is given)
# Needs Debian's libavif-bin, webp and imagemagick.
set -eu
cd "$(dirname "$0")"
renders=.cache/renders
target=../public/imagens
bytes_max=122880
mkdir -p "$target"
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT

# Lowers the quality from 82 in steps of 6 until the file fits.
fit() { # fit FILE ENCODER SOURCE
  quality=82
  while :; do
    "$2" "$quality" "$3" "$1"
    [ "$(stat -c %s "$1")" -le "$bytes_max" ] && return
    quality=$((quality - 6))
    [ "$quality" -ge 30 ] || { echo "$1 does not fit in $bytes_max bytes" >&2; exit 1; }
  done
}

# avifenc 0.11 counts quantizers (0 best, 63 worst) instead of quality.
avif() {
  quantizer=$(((100 - $1) * 63 / 100))
  avifenc --min $((quantizer - 4)) --max $((quantizer + 4)) --minalpha 0 --maxalpha 14 --speed 3 --jobs 1 --yuv 444 "$2" "$3" >/dev/null
}
webp() { cwebp -quiet -q "$1" -alpha_q 90 -m 6 -sharp_yuv "$2" -o "$3"; }

[ $# -gt 0 ] || set -- $(cd "$renders" && ls | sed 's/\.png$//')
for key in "$@"; do
  for width in 1280 640; do
    convert "$renders/$key.png" -filter Lanczos -resize "${width}x" -strip "PNG32:$work/$key.png"
    fit "$target/$key-$width.avif" avif "$work/$key.png"
    fit "$target/$key-$width.webp" webp "$work/$key.png"
  done
  ls -l "$target/$key"-*.* | awk '{print $5, $9}'
done
