#!/usr/bin/env bash
# ./run.sh ARGS…: set the program up where that was not done yet, then run `auditor ARGS…`.
# Works from any folder; stdout and the exit code are the program's own.
set -euo pipefail
. "$(dirname -- "${BASH_SOURCE[0]}")/scripts/setup.sh"

venv="$root/.venv"
extras="$(runtime_extra),bench"
# The window brings 290 MB that nothing else needs.
if [ "${1-}" = gui ]; then extras="$extras,gui"; fi
set_up "$venv" "$extras"
ensure_chromium "$venv"
# -P: a folder named `models` or `auditor` where the user stands must not be taken for ours.
exec "$venv/bin/python" -P -m app ${1+"$@"}
