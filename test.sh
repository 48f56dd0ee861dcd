#!/usr/bin/env bash
# ./test.sh                every check that needs no torch: lint, types, import contracts, tests
# ./test.sh ARGS…          only the tests, ARGS handed to pytest: ./test.sh tests/models -k encoder
# ./test.sh export [ARGS…] the tests that need torch, in an environment of their own
set -euo pipefail
. "$(dirname -- "${BASH_SOURCE[0]}")/scripts/setup.sh"

venv="$root/.venv"
extras="$(runtime_extra),bench,dev"
packages="-p app -p auditor -p extractors -p models"
tests="not export"
if [ "${1-}" = export ]; then
  shift
  venv="$root/.venv-export"
  extras="$extras,export"
  packages="-p export_onnx"
  tests="export"
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

if [ $# = 0 ]; then
  if [ "$tests" != export ]; then
    check lint "$bin/ruff" check
    check format "$bin/ruff" format --check
    check contracts "$bin/lint-imports"
    check scripts lint_scripts
  fi
  # shellcheck disable=SC2086  # a list of options
  check types "$bin/mypy" $packages
fi
# Where Qt finds no library, pytest-qt would let no test start; those of the window say it.
qt=""
"$bin/python" -c 'import PySide6.QtWidgets' 2>/dev/null || qt="-p no:pytest-qt"
# shellcheck disable=SC2086  # options, or none
check tests "$bin/python" -m pytest $qt -m "$tests" ${1+"$@"}

if [ -n "$failed" ]; then
  printf '\nFailed:%s\n' "$failed"
  exit 1
fi
printf '\nAll checks passed.\n'
