#!/bin/sh
# shells.sh bash|zsh|fish|man INTERLOCK SOURCE: has the shell complete with the script that the program prints for it, or
# man read the page. What is completed is what the shell itself says. 77: it is not installed.
set -eu
reader=$1
interlock=$2
source=$3
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
command -v "$reader" > /dev/null || { echo "skipped, because $reader is not installed"; exit 77; }
mkdir "$directory/bin" "$directory/here"
ln -s "$interlock" "$directory/bin/interlock"
cd "$directory/here"
PATH=$directory/bin:$PATH
touch mine.interlock
mkdir pictures

# expect LINE WORD...: LINE is completed to these words, and maybe more.
expect() {
  line=$1
  shift
  complete "$line" > "$directory/words" || { echo "cannot complete: $line"; cat "$directory/words"; exit 1; }
  for word in "$@"; do
    grep -qx -- "$word" "$directory/words" || { echo "no $word for: $line"; cat "$directory/words"; exit 1; }
  done
}

# refuse LINE WORD: LINE is not completed to WORD.
refuse() {
  complete "$1" > "$directory/words" || true
  ! grep -qx -- "$2" "$directory/words" || { echo "$2 is none for: $1"; exit 1; }
}

expect_all() {
  expect "interlock " check matrix explain completion
  expect "interlock ch" check
  expect "interlock check --und" --under
  expect "interlock check --" --lock --threads --junit
  refuse "interlock list --" --lock
  expect "interlock check --format " json text markdown
  expect "interlock draw --format p" png pdf
  expect "interlock check --spec mutual" mutual_exclusion
  expect "interlock check set_nx" set_nx_px
  expect "interlock matrix mi" mine.interlock
  expect "interlock show redi" redis
  expect "interlock completion " bash zsh fish
}

case $reader in
  bash)
    bash -n -c "$(interlock completion bash)"
    complete() { bash --norc "$source/tests/shells/complete.bash" "$1"; }
    expect_all
    expect "interlock check --format=" json
    expect "interlock check --out pi" pictures
    ;;
  fish)
    interlock completion fish > "$directory/interlock.fish"
    complete() {
      HOME=$directory fish --no-config -c "source $directory/interlock.fish; complete -C '$1'" | cut -f 1
    }
    fish --no-config -n "$directory/interlock.fish"
    expect_all
    expect "interlock check --format=" --format=json
    expect "interlock check --out pi" pictures/
    ;;
  zsh)
    mkdir "$directory/functions"
    interlock completion zsh > "$directory/functions/_interlock"
    zsh -n "$directory/functions/_interlock"
    complete() { python3 "$source/tests/shells/complete_in_zsh.py" "$directory" "$1"; }
    expect_all
    ;;
  man)
    interlock man > "$directory/interlock.1"
    LC_ALL=C.UTF-8 MANROFFOPT=-ww MANWIDTH=100 man --warnings -P cat -l "$directory/interlock.1" \
      > "$directory/page" 2> "$directory/complaints" || { cat "$directory/complaints"; exit 1; }
    [ ! -s "$directory/complaints" ] || { cat "$directory/complaints"; exit 1; }
    # What help says stands there: every command, and every option of check with its sentence.
    for command in $(interlock --help | sed -n '/^Commands:/,/^Options:/s/^  \([a-z]*\) .*/\1/p'); do
      grep -q "^ *interlock $command" "$directory/page" || { echo "no command $command"; exit 1; }
    done
    for option in $(interlock check --help | sed -n 's/^  \(-h, \)*\(--[a-z-]*\).*/\2/p'); do
      grep -q -- "$option" "$directory/page" || { echo "no option $option"; exit 1; }
    done
    grep -q "interlock check set_nx_px --under pause --under 'pause <= 3s, crash 1 time'" "$directory/page" ||
      { echo "an example is not as it is typed"; exit 1; }
    ;;
esac
