#!/bin/sh
# Installs into build/judges what reads our reports in tests and is no package of the distribution: Microsoft's
# validator of SARIF, from npm. Where there is no npm or no network the tests that want it are skipped, and say so.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
tool=node_modules/@microsoft/sarif-multitool-linux/Sarif.Multitool
mkdir -p "$root/build/judges"
cd "$root/build/judges"
[ ! -x "$tool" ] || exit 0
command -v npm > /dev/null || { echo "note: there is no npm, so SARIF is not validated" >&2; exit 0; }
echo "Installing Microsoft's SARIF validator from npm" >&2
timeout 120 npm install --no-audit --no-fund --no-package-lock --prefix . @microsoft/sarif-multitool-linux@5.7.0 \
  > npm.log 2>&1 || { tail -n 5 npm.log >&2; echo "note: it cannot be installed, so SARIF is not validated" >&2; exit 0; }
chmod u+x "$tool"
