"""Makers of small values for tests of rules, verdicts and reports."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from auditor.findings import Part, Scores
from auditor.rules.rule import Use
from extractors.records import (
    AccessibleName,
    Context,
    Exposed,
    Exposure,
    ImageRecord,
    Kind,
    NameSource,
)

MakeRecord = Callable[..., ImageRecord]
MakeUse = Callable[..., Use]
MakeScores = Callable[..., Scores]


def record_of(text: str | None = "A red fox", **changes: Any) -> ImageRecord:
    """An exposed img whose alt and name are `text`; None: no alt; "": decorative."""
    state = Exposed.DECORATIVE if text == "" else Exposed.EXPOSED
    values: dict[str, Any] = {
        "kind": Kind.IMG,
        "tag": "img",
        "selector": "#fox",
        "ordinal": 0,
        "role": "none" if text == "" else "image",
        "src": "https://example.org/fox.jpg",
        "alt": text,
        "name": AccessibleName(text or "", NameSource.ALT if text else NameSource.NONE),
        "exposure": Exposure(state, 'alt=""' if text == "" else "shown, not hidden"),
        "context": Context(page_title="Foxes", heading="Red foxes"),
        "loaded": True,
        "lang": "en",
        "html": "<img>",
    }
    return ImageRecord(**(values | changes))


def scores_of(quality: float = 4.0, **values: float | None) -> Scores:
    """Scores whose parts are 0.8 unless named."""
    names = ("compatibility", "relevance", "informativeness", "form")
    parts = {name: Part(values.get(name, 0.8), f"reason of {name}") for name in names}
    return Scores(**parts, quality=quality)


@pytest.fixture
def make_record() -> MakeRecord:
    return record_of


@pytest.fixture
def make_scores() -> MakeScores:
    return scores_of


@pytest.fixture
def make_use() -> MakeUse:
    def make(text: str | None = "A red fox", *, use: dict[str, Any] | None = None, **changes: Any):
        return Use(record_of(text, **changes), **(use or {}))

    return make
