"""What language a page and a text are in.

The script of the letters is certain; of the languages that share one, a page's prose decides by
py3langid (Lui and Baldwin 2012, its fork of 2021). A text of an image has two to six words, too few
for any library to be sure of. So it follows its page, unless its letters say otherwise, or it has
at least some words of which the page's language is most unlikely.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from functools import cache
from typing import Any

from auditor.texts.memo import remembered
from auditor.texts.scripts import SCRIPTS, languages_of_script, letters_by_script

_SAME = {
    **dict.fromkeys(("nb", "nn"), "no"),
    **dict.fromkeys(("arz", "ary"), "ar"),
    **dict.fromkeys(("cmn", "wuu"), "zh"),
    "iw": "he",
    "in": "id",
    "ji": "yi",
    "fil": "tl",
    "prs": "fa",
}
"""Tags that are taken as another: older codes, and the parts of one written language."""
_NEAR = tuple(
    map(
        frozenset,
        (
            ("no", "da"),
            ("hr", "bs", "sr", "sh", "cnr"),
            ("id", "ms"),
            ("zh", "yue"),
            ("gl", "pt"),
            ("ca", "oc"),
            ("hi", "mr", "ne", "sa"),
            ("af", "nl"),
            ("cs", "sk"),
            ("bg", "mk"),
            ("az", "tr"),
            ("el", "grc"),
        ),
    )
)
"""So like one another that a guess is no proof that an author is wrong."""
NOUNS_CAPITALISED = ("de", "lb")
"""Languages in which a capital makes no name."""
_NO_LANGUAGE = frozenset({"", "und", "zxx", "mul", "mis", "art", "x", "i"})
_LEFT_OUT = frozenset({"la", "vo", "an", "wa", "sa"})
"""Labels of the library that names of plants and places draw, and hardly a page is written in."""
_LATIN = SCRIPTS["LATIN"]
SURE = 0.5
"""Of the library's confidence, from which on its answer is taken. With FEWEST_WORDS and UNLIKELY:
of 2,837 texts of English pages (training data, seed 0) 20 are taken as another language, all of
them foreign sentences or names; of captions in 17 languages 99.9 %, of their first four words
82 %."""
UNLIKELY = 0.05
"""Of the page's language, below which a text may be in another."""
RATHER = 2.0
"""Times as likely."""
FEWEST_WORDS = 3
FEWEST_LETTERS = 20
"""Of a page, to say what language it is in."""
LONG_ENOUGH = 200
"""Characters of prose that speak for a page alone; where there are fewer, the texts of its images
are asked with it."""
PROSE = 3_000
"""Characters that are looked at."""
MIXED = 0.1
"""Of the letters of a page that reads as in a language of Latin ones, how many of other scripts
make it a page of more than one language, half translated. Latin letters stand on pages of every
language, for names and for code; others stand on few."""
_TAG = re.compile(r"[a-z]{2,3}|[xi]", re.ASCII)


def primary(tag: str | None) -> str:
    """The language of a BCP 47 tag as one short code, "" for none: "de-AT" is "de", "nb" "no"."""
    found = (tag or "").strip().replace("_", "-").casefold().split("-")[0]
    if not _TAG.fullmatch(found) or found in _NO_LANGUAGE:
        return ""
    return _SAME.get(found, found)


def is_near(one: str, other: str) -> bool:
    """Whether two codes stand for one language, or for two that are easily mixed up."""
    return one == other or any(one in group and other in group for group in _NEAR)


def page_language(prose: str, texts: Iterable[str] = ()) -> str:
    """What language a page is in by its visible text; where that is short, by the texts of its
    images in the same script too: foreign ones make no foreign page. "" where it is not sure."""
    prose = prose[:PROSE]
    found = _sure(prose)
    if found or len(prose) >= LONG_ENOUGH:
        return found
    script = _main_script(prose)
    alike = (text for text in texts if not script or _main_script(text) in (script, ""))
    return _sure(f"{prose}\n{'. '.join(alike)}"[:PROSE])


@remembered
def _main_script(text: str) -> str:
    """What most letters of a text are of, "" where it has none. Han, kana and Hangul count as one:
    few words may be of either."""
    letters = +letters_by_script(text)
    name = letters.most_common(1)[0][0] if letters else ""
    return "CJK" if name in ("HIRAGANA", "KATAKANA", "HANGUL") else name


@remembered
def text_language(text: str, page: str) -> str:
    """What language a text is in, `page` being that of its page ("": not known). "" where nobody
    can tell."""
    possible = languages_of_script(text)
    if not possible:
        return page
    if possible != _LATIN:
        return _of_script(text, possible, page)
    if page and (len(text.split()) < FEWEST_WORDS or _likeliest(text) == page):
        return page
    confidence = _confidence(text)
    best = max(confidence, key=lambda tag: confidence[tag], default="")
    if not best or confidence[best] < SURE:
        return page
    if not page or (confidence.get(page, 0.0) < UNLIKELY and not is_near(best, page)):
        return best
    return page


def reads_rather_as(text: str, one: str, other: str) -> bool:
    """Whether a text is likelier in the language `one` than in `other`, though too short to say
    which it is in: "twitter account" rather English than German."""
    confidence = _confidence(text)
    return confidence.get(one, 0.0) >= RATHER * confidence.get(other, 0.0)


def _of_script(text: str, possible: tuple[str, ...], page: str) -> str:
    """Of the languages of a script the page's own, else the likeliest."""
    if page in possible or len(possible) == 1:
        return page if page in possible else possible[0]
    confidence = _confidence(text)
    return max(possible, key=lambda tag: confidence.get(tag, 0.0))


def _sure(prose: str) -> str:
    possible = languages_of_script(prose)
    if len(possible) == 1:
        return possible[0]
    letters = letters_by_script(prose)
    if letters.total() < FEWEST_LETTERS:
        return ""
    confidence = {tag: p for tag, p in _confidence(prose).items() if tag in possible or p >= SURE}
    best = max(confidence, key=lambda tag: confidence[tag], default="")
    if not best or confidence[best] < SURE or (best in _LATIN and _is_mixed(letters)):
        return ""
    return best


def _is_mixed(letters: Counter[str]) -> bool:
    others = sum(letters[script] for script in SCRIPTS if script != "LATIN")
    return others >= MIXED * letters.total()


def _likeliest(text: str) -> str:
    """The language of the most probable label: one look, in a third of the time of all of them."""
    tag: str = _identifier().classify(text)[0]
    return _SAME.get(tag, tag)


@remembered
def _confidence(text: str) -> dict[str, float]:
    """Probability by language, as the library has it."""
    found: dict[str, float] = {}
    for tag, probability in _identifier().rank(text):
        code = _SAME.get(tag, tag)
        found[code] = found.get(code, 0.0) + probability
    return found


@cache
def _identifier() -> Any:
    """Opened when it is first needed."""
    from auditor.texts.language_table import identifier

    return identifier(_LEFT_OUT, ("arz", "ary", "yue", "wuu"))
