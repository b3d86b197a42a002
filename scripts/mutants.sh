#!/usr/bin/env bash
# Changes the code in one place at a time and counts the changes that no test notices.
# Usage: scripts/mutants.sh [name]   (packages whose path contains the name; all without one)
#
# The list below has packages and how many changes may live in each; a change that lives is
# printed with its line. The database's policies have mutants of their own, which `make test`
# tries: TestABrokenPolicyIsNoticed.
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
kernel/seal 1
institution/taxid 5
market/transition 2
market/people/party 0
wire/token 12
edge/ratelimit 11
EOT
exit $failed
