#!/usr/bin/env bash
# Keeps what `make test` prints last: how long each step took, and the tests that passed only the
# second time. Usage: test-report.sh start | step NAME | print
set -euo pipefail
cd "$(dirname "$0")/.."
folder=bin/test

# second_tries: prints one line for each test that passed only the second time. gotestsum names
# only tests that it ran again; vitest keeps the failure of a test that passed later.
second_tries() {
  cat "$folder"/go-*.txt 2>/dev/null | sed -E 's/: [0-9]+ runs, [0-9]+ failures$//' || true
  [ ! -f "$folder/vitest.json" ] || jq -r --arg root "$PWD/" '
    .testResults[] | (.name | ltrimstr($root)) as $file | .assertionResults[]
    | select(.status == "passed" and (.failureMessages | length > 0)) | "\($file): \(.fullName)"' "$folder/vitest.json"
  [ ! -f "$folder/playwright.json" ] || jq -r '
    .suites[] | recurse(.suites[]?) | .specs[]? | select(any(.tests[]; .status == "flaky"))
    | "verify/e2e/tests/\(.file): \(.title)"' "$folder/playwright.json"
}

case "$1" in
start)
  rm -rf "$folder"
  mkdir -p "$folder"
  date +%s >"$folder/clock"
  ;;
step)
  now=$(date +%s)
  printf '%6d s  %s\n' $((now - $(<"$folder/clock"))) "$2" >>"$folder/steps"
  echo "$now" >"$folder/clock"
  ;;
print)
  cat "$folder/steps"
  awk '{ sum += $1 } END { printf "%6d s  in all\n", sum }' "$folder/steps"
  names=$(second_tries)
  if [ -z "$names" ]; then echo 'No test needed a second try.'; else printf 'Passed only the second time:\n%s\n' "$names"; fi
  ;;
*)
  echo "test-report.sh: unknown verb $1" >&2
  exit 2
  ;;
esac
