"""Asks the machine itself about NVIDIA GPUs, before ONNX Runtime is asked for one."""

from __future__ import annotations

import ctypes
import sys
from pathlib import Path

WINDOWS = sys.platform == "win32"


def gpus() -> int:
    """How many GPUs the NVIDIA driver reports; 0 without a driver."""
    try:
        driver = ctypes.CDLL("nvcuda.dll" if WINDOWS else "libcuda.so.1")
    except OSError:
        return 0
    count = ctypes.c_int()
    ready = driver.cuInit(0) == 0 and driver.cuDeviceGetCount(ctypes.byref(count)) == 0
    return count.value if ready else 0


def load_problem(folder: Path, library: str) -> str | None:
    """Load a shared library: what is missing, or None."""
    path = folder / (f"{library}.dll" if WINDOWS else f"lib{library}.so")
    try:
        ctypes.CDLL(str(path), mode=ctypes.RTLD_GLOBAL)
    except OSError as error:
        return str(error).removeprefix(f"{path}: ")
    return None
