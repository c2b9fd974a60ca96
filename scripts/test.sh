#!/bin/sh
# Installs what is missing, builds, and runs all tests:
#   release   every test
#   dev       every test that is not slow and some that are, with the address and undefined behaviour sanitizers
#   fuzz      everything is built with clang, and the libFuzzer targets run for a minute in all
#   tsan      the tests of the search, and whole runs, with the thread sanitizer
set -eu
sh "$(dirname "$0")/install_packages.sh" tests
sh "$(dirname "$0")/install_judges.sh"
. "$(dirname "$0")/build.sh"

run_tests() {
  preset=$1
  echo "== $preset =="
  begun=$(date +%s)
  (cd "$root" && ctest --preset "$preset" --parallel "$(jobs)" < /dev/null)
  echo "== $preset: tests took $(($(date +%s) - begun)) s =="
}

build release
run_tests release
build dev
run_tests dev
build fuzz
run_tests fuzz
build tsan interlock explore_tests determinism_tests
run_tests tsan
