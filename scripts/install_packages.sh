#!/bin/sh
# Installs the distribution packages that Interlock needs, those that are missing only; with the word `tests` also
# what only tests/ needs: clang with its libFuzzer, clang-format 14, SPIN, and Redis (redis-tools has the whole program;
# the package redis-server would start one on this machine).
# Debian 12 and Ubuntu 24.04. Does nothing when all of them are there.
set -eu

packages="g++ cmake ninja-build libcli11-dev catch2 librange-v3-dev libboost-graph-dev libfmt-dev
  nlohmann-json3-dev libxxhash-dev graphviz"
[ "${1:-}" != tests ] || packages="$packages clang libclang-rt-dev clang-format-14 redis-tools python3-junitparser
  python3-jsonschema python3-yaml plantuml spin dpkg-dev zsh fish man-db"

if ! command -v dpkg-query > /dev/null || ! command -v apt-get > /dev/null; then
  echo "This is not Debian or Ubuntu, so nothing is installed. Needed, by their Debian names:" $packages >&2
  exit 0
fi

missing=""
for package in $packages; do
  status=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2> /dev/null || true)
  [ "$status" = installed ] || missing="$missing $package"
done
[ -n "$missing" ] || exit 0

as_root=""
if [ "$(id -u)" -ne 0 ]; then
  if ! command -v sudo > /dev/null; then
    echo "These packages are missing, and only root can install them:$missing" >&2
    echo "As root: apt-get update && apt-get install -y$missing" >&2
    exit 2
  fi
  as_root="sudo"
  [ -t 0 ] || as_root="sudo -n"  # nobody is there to type a password
fi

log=$(mktemp)
trap 'rm -f "$log"' EXIT
echo "Installing$missing" >&2
apt="env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 -qq"
if ! { $as_root $apt update && $as_root $apt install -y --no-install-recommends $missing; } < /dev/null > "$log" 2>&1
then
  tail -n 20 "$log" >&2
  echo "Installing failed. By hand: sudo apt-get update && sudo apt-get install -y$missing" >&2
  exit 2
fi
