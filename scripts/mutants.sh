#!/usr/bin/env bash
# Makes one change to the code at a time and counts the changes that no test detects.
# Usage: scripts/mutants.sh [name]   (packages whose path contains the name; all without one)
#
# The listed packages decide about money, access, state and visibility. The number is how many
# mutants may survive; surviving mutants are listed with their line. The database's policies have
# their own mutants, which `make test` runs: TestABrokenPolicyIsNoticed.
set -euo pipefail
cd "$(dirname "$0")/.."
gremlins=github.com/go-gremlins/gremlins/cmd/gremlins@v0.6.0
only=${1:-}
failed=0
while read -r package most; do
  [[ $package == *"$only"* ]] || continue
  report=$(mktemp)
  nice go run "$gremlins" unleash "./internal/$package" --workers 1 --timeout-coefficient 20 | tee "$report" | grep -E 'LIVED|^Killed' || true
  lived=$(sed -nE 's/^Killed: .*Lived: ([0-9]+),.*/\1/p' "$report")
  if [ -z "$lived" ]; then
    echo "$package: the mutants did not run to their end" >&2
    failed=1
  elif [ "$lived" -gt "$most" ]; then
    echo "$package: $lived changes lived, at most $most may" >&2
    failed=1
  fi
  rm -f "$report"
done <<'EOT'
kernel/money 1
institution/taxid 9
market/transition 9
market/people/party 9

EOT
exit $failed
