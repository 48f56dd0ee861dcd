#!/usr/bin/env bash
# ./run.sh ARGS…: set the program up where that was not done yet, then run `auditor ARGS…`.
# Works from any folder; stdout and the exit code are the program's own.
set -euo pipefail
. "$(dirname -- "${BASH_SOURCE[0]}")/scripts/setup.sh"

venv="$root/.venv"
set_up "$venv" "$(runtime_extra),bench"
ensure_chromium "$venv"
# -P: a folder named `models` or `auditor` where the user stands must not be taken for ours.
exec "$venv/bin/python" -P -m app ${1+"$@"}
