#!/usr/bin/env bash
# scripts/sbom.sh FILE: what a release brings, as CycloneDX 1.6 (JSON): every package of the lock that
# the program, the window and the reading of pictures install, with version and licence.
# Wants ./test.sh to have made .venv, which has the library that writes it.
set -euo pipefail
. "$(dirname -- "${BASH_SOURCE[0]}")/setup.sh"

target="${1:?name the file to write}"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
set_up "$folder/.venv" cpu,gui,ocr
"$root/.venv/bin/python" -m cyclonedx_py environment --pyproject "$root/pyproject.toml" \
  --output-reproducible --of JSON -o "$target" "$folder/.venv"
say "wrote $target"
