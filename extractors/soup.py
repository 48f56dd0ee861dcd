"""A soup, and the tree of `dom` that is made from one: of what a browser wrote, which only Python's
own parser gives back exactly, and for selectors that only soupsieve can match."""

from __future__ import annotations

import warnings

from bs4 import BeautifulSoup
from bs4.element import NavigableString, PreformattedString, Tag
from bs4.exceptions import ParserRejectedMarkup

from extractors.dom import Element, TreeScope
from extractors.written import SHADOW_MODES, clean, with_closed_voids


def soup_of(html: str, parser: str) -> BeautifulSoup:
    """The soup that trees are built from: "html.parser" for what a browser wrote, else "lxml"."""
    text = clean(html)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # bs4's guesses that a text is XML, a path or a URL
        if parser == "lxml":
            return BeautifulSoup(with_closed_voids(text), parser, multi_valued_attributes=None)
        try:
            return BeautifulSoup(
                text, parser, multi_valued_attributes=None, on_duplicate_attribute="ignore"
            )
        except ParserRejectedMarkup:  # "<![" and no name: no browser writes that
            return soup_of(html, "lxml")


def tree_in(soup: BeautifulSoup) -> tuple[TreeScope, dict[Element, Tag]]:
    """One pass in document order. A shadow root's template leaves the tree, its content becomes a
    scope; other templates keep their tag, their content is inert and left out (HTML, 4.12.3)."""
    document = TreeScope()
    places: dict[int, tuple[TreeScope, Element | None]] = {id(soup): (document, None)}
    tags: dict[Element, Tag] = {}
    for node in soup.descendants:
        place = places.get(id(node.parent))
        if place is None:
            continue
        scope, parent = place
        if isinstance(node, Tag):
            if _is_shadow_root(node, parent):
                assert parent is not None
                parent.shadow = TreeScope(host=parent)
                places[id(node)] = (parent.shadow, None)
                continue
            attrs = {name.lower(): str(value or "") for name, value in node.attrs.items()}
            element = scope.add(node.name.lower(), attrs, parent, len(tags))
            tags[element] = node
            if node.name != "template":
                places[id(node)] = (scope, element)
        elif isinstance(node, NavigableString) and not isinstance(node, PreformattedString):
            (scope.children if parent is None else parent.children).append(str(node))
    return document, tags


def _is_shadow_root(tag: Tag, parent: Element | None) -> bool:
    if tag.name != "template" or parent is None or parent.shadow is not None:
        return False
    return tag.get("shadowrootmode") in SHADOW_MODES
