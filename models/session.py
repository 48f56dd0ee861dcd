"""The one place that opens ONNX Runtime sessions."""

from __future__ import annotations

import contextlib
import importlib
import io
import logging
import threading
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from platformdirs import user_cache_path

from models.manifest import ModelError
from models.nvidia import gpus, load_problem

log = logging.getLogger(__name__)

PROVIDERS: Mapping[str, str] = {
    "cuda": "CUDAExecutionProvider",
    "directml": "DmlExecutionProvider",
    "tensorrt": "TensorrtExecutionProvider",
    "coreml": "CoreMLExecutionProvider",
    "openvino": "OpenVINOExecutionProvider",
    "cpu": "CPUExecutionProvider",
}
"""Names for people, best first, and ONNX Runtime's own names."""
AUTOMATIC = ("cuda", "directml", "cpu")
"""What `auto` chooses from. The others are used when they are named: they compile a model for
seconds to minutes first, or compute in a lower precision than it has."""
GPU = ("cuda", "directml", "tensorrt")
UNSOUND: Mapping[str, Sequence[str]] = {"fp16": ("NchwcTransformer",)}
"""What may not rearrange a graph of this precision: on convolutions in half precision it ends the
whole process (ONNX Runtime 1.32, CPU)."""


@dataclass(frozen=True, slots=True)
class SessionLimits:
    """How much of the machine a session may take."""

    threads: int | None = None
    """CPU threads of one run; None lets ONNX Runtime choose."""
    memory: int | None = None
    """Bytes of GPU memory (CUDA and TensorRT); None: no limit."""


NO_LIMITS = SessionLimits()


@dataclass(frozen=True, slots=True)
class Session:
    """An open ONNX graph and the provider that really runs it. Thread-safe."""

    provider: str
    inputs: Mapping[str, str]
    """ONNX Runtime's type of each input by name: "tensor(float)"."""
    outputs: tuple[str, ...]
    _inner: Any
    """An onnxruntime.InferenceSession; the package carries no types."""
    _turn: AbstractContextManager[object]

    def run(
        self, inputs: Mapping[str, NDArray[np.generic]], outputs: Sequence[str] | None = None
    ) -> list[NDArray[np.float32]]:
        """These outputs, or all in the graph's order. Raises ModelError."""
        wanted = list(outputs or self.outputs)
        try:
            with self._turn:
                if self.provider in GPU:
                    return self._run_bound(inputs, wanted)
                return list(self._inner.run(wanted, dict(inputs)))
        except Exception as error:  # ONNX Runtime's errors share no public base class.
            raise ModelError(f"The model could not be run: {first_line(error)}") from error

    def _run_bound(
        self, inputs: Mapping[str, NDArray[np.generic]], outputs: Sequence[str]
    ) -> list[NDArray[np.float32]]:
        """Copies to and from the device once each, and nothing that nobody asked for."""
        binding = self._inner.io_binding()
        for name, value in inputs.items():
            binding.bind_cpu_input(name, np.ascontiguousarray(value))
        for name in outputs:
            binding.bind_output(name)
        self._inner.run_with_iobinding(binding)
        return list(binding.copy_outputs_to_cpu())


@cache
def _runtime() -> Any:
    """ONNX Runtime, loaded when the first session is wanted. Raises ModelError without it."""
    try:
        import onnxruntime  # type: ignore[import-untyped]
    except ImportError as error:
        raise ModelError(
            f"Scores need ONNX Runtime: pip install 'alt-text-auditor[cpu]' ({error})"
        ) from error
    # Else it says on stderr, for each process, which devices it did not find.
    onnxruntime.set_default_logger_severity(3)
    return onnxruntime


def available_providers() -> list[str]:
    """The providers that this installation can really use, best first."""
    offered = _runtime().get_available_providers()
    usable = [name for name, long_name in PROVIDERS.items() if long_name in offered]
    return [name for name in usable if _problem(name) is None]


def open_session(
    path: Path,
    provider: str = "auto",
    limits: SessionLimits = NO_LIMITS,
    *,
    precision: str = "fp32",
) -> Session:
    """Open an ONNX file, of weights in this precision, on a provider; `auto`: the best there is.

    Raises ModelError when the provider is unknown or not available, or another one is in use
    after opening.
    """
    chosen = choose(provider)
    runtime = _runtime()
    try:
        inner = runtime.InferenceSession(
            str(path),
            sess_options=_options(chosen, limits),
            providers=_chain(chosen, limits),
            disabled_optimizers=UNSOUND.get(precision),
        )
    except Exception as error:
        raise ModelError(f"{path.name} could not be opened: {first_line(error)}") from error
    in_use = inner.get_providers()[0]
    if in_use != PROVIDERS[chosen]:
        raise ModelError(
            f"The provider {chosen} was asked for, but {in_use} would be used; "
            f"available: {_listed(available_providers())}"
        )
    return Session(
        provider=chosen,
        inputs={value.name: value.type for value in inner.get_inputs()},
        outputs=tuple(value.name for value in inner.get_outputs()),
        _inner=inner,
        # DirectML runs one call at a time; on other GPUs a second one only waits for the device.
        _turn=threading.Lock() if chosen in GPU else nullcontext(),
    )


def choose(provider: str) -> str:
    """The provider to use; `auto` takes the best, and says so where a GPU build finds no GPU.

    Raises ModelError naming the providers there are.
    """
    usable = available_providers()
    if provider == "auto":
        _say_what_is_idle()
        return next(name for name in AUTOMATIC if name in usable)
    if provider not in usable:
        why = _problem(provider) if _is_offered(provider) else None
        reason = f" ({why})" if why else ""
        raise ModelError(
            f"The provider {provider} is not available{reason}; available: {_listed(usable)}"
        )
    return provider


def _listed(usable: Sequence[str]) -> str:
    return ", ".join(("auto", *usable))


def _is_offered(provider: str) -> bool:
    return PROVIDERS.get(provider) in _runtime().get_available_providers()


@cache
def _problem(provider: str) -> str | None:
    """Why a provider that ONNX Runtime offers would not run here; None: nothing is known.

    Asked for CUDA without a GPU or a library, ONNX Runtime prints alarming lines and goes on with
    the CPU without raising.
    """
    if provider not in ("cuda", "tensorrt"):
        return None
    if gpus() == 0:
        return "there is no NVIDIA GPU with a driver"
    libraries = ["onnxruntime_providers_shared", "onnxruntime_providers_cuda"]
    if provider == "tensorrt":
        libraries.append("onnxruntime_providers_tensorrt")
        # The package tensorrt brings libraries that are on no search path until it is imported.
        with contextlib.suppress(ImportError):
            importlib.import_module("tensorrt")
    with contextlib.redirect_stdout(io.StringIO()):
        _runtime().preload_dlls()
    folder = Path(_runtime().__file__).parent / "capi"
    return next(filter(None, (load_problem(folder, name) for name in libraries)), None)


@cache
def _say_what_is_idle() -> None:
    """One line in a process, and no more: a GPU build on a machine without a GPU works."""
    if _is_offered("cuda") and (why := _problem("cuda")):
        log.warning("The model runs on the CPU: %s.", why)


def _chain(chosen: str, limits: SessionLimits) -> list[tuple[str, dict[str, str]]]:
    """The provider, and behind it those for the operations that it leaves over."""
    behind = {"cpu": [], "tensorrt": ["cuda", "cpu"]}.get(chosen, ["cpu"])
    return [(PROVIDERS[name], _provider_options(name, limits)) for name in (chosen, *behind)]


def _provider_options(name: str, limits: SessionLimits) -> dict[str, str]:
    limit = {} if limits.memory is None else {"gpu_mem_limit": str(limits.memory)}
    if name == "cuda":
        # In full precision, and with no more memory than it needs.
        return {"use_tf32": "0", "arena_extend_strategy": "kSameAsRequested", **limit}
    if name == "tensorrt":
        engines = user_cache_path("auditor", ensure_exists=True) / "tensorrt"
        size = {} if limits.memory is None else {"trt_max_workspace_size": str(limits.memory)}
        return {"trt_engine_cache_enable": "1", "trt_engine_cache_path": str(engines), **size}
    if name == "openvino":
        return {"precision": "ACCURACY"}  # else it may compute in bfloat16
    return {}


def _options(chosen: str, limits: SessionLimits) -> Any:
    options = _runtime().SessionOptions()
    options.log_severity_level = 3
    # The towers take turns: threads of one that wait in a loop would hold up those of the other.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    if limits.threads is not None:
        options.intra_op_num_threads = limits.threads
        options.inter_op_num_threads = 1
    if chosen == "directml":
        options.enable_mem_pattern = False  # as its documentation demands
    return options


def first_line(error: Exception) -> str:
    """What an error says, cut to fit into a sentence."""
    return (str(error).splitlines() or [type(error).__name__])[0]
