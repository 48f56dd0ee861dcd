"""Does the wikitext of an image say what its writer meant?"""

from __future__ import annotations

from difflib import get_close_matches

from auditor.findings import Outcome, Severity
from auditor.rules.rule import Check
from auditor.texts.compare import shown
from auditor.wiki.rules.rule import Case, WikiRule
from auditor.wiki.wikitext.names import ALT, SiteNames, option
from auditor.wiki.wikitext.uses import Option

_NEAR_KEY, _NEAR_WORD = 0.66, 0.8
"""Likeness (difflib) from which on a word is taken for a misspelling: "atl" of "alt"."""
_LONGEST_KEY = 14
_NO_KEYS = ("caption", "alt text", "alttext", "alt-text", "description", "title", "text")
"""What people write before "=", and MediaWiki has no option for."""


def _captions(case: Case) -> list[Option]:
    """The options that MediaWiki takes for captions, of which it shows the last."""
    options = case.use.options if case.use is not None else ()
    return [each for each in options if each.word is None and each.text.strip()]


def _check_twice(case: Case) -> Check | None:
    options = case.use.options if case.use is not None else ()
    alts = [each.text.partition("=")[2].strip() for each in options if each.word == ALT]
    if len(alts) < 2:
        return None
    evidence = {"key": case.names.alt_key, "first": shown(alts[0]), "last": shown(alts[-1])}
    return Check(Outcome.FAILED, "twice", evidence)


TWO_ALTS = WikiRule(
    id="two-alts",
    severity=Severity.MODERATE,
    status=(None, None),
    summary="The image has two alternative texts.",
    help="Keep one |alt=: MediaWiki's two parsers do not agree which counts.",
    messages={
        "twice": "|{key}= stands there more than once. One parser of MediaWiki takes the first, "
        "“{first}”, the other one the last, “{last}”. Keep one.",
    },
    check=_check_twice,
)


def _check_mistaken(case: Case) -> Check | None:
    captions = _captions(case)
    if case.use is not None and case.use.taken_for_caption:
        return Check(Outcome.CANT_TELL, "space", {"key": case.names.alt_key})
    for each in captions:
        text = each.text.strip()
        evidence = {"option": shown(text), "key": case.names.alt_key}
        if _is_wrongly_cased(text, case.names):
            return Check(Outcome.FAILED, "case", evidence)
        if meant := _misspelt_key(text, case.names):
            return Check(Outcome.FAILED, "key", evidence | {"meant": meant})
        # What is shown as the caption may well be a word like "Light".
        if each is not captions[-1] and (meant := _misspelt_word(text, case.names)):
            return Check(Outcome.CANT_TELL, "word", evidence | {"meant": meant})
    return None


def _is_wrongly_cased(text: str, names: SiteNames) -> bool:
    if option(text, names) is not None:
        return False
    word = option(text.lower(), names)
    # "Page 3 of the manuscript" is a caption.
    return word is not None and (word != "img_page" or "=" in text)


def _misspelt_key(text: str, names: SiteNames) -> str:
    """What was meant by the word before "="; "" when nothing of the kind."""
    key, equals, _ = text.partition("=")
    key = key.strip().lower()
    if not equals or not key or len(key) > _LONGEST_KEY:
        return ""
    if key in _NO_KEYS:
        return f"{names.alt_key}=" if key.startswith("alt") else "no word before it"
    keys = {a[: -len("=$1")] for _, spellings in names.options for a in spellings if "=$1" in a}
    near = get_close_matches(key, keys, 1, _NEAR_KEY)
    return f"{near[0]}=" if near else ""


def _misspelt_word(text: str, names: SiteNames) -> str:
    known = [a for _, spellings in names.options for a in spellings if "$1" not in a]
    near = get_close_matches(text.lower(), known, 1, _NEAR_WORD)
    return near[0] if near and " " not in text else ""


OPTION_TAKEN_FOR_CAPTION = WikiRule(
    id="option-taken-for-caption",
    severity=Severity.MODERATE,
    status=(None, None),
    summary="An option is misspelt or in the wrong case, so that it is taken for a caption.",
    help="Correct it. Options are told apart by case: “alt=”, not “Alt=”.",
    messages={
        "case": "“{option}” is taken for a caption, because the case of its letters is wrong. "
        "Write it in small letters.",
        "key": "“{option}” is taken for a caption, because there is no such option. Was {meant} "
        "meant?",
        "space": "There is a space before the = of “{key}=”, so that MediaWiki takes the text for "
        "a caption. Delete the space.",
        "word": "“{option}” is taken for a caption, and shown nowhere. Was “{meant}” meant?",
    },
    check=_check_mistaken,
)


def _check_lost(case: Case) -> Check | None:
    captions = _captions(case)
    if len(captions) < 2 or _check_mistaken(case) is not None:
        return None
    evidence = {"lost": shown(captions[0].text), "kept": shown(captions[-1].text)}
    return Check(Outcome.CANT_TELL, "lost", evidence)


CAPTION_LOST = WikiRule(
    id="caption-lost",
    severity=Severity.ADVICE,
    status=(None, None),
    summary="One of two captions is shown nowhere.",
    help="An image has one caption, the last one. A | inside it is written {{!}}.",
    messages={
        "lost": "“{lost}” is shown nowhere, because “{kept}” comes after it, and the last one is "
        "the caption. If it was meant as the alternative text, write |alt= before it.",
    },
    check=_check_lost,
)
