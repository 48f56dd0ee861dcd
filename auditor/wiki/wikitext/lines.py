"""Images in lines: those of `<gallery>`, and the first one of `<imagemap>`.

The library takes what stands in these tags for plain text. See core, Parser::renderImageGallery,
and the extension ImageMap.
"""

from __future__ import annotations

from collections.abc import Iterator

from auditor.wiki.wikitext.links import with_options
from auditor.wiki.wikitext.markup import Call, NodePlace, parse, walk, without_comments
from auditor.wiki.wikitext.names import ALT, SiteNames, file_name
from auditor.wiki.wikitext.uses import FileUse, UseKind

_GALLERY = (ALT, "img_class", "img_lang", "img_link", "img_page")
"""Options that a line of a gallery may have; any other is a caption there."""


def gallery_uses(
    content: str, start: int, call: Call | None, names: SiteNames
) -> Iterator[tuple[FileUse, tuple[NodePlace, ...]]]:
    """The images of a gallery, each with what stands in its caption. `start` is the offset of the
    content."""
    for line, at in _lines(content):
        if found := _use(line, start + at, UseKind.GALLERY, call, names):
            yield found


def imagemap_use(
    content: str, start: int, call: Call | None, names: SiteNames
) -> tuple[FileUse, tuple[NodePlace, ...]] | None:
    """The image of a map: its first line that is neither empty nor a remark."""
    for line, at in _lines(content):
        if not line.startswith("#"):
            return _use(line, start + at, UseKind.IMAGEMAP, call, names)
    return None


def _lines(content: str) -> Iterator[tuple[str, int]]:
    """Lines that hold anything, without spaces around, with their offsets."""
    at = 0
    visible = without_comments(content)
    for line in visible.split("\n"):
        lead = len(line) - len(line.lstrip())
        if text := line.strip():
            yield content[at + lead : at + lead + len(text)], at + lead
        at += len(line) + 1


def _use(
    line: str, start: int, kind: UseKind, call: Call | None, names: SiteNames
) -> tuple[FileUse, tuple[NodePlace, ...]] | None:
    title, bar, rest = line.partition("|")
    gallery = kind is UseKind.GALLERY
    file = file_name(without_comments(title), names, bare=gallery)
    if file is None:
        return None
    code = parse(rest) if bar else None
    use = FileUse(
        kind,
        file,
        start,
        start + len(line),
        template=call.template if call else None,
        parameter=call.parameter if call else None,
    )
    begin = start + len(title) + len(bar)
    kinds = _GALLERY if gallery else None
    places = () if code is None else tuple(walk(code, begin, call))
    return with_options(use, title, code, begin, names, kinds), places
