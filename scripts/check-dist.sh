#!/usr/bin/env bash
# Checks what scripts/dist.sh has built: the checksums and the content of each archive. It also
# unpacks this machine's program and package, asks them for their version and starts them on a
# fresh data directory.
set -euo pipefail
cd "$(dirname "$0")/../dist"
version=$(../scripts/version.sh)
fail() { echo "check-dist: $1" >&2; exit 1; }
work=$(mktemp -d)
chmod 755 "$work"
server=''
trap '[ -z "$server" ] || kill "$server" 2>/dev/null; rm -rf "$work"' EXIT

# start PROGRAM DATA WHAT: serves until ready, prints how long that took, and stops the program
start() {
  local addr=127.0.0.1:${PORT:-18098} began=$EPOCHREALTIME
  DATABASE_URL='' AUTOMACAO_CONFIG='' "$1" serve --data "$2" --addr "$addr" 2>"$work/log" &
  server=$!
  until "$1" ready --addr "$addr" >/dev/null 2>&1; do
    kill -0 "$server" 2>/dev/null || fail "$1 ends instead of serving: $(cat "$work/log")"
    sleep 0.02
  done
  printf '%6.2f s   from the start to ready: %s\n' "$(awk "BEGIN { print $EPOCHREALTIME - $began }")" "$3"
  kill "$server" && wait "$server" || fail "$1 ends with an error: $(cat "$work/log")"
  server=''
}

sha256sum --check --quiet SHA256SUMS
for archive in *.tar.gz; do
  list=$(tar tzf "$archive")
  case $archive in *_windows_*) program=automacao.exe ;; *) program=automacao ;; esac
  for file in $program LICENSE CHANGELOG.md THIRD-PARTY-NOTICES.txt sbom.cdx.json man/automacao-serve.1 completion/automacao.zsh; do
    grep -qx "./$file" <<<"$list" || fail "$archive lacks $file"
  done
done
own=$(go env GOHOSTOS)_$(go env GOHOSTARCH)
if [ -f "automacao_${version}_$own.tar.gz" ]; then
  tar xzf "automacao_${version}_$own.tar.gz" -C "$work" ./automacao
  "$work/automacao" version | grep -qx "automacao $version" || fail "the program does not say that it is $version"
  start "$work/automacao" "$work/data" 'the archive, a new market'
  start "$work/automacao" "$work/data" 'the archive, a market that is there'
fi

package=automacao_${version}_$(go env GOHOSTARCH).deb
if [ -f "$package" ]; then
  dpkg-deb --extract "$package" "$work/root"
  dpkg-deb --control "$package" "$work/control"
  for script in postinst prerm postrm; do sh -n "$work/control/$script" || fail "$script of $package is no shell"; done
  [ "$(stat -c %a "$work/root/etc/automacao/automacao.env")" = 640 ] || fail "others may read the settings"
  "$work/root/usr/bin/automacao" version | grep -qx "automacao $version" || fail "the package has another program"
  start "$work/root/usr/bin/automacao" "$work/data-of-package" 'the package, a new market'
  start "$work/root/usr/bin/automacao" "$work/data-of-package" 'the package, a market that is there'
  if command -v lintian >/dev/null; then lintian --allow-root --fail-on error --suppress-tags statically-linked-binary,no-changelog,dir-or-file-in-etc-opt "$package" || fail "lintian finds errors in $package"; fi
fi
ls -l | awk 'NR > 1 { printf "%6.1f MB  %s\n", $5 / 1e6, $9 }'
