#!/usr/bin/env bash
# Keeps a version for the upgrade tests: the digests of its migrations, a demonstration market as
# its program leaves it at shutdown, and the commit that it is built from. Run it at the commit to
# be tagged, with nothing uncommitted. Usage: keep-version.sh 0.2.0
set -euo pipefail
cd "$(dirname "$0")/.."
version=${1:?which version?}
[ -z "$(git status --porcelain)" ] || { echo 'commit first: the version is what git has' >&2; exit 1; }
kept=cmd/automacao/testdata/versions
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
chmod 755 "$folder"

go test ./internal/postgres -run TestReleasedMigrations -keep "$version"
make build
addr=127.0.0.1:${PORT:-18099}
AUTOMACAO_DEMO=1 DATABASE_URL='' bin/automacao serve --data "$folder/data" --addr "$addr" &
server=$!
trap 'kill "$server" 2>/dev/null || true; wait "$server" || true; rm -rf "$folder"' EXIT
until bin/automacao ready --addr "$addr" 2>/dev/null; do
  kill -0 "$server" || { echo 'the program ended before it was ready' >&2; exit 1; }
  sleep 1
done
kill "$server"
wait "$server"

mkdir -p "$kept"
tar c -C "$folder/data" --exclude=./postgres.lock --owner=0 --group=0 --sort=name . | zstd -q -19 --long=27 -f -o "$kept/$version.tar.zst"
git rev-parse HEAD >"$kept/$version.commit"
ls -l "$kept/$version".*
