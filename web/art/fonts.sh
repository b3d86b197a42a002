#!/bin/sh
# Fetches IBM Plex (the site's typeface) into .cache/fonts for the labels in the pictures.
set -eu
cd "$(dirname "$0")"
mkdir -p .cache/fonts
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
for package in @fontsource/ibm-plex-mono @fontsource/ibm-plex-sans; do
  archive=$(cd "$work" && npm pack --silent "$package")
  tar -xzf "$work/$archive" -C "$work"
  cp "$work"/package/files/*-latin-500-normal.woff "$work"/package/files/*-latin-600-normal.woff .cache/fonts/
  cp "$work/package/LICENSE" ".cache/fonts/LICENSE.$(basename "$package")"
done
