#!/usr/bin/env bash
# Runs every fuzz test of the packages for a while, one after the other, and
# says of each what it ran. What fails stays in the package's testdata/fuzz,
# where it is a seed from then on. Usage: fuzz.sh [time] [name pattern]
set -uo pipefail

time="${1:-10m}"
pattern="${2:-.}"
failed=0

# Whether all that went wrong is that a test was under way when the time was over, which
# Go takes for a failure: one that it found it writes down.
ended_late() { grep -q 'context deadline exceeded' "$1" && ! grep -q 'Failing input written' "$1"; }

while read -r package; do
  folder=$(go list -f '{{.Dir}}' "$package")
  for name in $(grep -hoE '^func Fuzz[A-Za-z0-9_]+' "$folder"/*_test.go | sed 's/func //' | grep -E "$pattern"); do
    log=$(mktemp)
    if go test "$package" -run '^$' -fuzz "^$name\$" -fuzztime "$time" -parallel "${FUZZ_PARALLEL:-$(nproc)}" >"$log" 2>&1 || ended_late "$log"; then
      echo "ok    $package $name: $(grep -oE 'execs: [0-9]+' "$log" | tail -1), $(grep -oE 'new interesting: [0-9]+ \(total: [0-9]+\)' "$log" | tail -1), for $time"
    else
      echo "FAIL  $package $name"
      tail -40 "$log"
      failed=1
    fi
    rm -f "$log"
  done
done < <(grep -rlE '^func Fuzz' --include='*_test.go' internal | xargs -n1 dirname | sort -u | sed 's|^|./|')
exit $failed
