#!/usr/bin/env bash
# scripts/lock.sh: write requirements/*.txt anew, with the newest versions that pyproject.toml takes.
# For every platform and Python that the project is for; needs uv (pip install uv) and a network.
set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.."
export UV_CUSTOM_COMPILE_COMMAND="scripts/lock.sh"
compile() { # TARGET SOURCE ARGS…
  uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-annotate \
    --upgrade --output-file "requirements/$1" "${@:2}"
}
compile lock.txt pyproject.toml --all-extras
printf 'pip\nsetuptools>=77\n' | compile installer.txt -
