#!/bin/sh
# Installs what tests compare with and is no package of every distribution: into build/judges, from npm, Microsoft's
# validator of SARIF, that of GitHub's actions, the driver of a browser, and mermaid; etcd, unpacked from its package, which would start a server; and
# chromium, where it is a real package. Where there is no npm or no network the tests that want them are skipped, and say
# so.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
mkdir -p "$root/build/judges"
cd "$root/build/judges"

# from_npm FILE PACKAGE WHAT: FILE is there when PACKAGE is; without it WHAT is not looked at.
from_npm() {
  [ ! -e "node_modules/$1" ] || return 0
  command -v npm > /dev/null || { echo "note: there is no npm, so $3" >&2; return 0; }
  echo "Installing $2 from npm" >&2
  timeout 120 npm install --no-audit --no-fund --no-package-lock --prefix . "$2" > npm.log 2>&1 ||
    { tail -n 5 npm.log >&2; echo "note: it cannot be installed, so $3" >&2; }
}

from_npm @microsoft/sarif-multitool-linux/Sarif.Multitool @microsoft/sarif-multitool-linux@5.7.0 \
  "SARIF is not validated"
[ ! -e node_modules/@microsoft/sarif-multitool-linux/Sarif.Multitool ] ||
  chmod u+x node_modules/@microsoft/sarif-multitool-linux/Sarif.Multitool
from_npm playwright-core/package.json playwright-core@1.48.2 "pages are not opened in a browser"
from_npm @action-validator/core/package.json @action-validator/core@0.6.0 "action.yml is not validated"
from_npm @action-validator/cli/package.json @action-validator/cli@0.6.0 "action.yml is not validated"
from_npm mermaid/dist/mermaid.min.js mermaid@11.4.1 "Mermaid diagrams are not drawn by mermaid itself"

if ! command -v chromium > /dev/null && [ "$(id -u)" -eq 0 ] && grep -q '^ID=debian' /etc/os-release 2> /dev/null; then
  echo "Installing chromium" >&2
  DEBIAN_FRONTEND=noninteractive timeout 600 apt-get -o DPkg::Lock::Timeout=300 -qq install -y --no-install-recommends \
    chromium > chromium.log 2>&1 || { tail -n 5 chromium.log >&2; echo "note: there is no chromium for the pages" >&2; }
fi

unpack_etcd() {
  mkdir -p packages && cd packages
  apt-get -qq download etcd-server || { [ "$(id -u)" -eq 0 ] && apt-get -qq update && apt-get -qq download etcd-server; }
  dpkg-deb -x etcd-server_*.deb ../etcd
}
if ! command -v etcd > /dev/null && [ ! -e etcd/usr/bin/etcd ] && command -v dpkg-deb > /dev/null; then
  echo "Unpacking etcd" >&2
  (unpack_etcd) > etcd.log 2>&1 || { tail -n 5 etcd.log >&2; echo "note: there is no etcd to compare with" >&2; }
fi
