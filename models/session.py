"""The one place that opens ONNX Runtime sessions."""

from __future__ import annotations

import contextlib
import ctypes
import io
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import onnxruntime  # type: ignore[import-untyped]  # The package carries no types.
from numpy.typing import NDArray

from models.manifest import ModelError

PROVIDERS: Mapping[str, str] = {"cuda": "CUDAExecutionProvider", "cpu": "CPUExecutionProvider"}
"""Names for people, best first, and ONNX Runtime's own names."""


@dataclass(frozen=True, slots=True)
class Session:
    """An open ONNX graph and the provider that really runs it."""

    provider: str
    _inner: onnxruntime.InferenceSession

    def run(self, inputs: Mapping[str, NDArray[np.generic]]) -> list[NDArray[np.float32]]:
        """All outputs in the graph's order. Raises ModelError."""
        try:
            return list(self._inner.run(None, dict(inputs)))
        except Exception as error:  # ONNX Runtime's errors share no public base class.
            raise ModelError(f"The model could not be run: {_first_line(error)}") from error


def available_providers() -> list[str]:
    """The providers that this installation can really use, best first."""
    offered = onnxruntime.get_available_providers()
    usable = [name for name, long_name in PROVIDERS.items() if long_name in offered]
    return [name for name in usable if name != "cuda" or _cuda_works()]


def open_session(path: Path, provider: str = "auto", threads: int | None = None) -> Session:
    """Open an ONNX file on `cuda`, on `cpu`, or with `auto` on the best there is.

    `threads` limits the CPU threads of one run; None lets ONNX Runtime choose. Raises
    ModelError when the provider is unknown or not available, or another one is in use after
    opening.
    """
    chosen = _choose(provider)
    try:
        inner = onnxruntime.InferenceSession(
            str(path), sess_options=_options(threads), providers=_chain(chosen)
        )
    except Exception as error:
        raise ModelError(f"{path.name} could not be opened: {_first_line(error)}") from error
    in_use = inner.get_providers()[0]
    if in_use != PROVIDERS[chosen]:
        raise ModelError(f"The provider {chosen} was asked for, but {in_use} would be used")
    return Session(chosen, inner)


def _choose(provider: str) -> str:
    usable = available_providers()
    if provider == "auto" and usable:
        return usable[0]
    if provider not in usable:
        raise ModelError(
            f"The provider {provider} is not available; available: auto, {', '.join(usable)}"
        )
    return provider


def _chain(chosen: str) -> list[tuple[str, dict[str, str]]]:
    """CUDA in full precision, with the CPU behind it for the operations it leaves over."""
    cpu: list[tuple[str, dict[str, str]]] = [(PROVIDERS["cpu"], {})]
    return cpu if chosen == "cpu" else [(PROVIDERS[chosen], {"use_tf32": "0"}), *cpu]


def _cuda_works() -> bool:
    """Whether there is an NVIDIA GPU, and ONNX Runtime's CUDA library finds all that it needs.

    ONNX Runtime asked for CUDA without these prints alarming lines and goes on with the CPU.
    """
    return _gpus() > 0 and _cuda_library_loads()


def _gpus() -> int:
    """How many GPUs the NVIDIA driver reports; 0 without a driver."""
    try:
        driver = ctypes.CDLL("nvcuda.dll" if sys.platform == "win32" else "libcuda.so.1")
    except OSError:
        return 0
    count = ctypes.c_int()
    ready = driver.cuInit(0) == 0 and driver.cuDeviceGetCount(ctypes.byref(count)) == 0
    return count.value if ready else 0


def _cuda_library_loads() -> bool:
    folder = Path(onnxruntime.__file__).parent / "capi"
    pattern = "{}.dll" if sys.platform == "win32" else "lib{}.so"
    with contextlib.redirect_stdout(io.StringIO()):
        onnxruntime.preload_dlls()
    try:
        for name in ("onnxruntime_providers_shared", "onnxruntime_providers_cuda"):
            ctypes.CDLL(str(folder / pattern.format(name)), mode=ctypes.RTLD_GLOBAL)
    except OSError:
        return False
    return True


def _options(threads: int | None) -> onnxruntime.SessionOptions:
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 3
    if threads is not None:
        options.intra_op_num_threads = threads
        options.inter_op_num_threads = 1
    return options


def _first_line(error: Exception) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0]
