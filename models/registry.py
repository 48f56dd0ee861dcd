"""The models there are: those that ship with the program, those in the cache, any folder."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

from platformdirs import user_cache_path

from models.manifest import ModelError

SHIPPED = ("compact",)
PRECISIONS = ("fp32", "fp16", "int8")
HUB, OPENCLIP = "hf:", "openclip:"
DEFAULT = "default.txt"
"""Beside the models: the name of the one that scores where none is named."""


def models_folder() -> Path:
    """Where models from elsewhere lie, a folder each: $AUDITOR_MODELS, or the user's cache."""
    named = os.environ.get("AUDITOR_MODELS")
    return Path(named) if named else user_cache_path("auditor") / "models"


def cached_folder(name: str) -> Path:
    """Where the model NAME or NAME@PRECISION lies or would lie: no file system takes every name."""
    return models_folder() / name.replace(":", "--").replace("/", "--")


def folder_with(file: str, name: str) -> Path | None:
    """The folder of a model by its name in the cache or by its path, where `file` lies in it."""
    folders = (cached_folder(name), Path(name))
    return next((folder for folder in folders if (folder / file).is_file()), None)


def require_folder_with(file: str, name: str, asked: str, made: str) -> Path:
    """As folder_with. Raises ModelError, which says what was `asked` for and how one is `made`."""
    if folder := folder_with(file, name):
        return folder
    there = sorted(path.parent.name for path in models_folder().glob(f"*/{file}"))
    raise ModelError(f"There is no {asked}; known: {', '.join(there) or 'none'}. {made}")


def cached_name(folder: Path) -> str:
    """The name of a folder in the cache; neither hub nor open_clip has names with two hyphens."""
    kind, *parts = folder.name.split("--")
    if not parts:
        return kind  # one that is recommended goes by a name of its own
    return f"{kind}:{('/' if f'{kind}:' == HUB else ':').join(parts)}"


def with_precision(name: str, precision: str) -> str:
    """fp32 goes without saying."""
    return name if precision == PRECISIONS[0] else f"{name}@{precision}"


def known() -> dict[str, Path]:
    """The folder of every model that is shipped or cached, by its name."""
    there = {name: Path(__file__).parent / name for name in SHIPPED}
    cached = models_folder()
    if cached.is_dir():
        complete = sorted(path.parent for path in cached.glob("*/manifest.json"))
        there |= {cached_name(folder): folder for folder in complete}
    return there


def default_name() -> str:
    """The model that scores where none is named: the one that was made the default, as long as it
    is there, else the shipped one."""
    with contextlib.suppress(OSError, UnicodeError):
        name = (models_folder() / DEFAULT).read_text("utf-8").strip()
        if name in known():
            return name
    return SHIPPED[0]


def make_default(name: str) -> None:
    """Let a model score where none is named. Raises ModelError when it is not there."""
    if name not in known():
        raise ModelError(f"There is no model {name}; known models: {', '.join(known())}")
    folder = models_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / DEFAULT).write_text(f"{name}\n", "utf-8")
    except OSError as error:
        raise ModelError(f"{folder / DEFAULT} cannot be written: {error.strerror}") from error


def find(name: str, *, on_gpu: bool = False) -> Path:
    """The folder of a model: its name, perhaps with @PRECISION, or a path.

    Without a precision a GPU takes fp16 where that is there, and the CPU fp32, int8, fp16 in this
    order. Raises ModelError naming the models there are and how this one is got.
    """
    models = known()
    for precision in ("fp16", "fp32", "int8") if on_gpu else ("fp32", "int8", "fp16"):
        if folder := models.get(with_precision(name, precision)):
            return folder
    if (Path(name) / "manifest.json").is_file():
        return Path(name)
    raise ModelError(f"There is no model {name}; known models: {', '.join(models)}{_advice(name)}")


def is_known(name: str) -> bool:
    """Whether a name, perhaps with @PRECISION, is that of a model that is shipped or cached; a path
    is none."""
    models = known()
    return any(with_precision(name, precision) in models for precision in PRECISIONS)


def _advice(name: str) -> str:
    base, _, precision = name.partition("@")
    option = f" --precision {precision}" if precision else ""
    if name.startswith(HUB):
        return f". Get it with: auditor models pull {base}{option}"
    if name.startswith(OPENCLIP):
        return f". Make it with: auditor models export {base}{option}"
    return ""
