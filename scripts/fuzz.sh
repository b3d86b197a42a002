#!/usr/bin/env bash
# Runs every fuzz test of the packages for a while, one after the other, and prints the result of
# each. Go writes a failing input to the package's testdata/fuzz; once it is mended, the input moves
# to the seeds of its test. Usage: fuzz.sh [time] [name pattern]
set -uo pipefail

time="${1:-10m}"
pattern="${2:-.}"
failed=0

# ended_late: succeeds if the only error is that the time ended during a test, which Go reports as
# a failure. For a real failure Go writes down the input.
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
