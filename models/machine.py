"""What was measured of models on this machine, kept in the user's cache folder as JSON."""

from __future__ import annotations

import contextlib
import json
import os
import tempfile
from pathlib import Path

from platformdirs import user_cache_path


def key(sha256: str, provider: str) -> str:
    """Of one model on one provider."""
    return f"{sha256}:{provider}"


def recall(key: str, figure: str) -> float | None:
    """A figure noted earlier; None: never, or the file cannot be read."""
    return _read().get(key, {}).get(figure)


def note(key: str, **figures: float) -> None:
    """Keep figures beside those that are there. Where nothing can be written they are lost, and
    are measured again."""
    found = _read()
    found[key] = {**found.get(key, {}), **figures}
    path = _path()
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, suffix=".json")
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump(found, file, indent=2)
        Path(name).replace(path)


def _read() -> dict[str, dict[str, float]]:
    try:
        found = json.loads(_path().read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def _path() -> Path:
    return user_cache_path("auditor") / "machine.json"
