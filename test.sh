#!/usr/bin/env bash
# ./test.sh                every check that needs no torch: lint, types, import contracts, tests
# ./test.sh ARGS…          only the tests, ARGS handed to pytest: ./test.sh tests/models -k encoder
#                          (in one process, which starts at once; -n auto: in one a core)
# ./test.sh fleet [ARGS…]  the tests that need Ray, in the same environment
# ./test.sh export [ARGS…] the tests that need torch, in an environment of their own
set -euo pipefail
. "$(dirname -- "${BASH_SOURCE[0]}")/scripts/setup.sh"

venv="$root/.venv"
extras="$(runtime_extra),bench,dev"
packages="-p app -p auditor -p extractors -p models"
tests="not export and not fleet"
if [ "${1-}" = export ]; then
  shift
  venv="$root/.venv-export"
  extras="$extras,export"
  packages="-p export_onnx"
  tests="export"
elif [ "${1-}" = fleet ]; then
  shift
  extras="$extras,fleet,s3,fleet-dev"
  tests="fleet"
fi
set_up "$venv" "$extras"
ensure_chromium "$venv"
ensure_desktop "$venv"
ensure_browsers "$venv"
cd -- "$root"
bin="$venv/bin"

failed=""
check() { # NAME COMMAND…
  local name="$1"
  shift
  printf '\n== %s\n' "$name"
  "$@" || failed="$failed $name"
}

workers=""
if [ $# = 0 ]; then
  # Beside the tests, which wait for browsers half of the time; what mypy says comes after them.
  types=$(mktemp)
  # shellcheck disable=SC2086  # a list of options
  "$bin/mypy" $packages >"$types" 2>&1 &
  mypy=$!
  trap 'kill "$mypy" 2>/dev/null || true; rm -f "$types"' EXIT
  if [ "$tests" != export ] && [ "$tests" != fleet ]; then
    check lint "$bin/ruff" check
    check format "$bin/ruff" format --check
    check contracts "$bin/lint-imports"
    check scripts lint_scripts
    # Neighbours stay together, as they share browsers; who is done first takes over from the
    # others. Models and browsers of eight take up the memory of a large machine.
    workers="--numprocesses auto --maxprocesses 8 --dist worksteal"
  fi
fi
# Where Qt finds no library, pytest-qt would let no test start; those of the window say it.
qt=""
"$bin/python" -c 'import PySide6.QtWidgets' 2>/dev/null || qt="-p no:pytest-qt"
# shellcheck disable=SC2086  # options, or none
check tests "$bin/python" -m pytest $qt $workers -m "$tests" ${1+"$@"}

if [ $# = 0 ]; then
  told() {
    local code=0
    wait "$mypy" || code=$?
    cat "$types"
    return $code
  }
  check types told
fi

if [ -n "$failed" ]; then
  printf '\nFailed:%s\n' "$failed"
  exit 1
fi
printf '\nAll checks passed.\n'
