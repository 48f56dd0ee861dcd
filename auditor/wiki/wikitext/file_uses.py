"""Every use of a file in the wikitext of a page, and where its alternative text stands or would."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import PurePosixPath

from mwparserfromhell.nodes import Tag, Template, Wikilink

from auditor.wiki.wikitext.lines import gallery_uses, imagemap_use
from auditor.wiki.wikitext.links import with_options
from auditor.wiki.wikitext.markup import (
    CALL,
    Call,
    NodePlace,
    contents_offset,
    hide_variants,
    parse,
    show_variants,
    skeleton,
    tag_name,
    walk,
)
from auditor.wiki.wikitext.names import ENGLISH, SiteNames, file_name, in_namespace
from auditor.wiki.wikitext.templates import NOTHING_KNOWN, PICTURES, Parameters, template_uses
from auditor.wiki.wikitext.uses import FileUse, Refusal, Slot, UseKind

_NO_SYNTAX = {"timeline": UseKind.TIMELINE, "score": UseKind.SCORE}


def file_uses(
    wikitext: str, names: SiteNames = ENGLISH, templates: Parameters = NOTHING_KNOWN
) -> tuple[FileUse, ...]:
    """The uses of files in the order of the text. `templates` are parameters that are known of
    TemplateData."""
    text = hide_variants(wikitext)
    found = _uses(walk(parse(text)), names, templates)
    if text != wikitext:
        found = map(_with_variants, found)
    seen: Counter[str] = Counter()
    numbered = []
    for use in sorted(found, key=lambda use: use.start):
        numbered.append(replace(use, occurrence=seen[use.name]))
        seen[use.name] += 1
    starts = [use.start for use in numbered]
    return tuple(_without_images(use, starts) for use in numbered)


def unknown_spaces(wikitext: str, names: SiteNames) -> Counter[str]:
    """How often links name a picture under what is no known name of a namespace of files: of a wiki
    that has another language than is thought, or further names."""
    known = (*names.file, *names.media, *names.template)
    found: Counter[str] = Counter()
    for place in walk(parse(hide_variants(wikitext))):
        title = str(place.node.title).strip() if isinstance(place.node, Wikilink) else ""
        space = title.partition(":")[0].strip()
        is_picture = PurePosixPath(title.lower()).suffix in PICTURES
        if is_picture and space and ":" in title and not in_namespace(title, known):
            found[space] += 1
    return found


def _without_images(use: FileUse, starts: Sequence[int]) -> FileUse:
    """The use, refused where its text holds another image; `starts`: of all uses, in order."""
    slot = use.slot
    if slot is None or bisect_left(starts, slot.start) == bisect_left(starts, slot.end):
        return use
    return replace(use, slot=None, refusal=Refusal.HOLDS_IMAGE)


def _uses(
    places: Iterable[NodePlace], names: SiteNames, templates: Parameters
) -> Iterator[FileUse]:
    for place in places:
        node = place.node
        if isinstance(node, Wikilink):
            if use := _link(node, place, names):
                yield use
        elif isinstance(node, Template):
            yield from template_uses(node, place.start, names, templates)
            if str(node.name).strip().startswith("#chart:"):
                yield _without_syntax(UseKind.CHART, place)
        elif isinstance(node, Tag):
            yield from _tag(node, place, names, templates)


def _with_variants(use: FileUse) -> FileUse:
    return replace(
        use,
        alt=use.alt and show_variants(use.alt),
        caption=use.caption and show_variants(use.caption),
        options=tuple(replace(each, text=show_variants(each.text)) for each in use.options),
    )


def _link(node: Wikilink, place: NodePlace, names: SiteNames) -> FileUse | None:
    """The use of a file in a link; None for a link that leads to a page."""
    title = str(node.title)
    bones = skeleton(node.title)
    parameterised = CALL in bones
    file = file_name(bones.replace(CALL, "x"), names)
    if file is None:
        return None
    use = _at(place, UseKind.LINK, None if parameterised else file)
    if parameterised:
        return replace(use, refusal=Refusal.PARAMETERISED)
    start = place.start + 2 + len(title)
    return with_options(use, title, node.text, start + (node.text is not None), names)


def _tag(node: Tag, place: NodePlace, names: SiteNames, templates: Parameters) -> Iterator[FileUse]:
    name = tag_name(node)
    if name in _NO_SYNTAX:
        yield _without_syntax(_NO_SYNTAX[name], place)
    elif name == "mapframe":
        yield _mapframe(node, place)
    elif node.self_closing:
        return
    elif name == "gallery":
        start = place.start + contents_offset(node)
        for use, inner in gallery_uses(str(node.contents), start, place.call, names):
            yield use
            yield from _uses(inner, names, templates)
    elif name == "imagemap":
        start = place.start + contents_offset(node)
        if found := imagemap_use(str(node.contents), start, place.call, names):
            yield found[0]
            yield from _uses(found[1], names, templates)


def _mapframe(node: Tag, place: NodePlace) -> FileUse:
    use = _at(place, UseKind.MAPFRAME, None)
    at = place.start + 1 + len(str(node.tag))
    for attribute in node.attributes:
        end = at + len(str(attribute))
        if str(attribute.name).strip() == "alt" and attribute.value is not None:
            quotes = 2 * len(attribute.quotes or "")
            start = end - quotes - len(str(attribute.value))
            return replace(use, alt=str(attribute.value), slot=Slot(start, end, '"', '"'))
        if str(attribute.name).strip() == "text" and attribute.value is not None:
            use = replace(use, caption=str(attribute.value))
        at = end
    return replace(use, slot=Slot(at, at, ' alt="', '"'))


def _without_syntax(kind: UseKind, place: NodePlace) -> FileUse:
    return replace(_at(place, kind, None), refusal=Refusal.NO_ALT_SYNTAX)


def _at(place: NodePlace, kind: UseKind, file: str | None) -> FileUse:
    call = place.call or Call("", "")
    return FileUse(
        kind,
        file,
        place.start,
        place.start + len(str(place.node)),
        template=call.template or None,
        parameter=call.parameter or None,
    )
