#!/bin/sh
# What action.yml does once the program is built: checks $MODELS as its inputs say. Paths are those of the repository that
# uses the action; a model with a blank in its name is given by its directory.
set -eu
set -f  # blanks separate, and nothing else happens to the words
set -- check ${MODELS:-models} --github ${ARGUMENTS:-}
[ "${STRICT:-true}" = false ] || set -- "$@" --ci
[ -z "${LOCK:-}" ] || set -- "$@" --lock "$LOCK"
[ -z "${JUNIT:-}" ] || set -- "$@" --junit "$JUNIT"
exec "${INTERLOCK:-$(dirname "$0")/../build/release/interlock}" "$@"
