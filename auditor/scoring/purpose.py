"""Chooses what an image is for on its page.

From role, link or button, caption, file name, class and pixels; never from the text that is
judged, or a wrong text would choose what it is held against.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from auditor.message import Message, marked
from auditor.net.urls import file_of, leads_to_picture
from auditor.profiles import EXPECTED, FULL, Profile
from auditor.results import PictureInfo
from auditor.rules.fit import DRAWN_FILES, MUCH_TEXT
from auditor.rules.markup import attributes
from auditor.rules.reasons import why_exposed
from auditor.texts.compare import first_entry, normalise, shown, words
from auditor.texts.memo import remembered
from auditor.texts.wordlists import words_for
from extractors.records import Context, Control, Exposed, ImageRecord, Kind

ICON_SIDE = 48.0
"""CSS pixels: a drawing shown no larger is an icon."""
TEXT_WORDS = 12
"""Words read from a drawing, from which on it is a picture of text."""
_OPENING = 6
"""Words of a caption that say what the picture is; later ones tell what it shows."""
_PRICE = re.compile(r"[€$£¥]\s?\d|\d\s?(?:€|EUR|USD|CHF|kr\b|zł)")
_PRICE_NEAR = 80
"""Characters after the image in which a price makes it a product's."""


def profile_of(record: ImageRecord, picture: PictureInfo | None) -> Profile:
    """The purpose of one image use. `picture`: None when no file came."""
    name, why = next(_choices(record, picture))
    expected = EXPECTED[name]
    telling = expected.telling_words
    if name == "picture of text" and picture is not None:
        telling = min(FULL, len(set(words(" ".join(picture.words)))))
    return Profile(name, why, telling, expected.weights)


def serves_a_purpose(context: Context) -> bool:
    """Whether the image is a link or button with a purpose of its own; a link to a picture file
    only shows the same picture larger."""
    control = context.control
    if control is None:
        return False
    return not leads_to_picture(control.target)


def _choices(record: ImageRecord, picture: PictureInfo | None) -> Iterator[tuple[str, Message]]:
    """Purposes that hold, each with its reason; the first counts and there is always one."""
    control = record.context.control
    if control is not None and not serves_a_purpose(record.context):
        control = None
    # A link or button that has no name needs the text, however the image is marked.
    if record.exposure.state is Exposed.DECORATIVE and (control is None or control.name):
        yield (
            "decoration",
            Message("it is kept from listeners ({reason})", reason=why_exposed(record)),
        )
    named = _named_kind(record)
    if control is not None:
        yield _functional(record, control, named)
    if named:
        yield named
    if _is_small(record):
        template = marked("it is a drawing of at most {side:.0f} × {side:.0f} pixels")
        if not (record.kind in _DRAWN or _is_flat(picture)):
            template = marked("it is shown at most {side:.0f} × {side:.0f} pixels large")
        yield "icon", Message(template, side=ICON_SIDE)
    if price := _PRICE.search(record.context.text_after[:_PRICE_NEAR]):
        yield "product", Message("a price follows it (“{price}”)", price=price[0].strip())
    if picture is None or picture.problem:
        yield "picture", Message("no picture came to tell more, and nothing around it does")
        return
    number = len(picture.words)
    if picture.flat and number >= TEXT_WORDS:
        yield "picture of text", Message("{number} words were read in it", number=number)
    if picture.flat and picture.mime == "image/svg+xml":
        yield "drawing", Message("it is drawn in SVG, and nothing says more")
    if picture.flat:
        yield "drawing", Message("it has few colours or transparency, and nothing says more")
    if number >= MUCH_TEXT and picture.mime in DRAWN_FILES:
        yield "screenshot", Message("{number} words were read in it", number=number)
    yield (
        "photograph",
        Message("it has the many colours of a photograph, and nothing says otherwise"),
    )


_DRAWN = (Kind.SVG, Kind.ICON_FONT, Kind.ROLE_IMG, Kind.CANVAS)


def _functional(
    record: ImageRecord, control: Control, named: tuple[str, Message] | None
) -> tuple[str, Message]:
    if control.role == "button":
        beside = Message("it stands in a button")
        return "button", beside if control.text else Message("it is all of a button")
    if named and named[0] == "logo":
        return "logo", Message("{reason}, in a link", reason=named[1])
    if control.text:
        said = shown(control.text)
        return "teaser", Message("it stands in a link that says “{text}”", text=said)
    if record.kind is Kind.AREA:
        return "link", Message("it is an area of an image map")
    if control.target:
        return "link", Message("it is all of a link to {target}", target=shown(control.target))
    return "link", Message("it is all of a link")


def _named_kind(record: ImageRecord) -> tuple[str, Message] | None:
    """The kind of picture that caption, file name or class call it, with the reason."""
    lists = words_for(record.page_language or record.lang).kinds
    for template, text in _names(record):
        if not text:
            continue
        for kind, entries in lists.items():
            if word := first_entry(text, entries):
                return kind, Message(template, word=word)
    return None


def _names(record: ImageRecord) -> Iterator[tuple[str, str]]:
    """Where an author says what a picture is, normalised, and how a reason says so."""
    opening = words(record.context.caption)[:_OPENING]
    yield marked("its caption says “{word}”"), " ".join(opening)
    yield marked("its file name says “{word}”"), _split(file_of(record.src).stem)
    marks = attributes(record)
    own = f"{marks.get('class', '')} {marks.get('id', '')}"
    yield marked("its class says “{word}”"), _split(own)


@remembered
def _split(name: str) -> str:
    """The words of an identifier: "siteLogo-2x" is "site logo x"."""
    parted = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name)
    return normalise(re.sub(r"\d+", " ", parted))


def _is_small(record: ImageRecord) -> bool:
    box = record.box
    size = (box.width, box.height) if box is not None else record.natural_size
    return size is not None and 0 < max(size) <= ICON_SIDE


def _is_flat(picture: PictureInfo | None) -> bool:
    return picture is not None and picture.flat
