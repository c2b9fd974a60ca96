#!/bin/sh
# Installs what is missing, builds, and runs all tests:
#   release   every test
#   dev       every test that is not slow, with the address and undefined behaviour sanitizers
#   tsan      the tests of the search, and whole runs, with the thread sanitizer
set -eu
sh "$(dirname "$0")/install_packages.sh"
. "$(dirname "$0")/build.sh"

run_tests() {
  preset=$1
  echo "== $preset =="
  (cd "$root" && ctest --preset "$preset" --parallel "$(jobs)" < /dev/null)
}

build release
run_tests release
build dev
run_tests dev
build tsan interlock explore_tests determinism_tests
run_tests tsan
