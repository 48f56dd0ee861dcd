"""Is the text in the language that a screen reader will speak it in?

What language a text is in was settled before (auditor/texts/languages.py): by its letters, by its
page, and for texts of some words by a library, whose guess is asked about and never told as sure.
"""

from __future__ import annotations

import re
from collections import Counter

from auditor.findings import Outcome, Severity
from auditor.rules.criteria import LANGUAGE_OF_PAGE
from auditor.rules.rule import PASSED, Check, Rule, Use
from auditor.rules.wording import is_placeholder, is_text, is_written
from auditor.texts.compare import shown, words
from auditor.texts.languages import is_near, primary, reads_rather_as
from auditor.texts.scripts import letters_by_script, script_name, scripts_of

_FEWEST_LETTERS = 4
_SHARE = 0.5
"""Of the letters. Latin ones stand on pages of every language, for names."""
_FEWEST_WORDS = 5
"""Of a text that is asked about for its words: titles and names of two or three are foreign with
good reason."""


def _place(use: Use) -> str:
    """The language that the place of the image is spoken in: as it says, else as it reads."""
    return primary(use.record.lang) or use.record.page_language


def _is_elsewhere(use: Use) -> bool:
    """The text is in another language than its place."""
    return bool(use.language) and not is_near(use.language, _place(use))


def _is_of_its_page(use: Use) -> bool:
    """The page is in the language of the text, so that it is what the page says that is wrong."""
    own = use.record.page_language
    return bool(own) and is_near(own, use.language)


def _evidence(use: Use) -> dict[str, str]:
    said = use.record.lang or use.record.page_language
    return {"text": shown(use.text), "language": said, "other": use.language}


def _check_language(use: Use) -> Check:
    if not _is_elsewhere(use) or _is_of_its_page(use):
        return PASSED
    own = scripts_of(_place(use)) | {"LATIN"}
    foreign = Counter({n: c for n, c in letters_by_script(use.text).items() if n not in own})
    if foreign.total() >= max(_FEWEST_LETTERS, _SHARE * letters_by_script(use.text).total()):
        script = script_name(foreign.most_common(1)[0][0])
        return Check(Outcome.CANT_TELL, _said(use, "script"), _evidence(use) | {"script": script})
    if len(words(use.text)) < _FEWEST_WORDS:
        return PASSED
    return Check(Outcome.CANT_TELL, _said(use, "words"), _evidence(use))


def _said(use: Use, message: str) -> str:
    """The message for a page that says its language, or for one that only reads as in one."""
    return message if use.record.lang else f"{message}-unsaid"


ALT_IN_ANOTHER_LANGUAGE = Rule(
    id="alt-in-another-language",
    severity=Severity.ADVICE,
    criteria=(),
    summary="The text seems to be in another language than the place it stands in.",
    help="A screen reader speaks the text with the voice of the page's language (WCAG 2.2, 3.1.2). "
    "Translate it, or say its language with a lang attribute. Names may stay as they are.",
    messages={
        "script": "“{text}” is written in {script} letters where the page says “{language}”, so it "
        "will be spoken wrongly or not at all. Translate it, or give the image a lang attribute.",
        "words": "“{text}” seems to be in another language (“{other}”) than the page says "
        "(“{language}”). Translate it, or give the image a lang attribute.",
        "script-unsaid": "“{text}” is written in {script} letters. No language is said there, and "
        "the page reads as “{language}”. Translate the text, or say its language and that of the "
        "page with lang attributes.",
        "words-unsaid": "“{text}” seems to be in another language (“{other}”) than the page, which "
        "reads as “{language}”; no language is said there. Translate the text, or say its language "
        "and that of the page with lang attributes.",
    },
    applies=lambda use: is_text(use) and not is_placeholder(use) and bool(scripts_of(_place(use))),
    check=_check_language,
)


def _says_otherwise(use: Use) -> Check:
    if not (_is_elsewhere(use) and _is_of_its_page(use)):
        return PASSED
    if reads_rather_as(use.text, _place(use), use.record.page_language):
        return PASSED  # "Log in" on a page whose template is English, and spoken so
    return Check(Outcome.CANT_TELL, "page", _evidence(use))


PAGE_LANGUAGE_WRONG = Rule(
    id="page-language-wrong",
    severity=Severity.MODERATE,
    criteria=(LANGUAGE_OF_PAGE,),
    summary="The page seems to be in another language than its lang attribute says.",
    help="A screen reader speaks the page, and every text of an image on it, with the voice of the "
    "language that the page says (WCAG 2.2, 3.1.1). Correct the lang attribute of the html "
    "element, often in the template of the whole site.",
    messages={
        "page": "The page says that its language is “{language}”, but it reads as “{other}”, so "
        "“{text}” will be spoken with the wrong voice. Correct the lang attribute of the page.",
    },
    applies=lambda use: (
        is_text(use)
        and bool(scripts_of(primary(use.record.lang)))
        and bool(use.record.page_language)
    ),
    check=_says_otherwise,
)


_TAG = re.compile(r"(?:[a-z]{2,3}|[xi])(?:-[a-z0-9]{1,8})*", re.IGNORECASE)


def _check_tag(use: Use) -> Check:
    tag = (use.record.lang or "").strip()
    if _TAG.fullmatch(tag):
        return PASSED
    return Check(Outcome.CANT_TELL, "tag", {"tag": shown(tag), "text": shown(use.text)})


LANGUAGE_TAG_INVALID = Rule(
    id="language-tag-invalid",
    severity=Severity.ADVICE,
    criteria=(),
    summary="The lang attribute that holds for the text names no language.",
    help="Use a tag of BCP 47: “en”, “pt-BR”. A screen reader chooses the voice by it.",
    messages={
        "tag": "“{text}” stands where the lang attribute says “{tag}”, which is the tag of no "
        "language, so it may be spoken with the wrong voice. Correct the attribute.",
    },
    applies=lambda use: is_written(use) and bool((use.record.lang or "").strip()),
    check=_check_tag,
)
