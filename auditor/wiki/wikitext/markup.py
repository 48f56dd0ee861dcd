"""Wikitext as a tree (mwparserfromhell), with the offset of each node, which the library lacks.

Quotes for bold and italics are taken as text: one that nobody closed would hide the image around
it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import unescape

import mwparserfromhell
from mwparserfromhell.nodes import (
    Argument,
    Comment,
    ExternalLink,
    Heading,
    Node,
    Tag,
    Template,
    Text,
    Wikilink,
)
from mwparserfromhell.wikicode import Wikicode

OPAQUE, CALL, BAR = "\x00", "\x01", "\x02"
"""In a skeleton: what may hold a `|` of its own; a template or an argument; `{{!}}`."""
_OTHER_LANGUAGE = frozenset({"mapframe", "maplink", "graph", "templatestyles"})
"""Tags of extensions whose content is no wikitext, beside those that the library knows."""
_VARIANTS = re.compile(r"-\{[^{}\[\]]*\}-")
_HIDDEN = str.maketrans("|={}", "\ue000\ue001\ue002\ue003")
_SHOWN = {hidden: mark for mark, hidden in _HIDDEN.items()}
_REFERENCE = re.compile(r"&#?\w+;")
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Call:
    """The place of a node in a template."""

    template: str
    """As written, without comments."""
    parameter: str


@dataclass(frozen=True, slots=True)
class NodePlace:
    """A node and where it stands."""

    node: Node
    start: int
    """Offset in characters."""
    call: Call | None
    """The innermost template that it is an argument of."""


def parse(text: str) -> Wikicode:
    """The tree of a text; `str` of it gives the text back."""
    return mwparserfromhell.parse(text, skip_style_tags=True)


def walk(code: Wikicode, start: int = 0, call: Call | None = None) -> Iterator[NodePlace]:
    """Every node, in the order of the text, outer before inner. What the page itself does not show
    (`<includeonly>`) is left out."""
    for node in code.nodes:
        if isinstance(node, Tag) and tag_name(node) == "includeonly":
            start += len(str(node))
            continue
        yield NodePlace(node, start, call)
        for inner, offset, place in _inside(node, call):
            yield from walk(inner, start + offset, place)
        start += len(str(node))


def _inside(node: Node, call: Call | None) -> Iterator[tuple[Wikicode, int, Call | None]]:
    """The texts in a node, with their offsets in it."""
    if isinstance(node, Wikilink) and node.text is not None:
        yield node.text, 3 + len(str(node.title)), call
    elif isinstance(node, Template):
        for offset, parameter in parameters(node):
            name = without_comments(str(parameter.name)).strip()
            template = without_comments(str(node.name)).strip()
            yield parameter.value, offset, Call(template, name)
    elif isinstance(node, Argument) and node.default is not None:
        yield node.default, 4 + len(str(node.name)), call
    elif isinstance(node, Heading):
        yield node.title, node.level, call
    elif isinstance(node, ExternalLink) and node.title is not None:
        yield node.title, len(str(node)) - len("]") - len(str(node.title)), call
    elif isinstance(node, Tag) and tag_name(node) not in _OTHER_LANGUAGE:
        yield from ((code, offset, call) for code, offset in _in_tag(node))


def parameters(template: Template) -> Iterator[tuple[int, mwparserfromhell.nodes.extras.Parameter]]:
    """The parameters of a template with the offset of each value in it."""
    at = 2 + len(str(template.name))
    for parameter in template.params:
        key = f"{parameter.name}=" if parameter.showkey else ""
        yield at + 1 + len(key), parameter
        at += 1 + len(str(parameter))


def _in_tag(tag: Tag) -> Iterator[tuple[Wikicode, int]]:
    if tag_name(tag) == "gallery":
        at = 1 + len(str(tag.tag))
        for attribute in tag.attributes:
            value = attribute.value
            if str(attribute.name).strip() == "caption" and value is not None:
                quote = len(attribute.quotes or "")
                yield value, at + len(str(attribute)) - quote - len(str(value))
            at += len(str(attribute))
    if not tag.self_closing and tag.contents is not None:
        yield tag.contents, contents_offset(tag)


def contents_offset(tag: Tag) -> int:
    """Where the content of a tag begins in it."""
    closing = tag.closing_wiki_markup or "" if tag.wiki_markup else f"</{tag.closing_tag}>"
    return len(str(tag)) - len(closing) - len(str(tag.contents))


def tag_name(tag: Tag) -> str:
    """The name of a tag, in lower case."""
    return str(tag.tag).strip().lower()


def skeleton(code: Wikicode) -> str:
    """The text of a tree in which only what the wiki itself splits at `|` is left as it is:
    comments are blanks, anything else that may hold a `|` is filled up. As long as the text."""
    return "".join(_bones(node) for node in code.nodes)


def _bones(node: Node) -> str:
    text = str(node)
    if isinstance(node, Text):
        return text
    if isinstance(node, Comment):
        return " " * len(text)
    if isinstance(node, ExternalLink) and not node.brackets:
        # The library takes what follows a bare address up to the next space for its end.
        return skeleton(node.url)
    if isinstance(node, Template | Argument):
        return (BAR if text == "{{!}}" else CALL) * len(text)
    return OPAQUE * len(text)


def hide_variants(text: str) -> str:
    """The text with the marks in `-{zh-hans:…|zh-hant:…}-` hidden, which the library takes for its
    own: as long, and `show_variants` gives the marks back."""
    if any(chr(hidden) in text for hidden in _SHOWN):
        return text
    while _VARIANTS.search(text):
        text = _VARIANTS.sub(lambda match: match[0].translate(_HIDDEN), text)
    return text


def show_variants(text: str) -> str:
    """The text before `hide_variants`."""
    return text.translate(_SHOWN)


def without_comments(text: str) -> str:
    """The text with blanks for comments: as long, and in as many lines."""
    return _COMMENT.sub(lambda match: re.sub("[^\n]", " ", match[0]), text)


def plain(wikitext: str) -> str:
    """What a reader gets of a text in a line: no markup, notes and templates, character references
    as the characters they stand for."""
    # Something before it, as marks at the beginning of a line mean lists and headings.
    code = mwparserfromhell.parse(f".{wikitext}")
    for note in code.filter_tags(matches=lambda tag: tag_name(tag) == "ref"):
        code.remove(note)
    text = str(code.strip_code(normalize=False, collapse=False))[1:].strip()
    return _REFERENCE.sub(lambda match: unescape(match[0]), text)
