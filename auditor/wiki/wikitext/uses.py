"""A use of a file in wikitext, and why its alternative text may not be written: plain data."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from auditor.errors import AuditorError
from auditor.wiki.wikitext.names import ALT

_SPACED = re.compile(r"[^=]*\s=")


class UseKind(StrEnum):
    """What kind of wikitext shows the file."""

    LINK = "file-link"
    """`[[File:…]]`."""
    GALLERY = "gallery"
    """A line of `<gallery>`."""
    IMAGEMAP = "imagemap"
    """The first line of `<imagemap>`."""
    TEMPLATE = "template"
    """The name of a file as a parameter of a template."""
    MAPFRAME = "mapframe"
    TIMELINE = "timeline"
    SCORE = "score"
    CHART = "chart"


class Refusal(StrEnum):
    """Why an alternative text is not written."""

    TEMPLATE_GENERATED = "template-generated"
    NO_ALT_SYNTAX = "no-alt-syntax"
    NO_PICTURE = "no-picture"
    PARAMETERISED = "parameterised-file-name"
    OPTIONS_FROM_TEMPLATE = "options-from-template"
    DUPLICATE_ALT = "duplicate-alt"
    UNKNOWN_PARAMETER = "unknown-parameter"
    EMPTY = "empty-text"
    HOLDS_IMAGE = "image-in-text"
    UNKNOWN_WORD = "unknown-option"
    UNSURE = "unsure"


REASONS = {
    Refusal.TEMPLATE_GENERATED: "the wikitext of the page does not name this file so often; a "
    "template makes the image, and has to be edited instead",
    Refusal.NO_ALT_SYNTAX: "there is no way to write an alternative text for it; say in the text "
    "nearby what it shows",
    Refusal.NO_PICTURE: "a sound or a film shows no alternative text",
    Refusal.PARAMETERISED: "a template gives the name of the file",
    Refusal.OPTIONS_FROM_TEMPLATE: "a template gives options of the image, and may give an "
    "alternative text already",
    Refusal.DUPLICATE_ALT: "it has two alternative texts, and readers of the wiki get one or the "
    "other; delete one first",
    Refusal.UNKNOWN_PARAMETER: "it is not known which parameter of the template takes the "
    "alternative text",
    Refusal.EMPTY: "an empty text leaves the link to the file without a name; where a picture only "
    "decorates, write |alt=|link= by hand",
    Refusal.HOLDS_IMAGE: "its alternative text holds another image, which would be lost",
    Refusal.UNKNOWN_WORD: "it has an option that is not known of MediaWiki in this language, "
    "and that may be an alternative text; name the article by its address, so that its wiki can be "
    "asked",
    Refusal.UNSURE: "the change would alter more than this text",
}


class Refused(AuditorError):
    """An alternative text is not written; the message says why, fit to show."""

    def __init__(self, reason: Refusal, more: str = "") -> None:
        super().__init__(f"{REASONS[reason]}{more}")
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Option:
    """One part of a file's wikitext between two `|`."""

    word: str | None
    """The magic word it is, such as "img_alt"; None: the wiki takes it for a caption."""
    start: int
    """Offset in the wikitext, in characters, after the `|`."""
    text: str
    """As written, with its spaces."""

    @property
    def end(self) -> int:
        """Offset after its last character."""
        return self.start + len(self.text)


@dataclass(frozen=True, slots=True)
class Slot:
    """Where a text goes: characters `start` to `end` give way to `before`, the text, `after`."""

    start: int
    end: int
    before: str = ""
    after: str = ""


@dataclass(frozen=True, slots=True)
class FileUse:
    """One use of a file in the wikitext of a page."""

    kind: UseKind
    file: str | None
    """"Big cat.jpg"; None: there is none (a map), or a template gives it."""
    start: int
    """Offset in characters."""
    end: int
    occurrence: int = 0
    """Which use of this file (where there is none, of this kind) on the page, from 0."""
    alt: str | None = None
    """Wikitext of the alternative text; None: none is written."""
    caption: str | None = None
    """Wikitext of the caption that is shown, the last one; None: there is none."""
    options: tuple[Option, ...] = ()
    template: str | None = None
    """The innermost template that it is an argument of."""
    parameter: str | None = None
    """The parameter of that template."""
    slot: Slot | None = None
    """None: no text can be written, for the reason in `refusal`."""
    refusal: Refusal | None = None

    @property
    def name(self) -> str:
        """The file; "<mapframe>" where there is none."""
        return self.file or f"<{self.kind}>"

    @property
    def taken_for_caption(self) -> bool:
        """Whether a space before the "=" of its text makes MediaWiki take that for a caption."""
        return any(_SPACED.match(option.text) for option in self.options if option.word == ALT)

    @property
    def id(self) -> str:
        """The use as people write it: "Cat.jpg", its second use "Cat.jpg#2"."""
        return use_id(self.name, self.occurrence)


def use_id(file: str, occurrence: int) -> str:
    """ "Cat.jpg", the second use "Cat.jpg#2": no file has a # in its name."""
    return f"{file}#{occurrence + 1}" if occurrence else file
