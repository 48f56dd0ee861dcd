"""Alternative texts that experts call right or wrong, each with its place told in words.

Folder `alt-quality`: `cases*.json`, a list of cases with `alt`, `context`, `expected` (ok,
needs-fix, decorative), `image`, an address that is not asked for, and `set`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from auditor.bench.data.files import published_format, read_json
from auditor.bench.errors import BenchError
from auditor.bench.scorers import TextSample
from extractors.records import Context, Control
from extractors.text import collapse

SETS: Mapping[str, str] = {
    "cases": "experts",
    "cases-github": "documentation",
    "cases-keyword-stuffing": "stuffing",
}
"""The figure of each set."""
_OUTSIDE = re.compile(
    r"(?:is )?not (?:inside|in|part of|within) (?:an?|any) (?:link|button)", re.IGNORECASE
)
_LINK = re.compile(
    r"\b(?:inside|in|within|content of|wrapped in|of) (?:an?|the|this) (?:\w+ )?link\b"
    r"|\bis (?:itself )?(?:an? )?link(?:ed)?\b|\blinks to\b",
    re.IGNORECASE,
)
_BUTTON = re.compile(
    r"\b(?:inside|in|within|content of|on|of|for|is|as) (?:an?|the|this) (?:[\w-]+ ){0,3}button\b"
    r"|\bimage button\b|\bbutton (?:that|which|whose)\b|\binput type",
    re.IGNORECASE,
)
_TARGET = re.compile(r"https?://[^\s)\"”']+[^\s)\"”'.,;]")
_WORDS_OF_LINK = re.compile(
    r"visible text [\"“]([^\"”]+)[\"”] (?:appears|stands|is) (?:within|inside|in) the same link"
)
_QUOTED = re.compile(r":\s*[\"“]([^\"”]{12,})[\"”]")


@dataclass(frozen=True, slots=True)
class ExpertCase:
    """One text with what experts say of it."""

    figure: str
    """A value of SETS."""
    picture: str
    """Its address: texts of one picture go together."""
    sample: TextSample
    expected: str
    """"ok", "needs-fix" or "decorative"."""


def read(folder: Path) -> list[ExpertCase]:
    """Every case of every file that has a text. Raises BenchError."""
    paths = sorted(folder.glob("cases*.json"))
    if not paths:
        raise BenchError(f"{folder} holds no cases*.json")
    found = []
    for path in paths:
        with published_format(path):
            found += [_case(case) for case in read_json(path) if case["alt"].strip()]
    return found


def _case(case: Mapping[str, str]) -> ExpertCase:
    text = collapse(case["alt"])
    sample = TextSample(text, None, page(case["context"], text), case["image"])
    return ExpertCase(SETS[case["set"]], case["image"], sample, case["expected"])


def page(told: str, text: str) -> Context:
    """The place of a text that a person told in words: a link or button where it says that the
    image is in one, the text that it quotes from beside the image; where it quotes none, what it
    says."""
    said = collapse(told)
    quoted = " ".join(_QUOTED.findall(said))
    return Context(text_after=quoted or said, control=_control(_OUTSIDE.sub(" ", said), text))


def _control(told: str, text: str) -> Control | None:
    role = "button" if _BUTTON.search(told) else "link" if _LINK.search(told) else ""
    if not role:
        return None
    beside = _WORDS_OF_LINK.search(told)
    target = _TARGET.search(told)
    words = beside[1] if beside else ""
    return Control(role, f"{text} {words}".strip(), words, target[0] if target else None)
