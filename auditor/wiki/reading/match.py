"""Which image of a page is which use in its wikitext.

They are told by the file and by the order within it. Where the page shows a file more or less often
than its wikitext names it (templates make images, conditions hide them), images that a template
made are told from the others, as far as the HTML says so; what stays open is not located rather
than guessed.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from auditor.wiki.wikitext.markup import plain
from auditor.wiki.wikitext.uses import FileUse, UseKind
from extractors.mediawiki.records import OtherMedia, WikiImage, WikiPage
from extractors.records import Kind
from extractors.text import collapse

Item = WikiImage | OtherMedia
_MARKUP = re.compile(r"[\[{<&]|''")


@dataclass(frozen=True, slots=True)
class Located:
    """Where an image of a page stands in its wikitext."""

    use: FileUse | None
    reason: str = ""
    """Why it is not known."""


def locate(page: WikiPage, uses: Sequence[FileUse]) -> tuple[Located, ...]:
    """The use of each image of the page."""
    items: list[Item] = [*page.images, *page.others]
    shown: dict[str, list[Item]] = defaultdict(list)
    for item in sorted(items, key=lambda item: item.order):
        shown[_key(item)].append(item)
    written: dict[str, list[FileUse]] = defaultdict(list)
    targets = _redirects(shown, uses)
    for use in uses:
        written[targets.get(use.start, use.name)].append(use)
    told = any(image.made_by for image in page.images)
    found: dict[int, FileUse] = {}
    for key, same in shown.items():
        found.update({item.order: use for item, use in _pairs(same, written[key], told)})
    return tuple(
        Located(found[image.order])
        if image.order in found
        else Located(None, _reason(image, shown[_key(image)], written[_key(image)]))
        for image in page.images
    )


def _redirects(shown: Mapping[str, Sequence[Item]], uses: Sequence[FileUse]) -> dict[int, str]:
    """By the start of a use: the file that the page shows in its place, where the wikitext names a
    redirect to it. The page shows that file more often than it is named, the redirect never, and
    one image alone has the caption or the text that is written."""
    written = Counter(use.name for use in uses)
    more = [
        item
        for name, items in shown.items()
        if len(items) > written[name]
        for item in items
        if isinstance(item, WikiImage) and item.file
    ]
    found: dict[int, str] = {}
    for use in uses:
        if use.file and use.name not in shown and use.kind in (UseKind.LINK, UseKind.GALLERY):
            alike = [item for item in more if _says(item, use)]
            if len(alike) == 1:
                found[use.start] = _key(alike[0])
    return found


def _says(image: WikiImage, use: FileUse) -> bool:
    """Has an image the words of a use, its text or else its caption?"""
    wikitext, text = (use.alt, image.alt) if use.alt else (use.caption, image.caption)
    return bool(wikitext and text) and collapse(plain(wikitext or "")) == collapse(text or "")


def _key(item: Item) -> str:
    if item.file is not None or isinstance(item, OtherMedia):
        return item.file or ""
    return f"<{item.extension}>"


def _pairs(
    items: Sequence[Item], uses: Sequence[FileUse], told: bool
) -> Iterator[tuple[Item, FileUse]]:
    """The items of one file and their uses; `told`: does the HTML say what templates made?"""
    if len(items) == len(uses):
        pairs = list(zip(items, uses, strict=True))
        if len(pairs) == 1 or all(_agree(item, use, told) for item, use in pairs):
            yield from pairs
            return
    if not told:
        return
    for group in {_maker(item) for item in items}:
        some = [item for item in items if _maker(item) == group]
        others = [use for use in uses if _place(use) == group]
        pairs = list(zip(some, others, strict=False))
        if len(some) == len(others) and all(_agree(item, use, told) for item, use in pairs):
            yield from pairs


def _maker(item: Item) -> Hashable:
    made_by = item.made_by if isinstance(item, WikiImage) else None
    return made_by and (_name(made_by.template), made_by.parameter)


def _place(use: FileUse) -> Hashable:
    return use.template and (_name(use.template), use.parameter)


def _name(template: str) -> str:
    return template.replace("_", " ").strip().lower()


def _agree(item: Item, use: FileUse, told: bool) -> bool:
    """Whether an image may be that use: made by a template or not, and the text that is written."""
    if isinstance(item, OtherMedia):
        return True
    if told and (item.made_by is None) != (use.template is None):
        return False
    if use.alt is None or _MARKUP.search(use.alt):
        return True
    return " ".join((item.alt or "").split()) == " ".join(plain(use.alt).split())


def _reason(image: WikiImage, items: Sequence[Item], uses: Sequence[FileUse]) -> str:
    if image.record.kind is Kind.AREA:
        return "it is an area of an image map; the label of its link is its text"
    if image.made_by and not uses:
        return f"the template {image.made_by.template} makes it"
    if not uses:
        known = image.file is not None
        why = "a template makes it, or it goes by another name there" if known else "it is no file"
        return f"the wikitext of the page does not name it: {why}"
    if len(items) != len(uses):
        return (
            f"the page shows it {_times(len(items))}, its wikitext names it {_times(len(uses))}; "
            "which is which is not known"
        )
    return "the page and its wikitext show it in different places"


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"
