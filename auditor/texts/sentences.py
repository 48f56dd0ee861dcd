"""A text as a listener takes it in: words, sentences, and what is said twice."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from auditor.texts.labels import is_label
from auditor.texts.memo import remembered
from auditor.texts.segments import LETTER, LETTERS, segmented

WORD = re.compile(rf"{LETTER}{LETTERS}*(?:['’\-]{LETTERS}+)*")
MOST_SENTENCES = 8
"""Sentences that are judged one by one; what follows is taken as one more."""
REPEATED_WORDS = 5
"""So many words in the same order a second time are no accident; four may be two halves of one
sentence, built alike."""

_END = re.compile(
    r"[.!?…][\"'”’)\]]*\s+(?=[\"'“‘(\[]*[^\W\d_a-zß-öø-ÿ])|[\r\n]+"
    r"|[。！？｡][」』）]*|[।॥۔؟။។៕]\s*"  # of scripts without capitals
)
# An end mark after these closes no sentence: initials, and the commonest short forms.
_OPEN = re.compile(
    r"(?:^|[\s(.])(?:\w|Mr|Mrs|Ms|Dr|St|Ste|MR|MRS|MS|DR|ST|Prof|Rev|Gen|Col|Capt|Lt|Sgt|Maj|Adm|Gov|Sen|Rep|Hon|Jr|"
    r"Sr|No|Nos|Vol|Fig|vs|ca|c|cf|approx|Mt|Ft|Co|Inc|Ltd|Bros)\.$"
)


def words(text: str) -> list[str]:
    """The words in lower case, in order; where no space divides them, as dictionaries do."""
    return [word.casefold() for run in WORD.findall(text) for word in segmented(run)]


def sentences(text: str) -> list[str]:
    """The sentences that hold a word, at most MOST_SENTENCES and one for the rest. An enumerator
    goes with the sentence after it, a date or a number of a plate with the one before."""
    found: list[str] = []
    for piece in _pieces(text):
        if found and (_OPEN.search(found[-1]) or not WORD.search(piece) or is_label(piece)):
            found[-1] = f"{found[-1]} {piece}"
        elif len(found) == 1 and is_label(found[0]):
            found[0] = f"{found[0]} {piece}"
        else:
            found.append(piece)
    if len(found) > MOST_SENTENCES:
        found[MOST_SENTENCES:] = [" ".join(found[MOST_SENTENCES:])]
    return [sentence for sentence in found if WORD.search(sentence)]


def _pieces(text: str) -> Iterator[str]:
    ends = [match.end() for match in _END.finditer(text)]
    for start, end in pairwise((0, *ends, len(text))):
        if piece := text[start:end].strip():
            yield piece


@remembered
def said_once(text: str) -> str:
    """The text without what it says again: whole sentences, and a text that is all said twice."""
    half = _first_half(text)
    said = sentences(half)
    kept: dict[str, str] = {}
    for sentence in said:
        kept.setdefault(" ".join(words(sentence)), sentence)
    return " ".join(kept.values()) if len(kept) < len(said) else half


def repeated_share(text: str) -> float:
    """Share of the words, 0 to 1, that only say again what stands before them."""
    said = words(text)
    if not said:
        return 0.0
    once = words(said_once(text))
    again = len(said) - len(once)
    return (again + _runs_again(once)) / len(said)


def least_of(least: float, number: int) -> float:
    """What the least of so many probabilities, 0 to 1, says of them all."""
    return 1 - (1 - least) ** number


def _first_half(text: str) -> str:
    found = list(WORD.finditer(text))
    half, odd = divmod(len(found), 2)
    said = [match[0].casefold() for match in found]
    if odd or half == 0 or said[:half] != said[half:]:
        return text
    return text[: found[half].start()].rstrip()


def _runs_again(said: Sequence[str]) -> int:
    """Words inside a run of REPEATED_WORDS that stood there before."""
    seen: set[tuple[str, ...]] = set()
    again: set[int] = set()
    for start in range(len(said) - REPEATED_WORDS + 1):
        run = tuple(said[start : start + REPEATED_WORDS])
        if run in seen:
            again.update(range(start, start + REPEATED_WORDS))
        seen.add(run)
    return len(again)
