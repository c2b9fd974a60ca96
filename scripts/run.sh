#!/bin/sh
# Installs what is missing, builds the release program, and runs it: scripts/run.sh check models/locks/set_nx_px.interlock
set -eu
sh "$(dirname "$0")/install_packages.sh"
. "$(dirname "$0")/build.sh"
build release interlock
exec "$root/build/release/interlock" "$@"
