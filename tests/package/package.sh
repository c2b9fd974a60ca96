#!/bin/sh
# package.sh installed|deb|action BUILD SOURCE: installs what was built, or packs it and unpacks that into an empty root;
# has it moved elsewhere, and used there as a user would. action: action.yml, as a runner of GitHub's reads it. 77: what is
# needed for that is not here.
set -eu
what=$1
build=$2
source=$3
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT

fail() {
  echo "$1"
  exit 1
}

# The program, far from its sources and from where it was installed to.
use_program() {
  (cd "$directory" && env -i PATH=/usr/bin:/bin "$1" check set_nx_px > "$directory/said")
  grep -q "mutual_exclusion *fails: 1 pause" "$directory/said" || fail "the program does not check what ships"
  [ "$(env -i "$1" show redis | head -n 1)" = "$(head -n 1 "$source/models/stores/redis.interlock")" ] ||
    fail "the program does not show the store redis"
  share=$(dirname "$1")/../share
  grep -q "^.TH INTERLOCK 1" "$share/man/man1/interlock.1" || fail "there is no manual page"
  for file in bash-completion/completions/interlock zsh/vendor-completions/_interlock \
    fish/vendor_completions.d/interlock.fish; do
    grep -q "matrix" "$share/$file" || fail "there is no $file"
  done
}

# What ships as text is there, as it is in the sources.
compare_texts() {
  for folder in models specs; do
    diff -r "$source/$folder" "$1/share/interlock/$folder" > "$directory/differs" || {
      cat "$directory/differs"
      fail "$folder is not what ships"
    }
  done
}

# A program of its own, built with what was installed, gives the verdicts of the installed one.
build_example() {
  cmake -S "$source/tests/package/example" -B "$directory/example" "-DCMAKE_PREFIX_PATH=$1" "-DCMAKE_CXX_FLAGS=-O1" \
    > "$directory/log" 2>&1 || { cat "$directory/log"; fail "the CMake package is not found"; }
  ! grep -q "$source/engine\|$build" "$directory/example/CMakeCache.txt" || fail "the package names the build tree"
  cmake --build "$directory/example" > "$directory/log" 2>&1 || { cat "$directory/log"; fail "the example is not built"; }
  (cd "$source/models/locks" && "$directory/example/verdicts" set_nx_px.interlock) > "$directory/by_example"
  (cd "$source/models/locks" && "$1/bin/interlock" check set_nx_px.interlock) > "$directory/by_program"
  while read -r line; do
    grep -qF -- "$line" "$directory/by_program" || fail "the example says what the program does not: $line"
  done < "$directory/by_example"
  [ "$(wc -l < "$directory/by_example")" -ge 5 ] || fail "the example says too little"
}

install_tree() {
  cmake --install "$build" --prefix "$directory/first" > "$directory/log" 2>&1 || { cat "$directory/log"; exit 1; }
  mv "$directory/first" "$directory/moved"
  use_program "$directory/moved/bin/interlock"
  compare_texts "$directory/moved"
  build_example "$directory/moved"
}

pack() {
  command -v dpkg-deb > /dev/null && command -v dpkg-shlibdeps > /dev/null ||
    { echo "skipped, because there is no dpkg-dev"; exit 77; }
  (cd "$directory" && cpack --config "$build/CPackConfig.cmake" -G DEB -B "$directory/packed") > "$directory/log" 2>&1 ||
    { cat "$directory/log"; fail "cpack cannot pack"; }
  program=$(echo "$directory"/packed/interlock_*.deb)
  library=$(echo "$directory"/packed/libinterlock-dev_*.deb)
  dpkg-deb -f "$program" Depends | grep -q "libc6.*libfmt\|libfmt.*libc6" || fail "the package does not say what it needs"
  for wanted in $(dpkg-deb -f "$program" Depends | tr ',' '\n' | sed 's/(.*//'); do
    dpkg-query -W -f '${Status}' "$wanted" 2> /dev/null | grep -q "ok installed" || fail "$wanted is no package of here"
  done
  dpkg-deb -x "$program" "$directory/root"
  use_program "$directory/root/usr/bin/interlock"
  compare_texts "$directory/root/usr"
  [ ! -e "$directory/root/usr/include" ] || fail "headers are in the package of the program"
  dpkg-deb -x "$library" "$directory/root"
  build_example "$directory/root/usr"
}

run_action() {
  /usr/bin/python3 -c 'import yaml' 2> /dev/null || { echo "skipped, because python3-yaml is not installed"; exit 77; }
  validator=$source/build/judges/node_modules/.bin/action-validator
  if [ -f "$validator" ]; then
    node "$validator" "$source/action.yml" || fail "action.yml is not valid"
  else
    echo "action.yml is not validated: scripts/install_judges.sh found no way to install @action-validator/cli"
  fi
  /usr/bin/python3 "$source/tests/package/action.py" "$source/action.yml" "$build/interlock" "$source"
}

case $what in
  installed) install_tree ;;
  deb) pack ;;
  action) run_action ;;
  *) fail "there is no test $what" ;;
esac
