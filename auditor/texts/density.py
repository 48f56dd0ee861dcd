"""How much a word tells, by language: one word of Finnish stands for 1.5 of English."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files

from auditor.texts.languages import primary

UNKNOWN = 1.0
"""Where nobody knows the language: as English."""


def density(language: str) -> float | None:
    """English words that one word of a language stands for, by the mean of 761 captions in their
    translations (auditor/bench/fit/density.py); None for a language that was not measured."""
    tag = primary(language)
    return _measured().get(tag) if tag else UNKNOWN


@cache
def _measured() -> dict[str, float]:
    data = json.loads((files("auditor.texts") / "density.json").read_text("utf-8"))
    found: dict[str, float] = data["words"]
    return found
