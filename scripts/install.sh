#!/usr/bin/env bash
# Installs Debian packages for the tests. One call waits for another, because make runs several at
# once and apt does not wait. Usage: install.sh PACKAGE…
set -euo pipefail
export DEBIAN_FRONTEND=noninteractive
[ "$(id -u)" = 0 ] || exec sudo --preserve-env=DEBIAN_FRONTEND "$0" "$@"
exec 9>/run/lock/automacao-install
flock 9
apt-get update -qq
apt-get install -y -qq "$@"
