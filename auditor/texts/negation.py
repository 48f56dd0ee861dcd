"""What a text denies, and what it says beside that."""

from __future__ import annotations

import re

_WORD = re.compile(r"[^\W_]+")
_WITHOUT = re.compile(r"\bwithout\b", re.IGNORECASE)
_NEGATION = re.compile(
    r"\b(?:no|not|never|nobody|neither|nor|none|isn['’]t|aren['’]t)\b", re.IGNORECASE
)
_THING = re.compile(
    r"(?:,\s*)?(?:\b(?:but|and)\s+)?(?:\b(?:with|wearing|having|has|have|had|showing)\s+)?"
    r"\b(?:no|without(?:\s+(?:any|an?|the|his|her|its|their))?)\s+"
    r"(?:(?:other|more|visible|long|short|black|white|red|blue|green|yellow|brown)\s+)?"
    r"[^\W\d_]+(?:-[^\W\d_]+)*",
    re.IGNORECASE,
)
"""A thing that is denied: "with no shirt", "without a helmet"."""
_DENIES_ALL = re.compile(r"\W*(?:there\s+(?:is|are|was|were)\s+)?(?:no|not|never)\b", re.IGNORECASE)


def affirmed(text: str, language: str = "en") -> str:
    """The text with its negations left out, "" when it negates nothing. English ones alone are
    known: Portuguese "no" is "in the"."""
    if language not in ("", "en"):
        return ""
    said = " ".join(text.split())
    without = " ".join(_NEGATION.sub(" ", _WITHOUT.sub("with", said)).split())
    return without if _WORD.search(without) and without != said else ""


def without_denied(text: str, language: str = "en") -> str:
    """The text without the things that it denies: "A man with no shirt" as "A man"; "" where it
    denies no thing, or begins by denying. English ones, as for `affirmed`."""
    if language not in ("", "en"):
        return ""
    said = " ".join(text.split())
    left = " ".join(_THING.sub(" ", said).split()).replace(" .", ".").replace(" ,", ",")
    if _DENIES_ALL.match(said) or left == said.replace(" .", ".").replace(" ,", ","):
        return ""
    return left if _WORD.search(left) else ""
