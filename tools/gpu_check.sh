#!/usr/bin/env bash
# tools/gpu_check.sh [ARCHITECTURE]: on a machine with an NVIDIA GPU, whether CUDA computes what
# torch computes, and images a second by batch size for CUDA in fp16 and fp32, torch in fp16 and
# fp32, and the CPU. One JSON object on stdout. Exit code 1 where there is no GPU.
set -euo pipefail
. "$(dirname -- "${BASH_SOURCE[0]}")/../scripts/setup.sh"

[ "$(runtime_extra)" = gpu ] || fail "no NVIDIA GPU with a driver was found: nothing was checked"
venv="$root/.venv-export"
set_up "$venv" "gpu,bench,dev,export"
exec "$venv/bin/python" -P -m export_onnx.openclip.speed "${1-ViT-B-32}" --provider cuda \
  --batch 1 --batch 16 --batch 64 --batch 256
