#!/bin/sh
# Makes web/public/imagens/og.jpg (1200 x 630), the picture shown when the site is shared.
# Needs chromium and imagemagick, web/art/.cache/renders/landingHero.png and web/art/fonts.sh's fonts.
set -eu
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
chromium --headless --no-sandbox --disable-gpu --hide-scrollbars --allow-file-access-from-files --user-data-dir="$work/profile" \
  --window-size=1200,630 --screenshot="$work/og.png" "file://$PWD/og.html" >/dev/null 2>&1
convert "$work/og.png" -crop 1200x630+0+0 +repage -strip -interlace Plane -sampling-factor 4:2:0 \
  -define jpeg:extent=115kb ../public/imagens/og.jpg
ls -l ../public/imagens/og.jpg
