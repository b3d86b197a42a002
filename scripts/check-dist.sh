#!/usr/bin/env bash
# Looks at what scripts/dist.sh has built: checksums, what each archive holds, and
# this machine's program and package, which are unpacked and asked for their version.
set -euo pipefail
cd "$(dirname "$0")/../dist"
version=$(../scripts/version.sh)
fail() { echo "check-dist: $1" >&2; exit 1; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

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
fi

package=automacao_${version}_$(go env GOHOSTARCH).deb
if [ -f "$package" ]; then
  dpkg-deb --extract "$package" "$work/root"
  dpkg-deb --control "$package" "$work/control"
  for script in postinst prerm postrm; do sh -n "$work/control/$script" || fail "$script of $package is no shell"; done
  [ "$(stat -c %a "$work/root/etc/automacao/automacao.env")" = 640 ] || fail "others may read the settings"
  "$work/root/usr/bin/automacao" version | grep -qx "automacao $version" || fail "the package has another program"
  if command -v lintian >/dev/null; then lintian --allow-root --fail-on error --suppress-tags statically-linked-binary,no-changelog,dir-or-file-in-etc-opt "$package" || fail "lintian finds errors in $package"; fi
fi
ls -l | awk 'NR > 1 { printf "%6.1f MB  %s\n", $5 / 1e6, $9 }'
