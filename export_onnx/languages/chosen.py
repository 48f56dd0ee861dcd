"""Which of the lessons at hand a training reads."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from export_onnx.languages.lessons import Lesson, hash_of

JUDGED = 120
"""Held-out captions, and other held-out texts, of each language that are read."""
_CAPTIONS = (
    "translations chinese multi30k photographs framed extension xtd10 xtd200 similarity iglue "
    "translated"
)
CAPTIONS = frozenset(_CAPTIONS.split())
"""Sources of what is said of pictures."""
TAUGHT = CAPTIONS | {"english", "names", "keywords", "stamps", "sentences"}
"""Sources of which version 7, with which a training may begin, was taught every lesson."""
OTHERS = 4
"""One lesson that says nothing of a picture beside so many that do."""


def judged_on(lessons: Sequence[Lesson]) -> list[Lesson]:
    """All that are taught, and the first JUDGED of each language that are held out."""
    kept = _first(lessons, lambda lesson: JUDGED if lesson.held_out else None)
    return list(kept)


def mostly_new(lessons: Sequence[Lesson], again: int) -> list[Lesson]:
    """All that version 7 was not taught, and of each language at most `again` captions and one in
    OTHERS as many other lessons that it was taught; so a language with few is seen as often as one
    with many."""

    def most(lesson: Lesson) -> int | None:
        if lesson.held_out or lesson.source not in TAUGHT:
            return None
        return again if lesson.source in CAPTIONS else again // OTHERS

    return list(_first(lessons, most))


def _first(lessons: Sequence[Lesson], most: Callable[[Lesson], int | None]) -> Iterator[Lesson]:
    """The lessons in their order, of each language and kind at most so many, always the same."""
    kept: set[int] = set()
    counted: Counter[tuple[str, bool, bool]] = Counter()
    order = sorted(range(len(lessons)), key=lambda row: hash_of(lessons[row].text))
    for row in order:
        lesson = lessons[row]
        kind = lesson.language, lesson.source in CAPTIONS, lesson.held_out
        limit = most(lesson)
        if limit is None or counted[kind] < limit:
            counted[kind] += limit is not None
            kept.add(row)
    return (lesson for row, lesson in enumerate(lessons) if row in kept)
