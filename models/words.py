"""The words of a text: where its script has no spaces between them, by Unicode text segmentation
(UAX #29) with the dictionaries of ICU."""

from __future__ import annotations

import re

UNSPACED = re.compile(
    r"[\u0e00-\u0e7f\u0e80-\u0eff\u1000-\u109f\u1780-\u17ff\u3005\u3040-\u30ff\u3400-\u9fff"
    r"\uf900-\ufaff\U00020000-\U0003ffff]"
)
"""A letter of a script without spaces between words: Thai, Lao, Burmese, Khmer, kana, Han."""
MARKS = ".,!?;:\"'()«»„“”‘’¿¡।؟،…·-–—՞։。、，！？「」"
"""What stands at the ends of words."""


def words(text: str) -> list[str]:
    """In lower case, in their order, without marks at their ends."""
    runs = (run for each in text.lower().split() if (run := each.strip(MARKS)))
    return [word for run in runs for word in segmented(run)]


def segmented(run: str) -> tuple[str, ...]:
    """The words of a run of letters: as many as it holds where no space divides them, else one."""
    if run.isascii() or not UNSPACED.search(run):
        return (run,)
    from icu4py.breakers import WordBreaker  # with data of 30 MB, which other texts do not need

    return tuple(part for part in WordBreaker(run, "root") if any(map(str.isalnum, part)))
