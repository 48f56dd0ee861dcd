"""Does the text tell a reader of this article something?"""

from __future__ import annotations

from dataclasses import replace
from urllib.parse import quote

from auditor.findings import Outcome, Severity, Status
from auditor.rules import run
from auditor.rules.language import ALT_IN_ANOTHER_LANGUAGE
from auditor.rules.neighbouring_text import ALT_REPEATS_HEADING
from auditor.rules.redundancy import ALT_REPEATS_CAPTION, ALT_SAYS_THE_SAME
from auditor.rules.rule import Check, Use
from auditor.rules.wording import ALT_FILE_NAME, ALT_PLACEHOLDER
from auditor.texts.compare import normalise, shown, words
from auditor.wiki.rules.rule import Case, WikiRule
from extractors.mediawiki.captions import without_markers
from extractors.mediawiki.records import Origin, WikiImage

_FOUND = (Outcome.FAILED, Outcome.CANT_TELL)
_SHORTEST_CAPTION = 3
"""Words. Fewer ("In 1912") hardly say what a picture shows."""
_REFERENCES = frozenset(
    normalise(text)
    for text in (
        *("refer to caption", "refer to the caption", "see caption", "see the caption"),
        *("siehe Bildunterschrift", "siehe Bildbeschreibung", "siehe Bildlegende"),
        *("voir légende", "voir la légende", "ver leyenda", "ver pie de foto", "véase la leyenda"),
        *("vedi didascalia", "ver legenda", "veja a legenda", "zie bijschrift", "zie onderschrift"),
        *("zobacz podpis", "patrz podpis", "se bildtext", "se bildtexten", "см. подпись"),
        *("キャプションを参照", "キャプション参照", "参见说明", "见说明", "參見說明", "見說明"),
    )
)
"""Texts that send a listener to the caption (English Wikipedia, WP:ALT, and the like of it)."""


def refers_to_caption(image: WikiImage) -> bool:
    """Does the alt send a listener to a caption that readers see? Then it is right as it is."""
    return bool(image.caption_visible) and refers(image)


def refers(image: WikiImage) -> bool:
    """Does the alt send a listener to a caption, be there one or not?"""
    return normalise(image.alt or "") in _REFERENCES


def _check_caption(case: Case) -> Check | None:
    image = case.image
    if not image.caption_visible or not case.text or refers(image):
        return None
    evidence = {"text": shown(case.text), "caption": shown(image.caption or "")}
    evidence["key"] = case.names.alt_key
    if image.origin is Origin.CAPTION:
        return Check(Outcome.FAILED, "copied", evidence)
    said = run(ALT_REPEATS_CAPTION, case.general)
    if _is_same(case.text, image.caption or "") or said.outcome is Outcome.FAILED:
        return Check(Outcome.FAILED, "same", evidence)
    if said.outcome is Outcome.CANT_TELL:
        return Check(Outcome.CANT_TELL, "nearly", evidence)
    meant = run(ALT_SAYS_THE_SAME, case.general)
    if meant.outcome is Outcome.CANT_TELL:
        return Check(Outcome.CANT_TELL, "meaning", evidence | dict(meant.evidence))
    return None


def _is_same(text: str, caption: str) -> bool:
    return normalise(without_markers(text)) == normalise(without_markers(caption))


ALT_REPEATS_ITS_CAPTION = WikiRule(
    id="alt-repeats-its-caption",
    severity=Severity.MODERATE,
    status=(Status.REDUNDANT, Status.REDUNDANT),
    summary="The alternative text is the caption once more, so it is heard twice.",
    help="Write what the picture shows and the caption does not say, or |alt=refer to caption if "
    "the caption says it all.",
    messages={
        "copied": "The line has no |{key}=, so the software made its caption, “{caption}”, the "
        "alternative text too, and it is heard twice. Add |{key}= with what the picture shows and "
        "the caption does not say.",
        "same": "“{text}” is the caption once more, so it is heard twice. Write what the picture "
        "shows and the caption does not say, or |{key}=refer to caption if it says all.",
        "nearly": "Nearly all words of “{text}” also stand in the caption, “{caption}”. Write what "
        "the picture shows and the caption does not say.",
        "meaning": "“{text}” means nearly the same as the caption, “{caption}” (likeness "
        "{likeness} of 1). Write what the caption leaves out.",
    },
    check=_check_caption,
)


def _check_file_name(case: Case) -> Check | None:
    image = case.image
    if not case.text:
        return None
    evidence = {"text": shown(case.text), "key": case.names.alt_key}
    if image.origin is Origin.FILENAME:
        return Check(Outcome.FAILED, "software", evidence)
    if image.file and case.text.replace("_", " ").casefold() == image.file.casefold():
        return Check(Outcome.FAILED, "written", evidence)
    src = f"https://wiki.invalid/{quote(image.file)}" if image.file else image.record.src
    said = run(ALT_FILE_NAME, Use(replace(image.record, src=src)))
    return Check(said.outcome, "written", evidence) if said.outcome in _FOUND else None


ALT_IS_FILE_NAME = WikiRule(
    id="alt-is-file-name",
    severity=Severity.SERIOUS,
    status=(Status.WEAK, Status.WEAK),
    summary="The alternative text is the name of a file.",
    help="Write what the picture tells a reader of this article.",
    messages={
        "software": "There is no |{key}=, so this wiki's software gave the image the name of its "
        "file, “{text}”, which a screen reader spells out. Write what the picture tells.",
        "written": "“{text}” is the name of a file, and a screen reader spells it out. Write what "
        "the picture tells.",
    },
    check=_check_file_name,
)


def _check_reference(case: Case) -> Check | None:
    image = case.image
    if not refers(image):
        return None
    evidence = {"text": shown(case.text), "caption": shown(image.caption or "")}
    if not image.caption_visible and image.caption_maybe:
        evidence["caption"] = shown(image.caption_maybe)
        return Check(Outcome.CANT_TELL, "maybe", evidence)
    if not image.caption_visible:
        return Check(Outcome.FAILED, "unseen" if image.caption else "nothing", evidence)
    if len(words(image.caption or "")) < _SHORTEST_CAPTION:
        return Check(Outcome.CANT_TELL, "short", evidence)
    return None


REFERS_TO_NO_CAPTION = WikiRule(
    id="refers-to-no-caption",
    severity=Severity.SERIOUS,
    status=(Status.WEAK, Status.WEAK),
    summary="The alternative text sends a listener to a caption that does not tell.",
    help="Write what the picture tells. Only a caption that readers see, and that says what can be "
    "seen, may stand for it.",
    messages={
        "nothing": "“{text}” sends a listener to a caption, and there is none. Write what the "
        "picture tells.",
        "unseen": "“{text}” sends a listener to a caption, but in this format “{caption}” is not "
        "shown. Write what the picture tells, or show the caption with |thumb.",
        "maybe": "“{text}” sends a listener to the caption. “{caption}” stands where one would, "
        "and may be something else. See that it says what the picture tells.",
        "short": "“{text}” sends a listener to the caption “{caption}”, which hardly says what can "
        "be seen. If it does not, write that.",
    },
    check=_check_reference,
)


def _check_nothing(case: Case) -> Check | None:
    if refers(case.image) or case.image.origin is Origin.SYSTEM_MESSAGE:
        return None
    said = run(ALT_PLACEHOLDER, case.general)
    return Check(said.outcome, said.message, said.evidence) if said.outcome in _FOUND else None


ALT_SAYS_NOTHING = WikiRule(
    id="alt-says-nothing",
    severity=Severity.SERIOUS,
    status=(Status.WEAK, Status.WEAK),
    summary="The alternative text would stand as well beside any other picture.",
    help="Write what this picture tells a reader of this article, and no other does.",
    messages={
        "word": "“{text}” could stand beside any picture. Write what this one tells here.",
        "machine": "“{text}” was made by a machine (a camera, a template, an upload). Write what "
        "the picture tells here.",
        "marks": "“{text}” has no word in it. Write what the picture tells here.",
    },
    check=_check_nothing,
)


def _check_heading(case: Case) -> Check | None:
    said = run(ALT_REPEATS_HEADING, case.general)
    return Check(said.outcome, "heading", said.evidence) if said.outcome in _FOUND else None


ALT_IS_HEADING = WikiRule(
    id="alt-is-heading",
    severity=Severity.ADVICE,
    status=(None, None),
    summary="The alternative text is the title of the article or the section once more.",
    help="Say what the picture shows and the title does not.",
    messages={
        "heading": "“{text}” is also the title of the article or the section. Say what the picture "
        "shows and the title does not.",
    },
    check=_check_heading,
)


def _check_language(case: Case) -> Check | None:
    record = case.image.record
    if not record.lang:
        record = replace(record, lang=record.context.page_lang or record.page_language)
    said = run(ALT_IN_ANOTHER_LANGUAGE, Use(record))
    if refers(case.image) or said.outcome not in _FOUND:
        return None
    return Check(said.outcome, said.message, said.evidence)


ALT_IN_WRONG_LANGUAGE = WikiRule(
    id="alt-in-wrong-language",
    severity=Severity.MODERATE,
    status=(None, Status.WEAK),
    summary="The alternative text seems to be in another language than the article.",
    help="Translate it: a screen reader speaks it with the voice of the article's language, and an "
    "alternative text can not say its own. Names may stay as they are.",
    messages={
        "script": "“{text}” is written in {script} letters in an article in “{language}”, so it "
        "will be spoken wrongly or not at all. Translate it; it may have come from another wiki.",
        "words": "“{text}” seems to be in another language (“{other}”) than the article "
        "(“{language}”), and will be spoken with the wrong voice. Translate it; it may have come "
        "from another wiki.",
    },
    check=_check_language,
)
