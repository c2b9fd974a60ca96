# Sourced by run.sh and test.sh: `build PRESET [TARGET...]` configures and builds one preset and is silent
# unless that fails. Says one line when there is something to wait for.
root=$(cd "$(dirname "$0")/.." && pwd)

# Ninja if it is there. An existing build directory keeps what it was made with.
if [ -z "${CMAKE_GENERATOR:-}" ] && command -v ninja > /dev/null; then
  export CMAKE_GENERATOR=Ninja
fi

# ccache, where it is there, may take what another clone compiled.
export CCACHE_BASEDIR="$root" CCACHE_NOHASHDIR=1

# As many jobs as there are processors, but no more than one a gigabyte of memory.
jobs() {
  processors=$(nproc 2> /dev/null || echo 2)
  gigabytes=$(awk '/^MemAvailable:/ { print int($2 / 1048576) }' /proc/meminfo 2> /dev/null || echo 2)
  [ "${gigabytes:-2}" -ge 1 ] || gigabytes=1
  if [ "$processors" -lt "$gigabytes" ]; then echo "$processors"; else echo "$gigabytes"; fi
}

build() {
  preset=$1
  shift
  log="$root/build/$preset.log"
  mkdir -p "$root/build"
  [ -e "$root/build/$preset/built" ] || echo "Building Interlock ($preset). The first time takes some minutes." >&2
  if ! (
    cd "$root" && cmake --preset "$preset" &&
      cmake --build "build/$preset" --parallel "$(jobs)" ${1:+--target "$@"}
  ) < /dev/null > "$log" 2>&1; then
    tail -n 60 "$log" >&2
    echo "The build failed; all of its output is in $log" >&2
    exit 2
  fi
  touch "$root/build/$preset/built"
}
