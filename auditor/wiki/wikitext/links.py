"""The options of an image: `[[File:Cat.jpg|thumb|alt=…|A cat]]`, and lines that look alike.

MediaWiki splits at `|` and takes what is no option for a caption, of which the last counts (core,
Parser::makeImage). An alternative text goes right before that caption, else to the end.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import PurePosixPath

from mwparserfromhell.wikicode import Wikicode

from auditor.wiki.wikitext.markup import BAR, CALL, skeleton
from auditor.wiki.wikitext.names import ALT, SiteNames, option
from auditor.wiki.wikitext.uses import FileUse, Option, Refusal, Slot, UseKind

_MEDIA = frozenset(
    f".{ending}"
    for ending in (
        *("flac", "m4a", "mid", "midi", "mov", "mp3", "mp4", "mpeg", "mpg"),
        *("oga", "ogg", "ogv", "opus", "wav", "webm"),
    )
)
"""Files that are heard or run: `alt=` changes nothing about their HTML."""
_KEY = re.compile(r"\s*[^\W\d_][\w-]+\s*=")
"""What an option with a value begins with."""


def with_options(
    use: FileUse,
    title: str,
    text: Wikicode | None,
    start: int,
    names: SiteNames,
    kinds: Iterable[str] | None = None,
) -> FileUse:
    """The use with its options, and where an alternative text goes.

    `title` is what stands before the first `|` as written, `text` what stands after it, which
    begins at offset `start` (where there is no `|`, `start` is the end of the title). `kinds` are
    the magic words that count there; None: all.
    """
    if text is None:
        slot = Slot(start, start, f"|{names.alt_key}=")
        return _checked(replace(use, slot=slot))
    bones = skeleton(text)
    options = tuple(_options(str(text), bones, start, names, kinds))
    alts = [each for each in options if each.word == ALT]
    captions = [each for each in options if each.word is None]
    use = replace(use, options=options, caption=captions[-1].text.strip() if captions else None)
    if len(alts) > 1:
        return replace(
            use, alt=alts[-1].text.partition("=")[2].strip(), refusal=Refusal.DUPLICATE_ALT
        )
    if not names.told and any(_KEY.match(each.text) for each in captions):
        use = replace(use, refusal=Refusal.UNKNOWN_WORD)
    # A line of a gallery has few options, and what a template gives there is its caption.
    given = use.kind is not UseKind.GALLERY and any(map(_from_template, bones.split("|")))
    if BAR in bones or given:
        use = replace(use, refusal=Refusal.OPTIONS_FROM_TEMPLATE)
    if alts:
        alt, slot = _written(alts[0], bones[alts[0].start - start : alts[0].end - start])
        return _checked(replace(use, alt=alt, slot=slot))
    return _checked(replace(use, slot=_new_slot(title, options, captions, names.alt_key)))


def _checked(use: FileUse) -> FileUse:
    """The use without a slot where a text may not or need not be written."""
    refusal = use.refusal
    if use.file and PurePosixPath(use.file.lower()).suffix in _MEDIA:
        refusal = Refusal.NO_PICTURE
    return replace(use, refusal=refusal, slot=None if refusal else use.slot)


def _options(
    text: str, bones: str, start: int, names: SiteNames, kinds: Iterable[str] | None
) -> Iterator[Option]:
    at = 0
    for part in bones.split("|"):
        yield Option(option(part, names, kinds=kinds), start + at, text[at : at + len(part)])
        at += len(part) + 1


def _from_template(bones: str) -> bool:
    part = bones.strip()
    return bool(part) and not part.strip(f"{CALL} \n")


def _written(alt: Option, bones: str) -> tuple[str, Slot]:
    """The value of an option `alt=…`, and the slot in its place. Comments around it stay."""
    after_key = bones.index("=") + 1
    value = bones[after_key:]
    at = alt.start + after_key + len(value) - len(value.lstrip())
    if not value.strip():
        return "", Slot(alt.start + after_key, alt.start + after_key)
    end = at + len(value.strip())
    return alt.text[at - alt.start : end - alt.start], Slot(at, end)


def _new_slot(title: str, options: tuple[Option, ...], captions: list[Option], key: str) -> Slot:
    """Before the caption that counts, else after the last option, with the spaces of its
    neighbours."""
    if not captions:
        last = options[-1]
        return Slot(last.end, last.end, f"|{_lead(last.text)}{key}=", _tail(last.text))
    caption = captions[-1]
    before = options.index(caption) - 1
    tail = _tail(options[before].text if before >= 0 else title)
    return Slot(caption.start, caption.start, f"{_lead(caption.text)}{key}=", f"{tail}|")


def _lead(text: str) -> str:
    """The spaces that a text begins with; none where a new line is among them."""
    lead = text[: len(text) - len(text.lstrip())]
    return lead if text.strip() and "\n" not in lead else ""


def _tail(text: str) -> str:
    return text[len(text.rstrip()) :] if text.strip() else ""
