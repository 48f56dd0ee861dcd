"""ContextRef's image uses as samples (Kreiss, Zelikman et al. 2024).

Folder `contextref`: `stimuli.json`, image uses of Wikipedia; `images/` for those with `has_image`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from auditor.bench.data.files import published_format, read_bytes, read_json
from auditor.bench.scorers import TextSample
from extractors.context import REACH
from extractors.records import Context
from extractors.text import collapse, cut_end
from models.splits import is_development


@dataclass(frozen=True, slots=True)
class Stimulus:
    """One image use with its text."""

    img_id: str
    """Rows of one picture share it."""
    article: str
    sample: TextSample
    development: bool
    """May be learnt from; never reported on."""


def read(folder: Path) -> list[Stimulus]:
    """Every use. Raises BenchError."""
    path = folder / "stimuli.json"
    with published_format(path):
        return [_row(folder, use) for use in read_json(path)]


def reported(rows: list[Stimulus]) -> list[Stimulus]:
    """Those that figures are given for."""
    return [row for row in rows if not row.development]


def _row(folder: Path, use: Mapping[str, Any]) -> Stimulus:
    name, here = use["img_id"], use["has_image"]
    picture = read_bytes(folder / "images" / name) if here else None
    sample = TextSample(collapse(use["description"]), picture, _context(use))
    return Stimulus(name, use["page_title"], sample, is_development(name, here))


def _context(use: Mapping[str, Any]) -> Context:
    """What a scan would find around the figure, whose section's text stands before it."""
    texts = {key: collapse(use[key] or "") for key in CONTEXT}
    return Context(
        page_title=texts["page_title"],
        heading=texts["section_title"] or texts["page_title"],
        caption=texts["caption"],
        text_before=cut_end(texts["section_context"] or texts["page_context"], REACH),
    )


CONTEXT = ("page_title", "section_title", "caption", "section_context", "page_context")
