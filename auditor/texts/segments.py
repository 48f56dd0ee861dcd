"""Words where the script has no spaces between them: Unicode text segmentation (UAX #29) with the
dictionaries of ICU."""

from __future__ import annotations

import re

from auditor.texts.memo import remembered

MARKS = (
    "\u0300-\u036f"  # accents that stand apart from their letter
    "\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670"
    "\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed"  # points of Hebrew and Arabic
    "\u0900-\u0963\u0966-\u0df3\u0e31-\u0e3a\u0e47-\u0e4e\u0eb1-\u0ebc\u0ec8-\u0ece"
    "\u0f71-\u0f84\u102b-\u103e\u1056-\u1059\u17b4-\u17d3\u200c\u200d"  # vowel signs, joiners
)
"""What belongs to a word and is no letter to `re` (Indic scripts whole), for a character class."""
LETTER = r"[^\W_]"
"""What a word may begin with."""
LETTERS = rf"(?:[^\W_]|[{MARKS}])"
"""What it goes on with."""
UNSPACED = re.compile(
    r"[\u0e00-\u0e7f\u0e80-\u0eff\u1000-\u109f\u1780-\u17ff\u3005\u3040-\u30ff\u3400-\u9fff"
    r"\uf900-\ufaff\U00020000-\U0003ffff]"
)
"""A letter of a script without spaces between words: Thai, Lao, Burmese, Khmer, kana, Han."""


@remembered
def segmented(run: str) -> tuple[str, ...]:
    """The words of a run of letters: as many as it holds where no space divides them, else one."""
    if run.isascii() or not UNSPACED.search(run):
        return (run,)
    from icu4py.breakers import WordBreaker  # with data of 30 MB, which other texts do not need

    return tuple(part for part in WordBreaker(run, "root") if any(map(str.isalnum, part)))
