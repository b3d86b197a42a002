#!/usr/bin/env bash
# Prints the semantic version: that of the tag, v0.3.1; after it that of the next patch with the
# number of commits since, 0.3.2-dev.4+gc0ffee1; before any tag 0.0.0-dev+gc0ffee1; without git
# 0.0.0-dev. Uncommitted changes add .dirty.
set -euo pipefail
commit=$(git rev-parse --short HEAD 2>/dev/null) || { echo 0.0.0-dev; exit; }
dirty=''
[ -z "$(git status --porcelain --untracked-files=no 2>/dev/null)" ] || dirty=.dirty
if said=$(git describe --tags --long --match 'v[0-9]*.[0-9]*.[0-9]*' 2>/dev/null); then
  tag=${said%-*-g*} since=${said#"$tag"-}
  since=${since%-g*} version=${tag#v}
  if [ "$since" = 0 ] && [ -z "$dirty" ]; then
    echo "$version"
  else
    stable=${version%%-*}
    echo "${stable%.*}.$((${stable##*.} + 1))-dev.$since+g$commit$dirty"
  fi
else
  echo "0.0.0-dev+g$commit$dirty"
fi
