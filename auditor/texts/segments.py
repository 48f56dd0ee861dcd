"""What words are made of, and where they part."""

from __future__ import annotations

from auditor.texts.memo import remembered
from models.words import segmented as _segmented

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
segmented = remembered(_segmented)
"""The words of a run of letters, see there."""
