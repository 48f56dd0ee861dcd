"""The records that extraction makes of a page: plain, frozen data."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from extractors.facts import Box

FRAMES = ("iframe", "frame")
"""Elements that show another document."""


class Kind(StrEnum):
    """What sort of element shows the picture."""

    IMG = "img"
    SVG = "svg"
    INPUT = "input"
    AREA = "area"
    OBJECT = "object"
    EMBED = "embed"
    CANVAS = "canvas"
    CSS_BACKGROUND = "css-background"
    ROLE_IMG = "role-img"
    POSTER = "poster"
    ICON_FONT = "icon-font"


class ImageMap(StrEnum):
    """The image map of an `img` (HTML, section 4.8.14)."""

    NONE = "none"
    CLIENT = "client"
    """`usemap` names a map of the page."""
    SERVER = "server"
    """`ismap`, and no map of the page."""
    BROKEN = "broken"
    """`usemap` names no map of the page."""


class NameSource(StrEnum):
    """Which step of the accessible name computation gave the name (accname 1.2, section 4.3)."""

    LABELLEDBY = "aria-labelledby"
    LABEL = "aria-label"
    ALT = "alt"
    VALUE = "value"
    TITLE = "title"
    SVG_TITLE = "svg-title"
    CONTENT = "content"
    CSS_ALT = "css-alt"
    FIGCAPTION = "figcaption"
    DEFAULT = "default"
    TOLD = "told"
    """By a script: a property that leaves no trace in the markup, as the browser tells."""
    NONE = "none"


@dataclass(frozen=True, slots=True)
class AccessibleName:
    """The name a screen reader gets, with white space collapsed and trimmed."""

    text: str
    source: NameSource
    steps: tuple[str, ...] = ()
    """The way to the name, a line a step: "alt of img", "aria-labelledby → h2#title"."""


class Exposed(StrEnum):
    """How the page presents an image to assistive technology."""

    EXPOSED = "exposed"
    DECORATIVE = "decorative"
    """Shown to eyes, kept from assistive technology (`alt=""`, role none, aria-hidden)."""
    HIDDEN = "hidden"
    """Shown to nobody in this state of the page (display: none and the like)."""


@dataclass(frozen=True, slots=True)
class Exposure:
    """Exposed, decorative or hidden, and why in words."""

    state: Exposed
    reason: str


@dataclass(frozen=True, slots=True)
class Control:
    """The link or button that an image serves."""

    role: str
    """"link" or "button"."""
    name: str
    """Accessible name of the control, the image's own part included."""
    text: str
    """Text of the control without the image's name; "" when the image stands alone in it."""
    target: str | None = None
    """Absolute URL of a link, None for a button."""
    images: int = 1
    """How many exposed image-like elements the control holds."""
    twin: str | None = None
    """Text of the link right before or after that leads to the same place; None: there is none."""
    unheard: str = ""
    """Kept from listeners with all that it holds: "itself" by a mark of its own (aria-hidden), or
    by one "above"; "" when it is heard."""
    takes_focus: bool = False
    """By the Tab key, however it is marked."""


@dataclass(frozen=True, slots=True)
class Context:
    """What stands around an image. Strings have their white space collapsed; "" means absent."""

    page_title: str = ""
    page_lang: str | None = None
    heading: str = ""
    """The nearest heading before the image in reading order."""
    caption: str = ""
    figure: str | None = None
    """Accessible name of the figure that holds the image; None: it stands in none."""
    in_heading: str | None = None
    """Accessible name of the heading that holds the image; None: it stands in none."""
    block: str = ""
    """Visible text of the paragraph, list item or table cell that holds the image."""
    control: Control | None = None
    text_before: str = ""
    """Up to 400 characters of visible text before the image, ending at the image."""
    text_after: str = ""
    described_by: str = ""
    details: str = ""
    longdesc: str | None = None
    """Absolute URL of a long description."""
    mediawiki: tuple[tuple[str, str], ...] = ()
    drawn_text: str = ""
    """Of an svg: the words and titles inside it, which a listener meets one by one."""
    mathml: bool = False
    """MathML of the same formula stands beside it, for listeners."""


@dataclass(frozen=True, slots=True)
class ImageRecord:
    """One use of an image on a page."""

    kind: Kind
    tag: str
    selector: str
    """CSS selector, unique in its frame; ` >>> ` crosses into a shadow root or a frame."""
    ordinal: int
    """Position among the images of the page, from 0, in document order."""
    role: str
    """Computed ARIA role: "image" (img), "none", "link" (area), "button" (input), ""."""
    src: str | None
    """Absolute URL of the picture as shown, "data:…", or None (inline svg, canvas, icon font)."""
    alt: str | None
    """The alt attribute as written: None absent, "" empty."""
    name: AccessibleName
    exposure: Exposure
    context: Context
    stamp: str | None = None
    """Value of `data-auditor`, joins the record to its element in the browser, or "line-12" to its
    line in a file."""
    box: Box | None = None
    natural_size: tuple[int, int] | None = None
    """Intrinsic (width, height) in image pixels; (0, 0) when the picture did not load."""
    loaded: bool | None = None
    lang: str | None = None
    """Language of the element, from the nearest `lang`, else from the page's `content-language`."""
    page_language: str = ""
    """What language the page is in by its own text ("fi"), where no nearer element than the page
    says another; "" when nobody can tell. Not computed here."""
    language: str = ""
    """What language its text is in, as far as letters, words and page tell; "" as above."""
    frame: str = ""
    """URL of the frame that holds it; "" for the page itself."""
    html: str = ""
    """The element's start tag, at most 500 characters, for a person to recognise it."""
    image_map: ImageMap = ImageMap.NONE
    """Of an `img`: the image map that it asks for."""
    part_of: str | None = None
    """Of a mark in an svg, such as a bar of a chart: the selector of that svg."""
    chromium: tuple[str, str] | None = None
    """Role and name that Chromium computed, a second opinion; ("none", "") when it leaves the
    element out. None: not asked."""

    @property
    def informative_name(self) -> str:
        """The text that a blind reader gets for this image: the name if exposed, else ""."""
        return self.name.text if self.exposure.state is Exposed.EXPOSED else ""


DRAWN = frozenset({Kind.SVG, Kind.CANVAS, Kind.ROLE_IMG, Kind.ICON_FONT})
"""Kinds that have no picture file: the browser's drawing of them is taken."""
