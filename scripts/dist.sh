#!/usr/bin/env bash
# Builds the files of a release into dist/ and checks them: an archive for each platform, a Debian
# package for each Linux, a bill of materials and checksums. The same commit gives the same
# archives. Publishes nothing. PLATFORMS restricts the platforms.
set -euo pipefail
cd "$(dirname "$0")/.."
umask 022
version=$(./scripts/version.sh)
commit=$(git rev-parse HEAD)
date=$(git log -1 --format=%cI)
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH CGO_ENABLED=0
platforms=${PLATFORMS:-linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64 windows/arm64}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
rm -rf dist && mkdir dist

# build OS/ARCH FILE
build() {
  GOOS=${1%/*} GOARCH=${1#*/} go build -trimpath \
    -ldflags "-s -w -X main.version=$version -X main.commit=$commit -X main.date=$date" -o "$2" ./cmd/automacao
}

# package ARCH FOLDER: builds the Debian package of the program in the folder
package() {
  local root=$work/deb-$1 doc=usr/share/doc/automacao
  mkdir -p "$root"/{DEBIAN,usr/bin,usr/share/man/man1,usr/share/bash-completion/completions,usr/share/zsh/vendor-completions} \
    "$root"/{usr/share/fish/vendor_completions.d,lib/systemd/system,$doc}
  install -m 755 "$2/automacao" "$root/usr/bin/"
  install -m 644 deploy/automacao.service "$root/lib/systemd/system/"
  install -D -m 640 deploy/automacao.env "$root/etc/automacao/automacao.env"
  install -m 644 "$2"/man/*.1 "$root/usr/share/man/man1/"
  gzip -9n "$root"/usr/share/man/man1/*.1
  install -m 644 "$2/completion/automacao.bash" "$root/usr/share/bash-completion/completions/automacao"
  install -m 644 "$2/completion/automacao.zsh" "$root/usr/share/zsh/vendor-completions/_automacao"
  install -m 644 "$2/completion/automacao.fish" "$root/usr/share/fish/vendor_completions.d/"
  install -m 644 LICENSE "$root/$doc/copyright"
  install -m 644 "$2/THIRD-PARTY-NOTICES.txt" "$root/$doc/"
  install -m 755 deploy/debian/* "$root/DEBIAN/"
  echo /etc/automacao/automacao.env >"$root/DEBIAN/conffiles"
  cat >"$root/DEBIAN/control" <<CONTROL
Package: automacao
Version: ${version/-/\~}
Architecture: $1
Maintainer: Automação - Indústria <contato@automacao-industria.com.br>
Installed-Size: $(du -sk --exclude DEBIAN "$root" | cut -f1)
Depends: adduser
Recommends: postgresql (>= 15)
Section: web
Priority: optional
Description: marketplace of industrial automation
 One program with the web application inside. It needs PostgreSQL 15 or newer,
 which it starts for itself, or that of DATABASE_URL.
CONTROL
  dpkg-deb --root-owner-group --build "$root" "dist/automacao_${version}_$1.deb" >/dev/null
}

go run ./verify/supply sbom --out "dist/automacao_${version}.cdx.json"
go run ./verify/supply licences
build "$(go env GOHOSTOS)/$(go env GOHOSTARCH)" "$work/host"
common=$work/common
mkdir -p "$common/completion"
"$work/host" man --to "$common/man"
for shell in bash zsh fish; do "$work/host" completion "$shell" >"$common/completion/automacao.$shell"; done
cp LICENSE CHANGELOG.md bin/THIRD-PARTY-NOTICES.txt "$common/"
cp "dist/automacao_${version}.cdx.json" "$common/sbom.cdx.json"

for platform in $platforms; do
  folder=$work/${platform/\//-} program=automacao
  [ "${platform%/*}" != windows ] || program=automacao.exe
  cp -r "$common" "$folder"
  build "$platform" "$folder/$program"
  tar --create --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX --directory "$folder" . |
    gzip -9n >"dist/automacao_${version}_${platform/\//_}.tar.gz"
  if [ "${platform%/*}" = linux ] && command -v dpkg-deb >/dev/null; then package "${platform#*/}" "$folder"; fi
done
(cd dist && sha256sum -- * >SHA256SUMS)
./scripts/check-dist.sh
