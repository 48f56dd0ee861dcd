"""Where the benchmarks that train run torch, which nothing of the program imports: in a process of
its own, by a Python that has it."""

from __future__ import annotations

import os
import sys
from importlib.util import find_spec
from pathlib import Path

from auditor.bench.errors import BenchError

ROOT = Path(__file__).parents[2]
"""Of the checkout, where `export_onnx` is found."""


def interpreter(what: str) -> str:
    """A Python with torch: this one, or that of `./test.sh export`. Raises BenchError, by `what`
    needs it."""
    if find_spec("torch"):
        return sys.executable
    other = ROOT / ".venv-export" / "bin" / "python"
    if other.exists():
        return str(other)
    raise BenchError(
        f"{what} needs torch: ./test.sh export makes an environment with it, or "
        "pip install 'alt-text-auditor[export]'"
    )


def environment() -> dict[str, str]:
    """Of such a process."""
    return {**os.environ, "PYTHONPATH": str(ROOT)}
