#!/bin/sh
# Complains of every C++ file that `clang-format -i` would change: scripts/check_format.sh clang-format-14
set -eu
cd "$(dirname "$0")/.."
find engine reports cli tests -name '*.cpp' -o -name '*.hpp' | LC_ALL=C sort | xargs "$1" --dry-run -Werror
