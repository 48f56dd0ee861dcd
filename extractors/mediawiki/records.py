"""What an article's HTML says of its images, beside what any page's would: plain, frozen data."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from extractors.records import ImageRecord


class Origin(StrEnum):
    """Where the alt of an image comes from."""

    EXPLICIT = "explicit"
    """Written: `|alt=`, or the parameter of a template."""
    CAPTION = "caption"
    """The software copied the caption."""
    FILENAME = "filename"
    """The software wrote the file's name (MediaWiki's HTML of up to 2025)."""
    GENERATED_EMPTY = "generated-empty"
    """The software wrote `alt=""` (MediaWiki of up to early 2023)."""
    SYSTEM_MESSAGE = "system-message"
    """A message of the software, such as "Map"."""
    TEX = "tex"
    """The source of a formula."""
    SOURCE_CODE = "source-code"
    """The source of a score."""
    ELSEWHERE = "elsewhere"
    """Not in the wikitext of the page: a template or a module wrote or made it."""
    NONE = "none"
    """There is no alt."""


class Format(StrEnum):
    """How an image is set (MediaWiki, Help:Images, section Format)."""

    THUMB = "thumb"
    FRAME = "frame"
    FRAMELESS = "frameless"
    PLAIN = "plain"


class Container(StrEnum):
    """What holds the image on the page."""

    FIGURE = "figure"
    INLINE = "inline"
    GALLERY = "gallery"
    THUMB_BOX = "thumbinner"
    """The `div` of HTML before `figure`."""
    INFOBOX = "infobox"
    MULTIPLE_IMAGE = "multiple image"
    """One of the pictures of a template that sets several in a frame."""


class Link(StrEnum):
    """Where a click on the image leads."""

    FILE_DESCRIPTION = "file-description"
    PAGE = "page"
    """Another page of the wiki."""
    EXTERNAL = "external"
    UPLOAD = "upload"
    """The form to upload a file that is not there, as MediaWiki marks it (class `new`)."""
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Section:
    """The section of the article that something stands in."""

    heading: str
    """The title of the article for what stands before the first heading."""
    number: int | None
    """N of `&section=N` in the link to edit it, 0 before the first heading. None: the HTML does not
    say, or a template made the heading."""


@dataclass(frozen=True, slots=True)
class MadeBy:
    """The template that made an image, from Parsoid's transclusion data."""

    template: str
    parameter: str | None
    """Whose value names the file; None: none does."""


@dataclass(frozen=True, slots=True)
class WikiImage:
    """One use of an image in an article. None everywhere: not known."""

    record: ImageRecord
    """As of any page, its context made of what stands around it in the article."""
    order: int
    """Position in the HTML; `OtherMedia` counts on the same scale."""
    file: str | None
    """"Big cat.jpg"; None also where the picture is no file of the wiki (a formula, a map)."""
    occurrence: int | None
    """Which use of this file on the page, from 0; None where the file is."""
    origin: Origin | None
    caption: str | None
    """Without markers of references. None: no place for one; "": an empty one."""
    caption_visible: bool | None
    """False: it is there, and readers do not see it. None where the caption is."""
    format: Format | None
    container: Container
    link: Link
    decorative: bool
    """Nothing is announced: hidden from assistive technology, or an empty alt and no link."""
    section: Section
    lead: str
    """Opening of the article, up to 400 characters."""
    made_by: MadeBy | None
    extension: str | None
    """Tag of the extension that drew it: "imagemap", "mapframe", "timeline", "score", "math",
    "chart"; None: an ordinary image."""
    width: int | None
    height: int | None
    """As shown, in CSS pixels."""
    left_out: str | None
    """Why it is no matter for an editor: "smaller than 50 pixels"; None: it is one."""
    shown: str | None = None
    """The file whose picture is shown, where that is another: `thumb=Other.png`, or `file` leads to
    it; None: it is `file`."""
    caption_maybe: str | None = None
    """Words of an infobox that may be its caption, or something else; None: there are none."""

    @property
    def alt(self) -> str | None:
        """The alt attribute: None absent, "" empty."""
        return self.record.alt


@dataclass(frozen=True, slots=True)
class OtherMedia:
    """A use of a file that shows no picture with an alt."""

    kind: str
    """"missing-file", "video" or "audio"."""
    order: int
    file: str | None
    occurrence: int | None
    text: str
    """What stands in the place of a missing file, else ""."""
    caption: str | None
    caption_visible: bool | None
    link: Link
    section: Section


@dataclass(frozen=True, slots=True)
class WikiPage:
    """An article's HTML, read."""

    title: str
    lang: str | None
    lead: str
    images: tuple[WikiImage, ...]
    """Page order, those that are left out included."""
    others: tuple[OtherMedia, ...]
