"""HTML text to the tree of `dom`, with what the page says of itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING
from urllib.parse import urldefrag, urljoin

from extractors.dom import Element, TreeScope
from extractors.facts import STAMP, ElementFacts
from extractors.text import collapse
from extractors.written import tree_of

if TYPE_CHECKING:
    from bs4.element import Tag


@dataclass(frozen=True)
class Document:
    """One parsed HTML text."""

    scope: TreeScope
    url: str
    """Base for relative URLs: the page's, or its `<base href>`."""
    facts: Mapping[str, ElementFacts]
    elements: tuple[Element, ...]
    """Every element of every scope, document order."""
    html: str
    """What it was made from."""
    _absolute: dict[str, str | None] = field(default_factory=dict)

    @cached_property
    def tags(self) -> Mapping[Element, Tag]:
        """A soup's tag of each element, for CSS selectors. Made when it is asked for: it takes
        several times as long as the tree."""
        from extractors.soup import soup_of, tree_in

        _, tags = tree_in(soup_of(self.html, "html.parser" if self.rendered else "lxml"))
        return dict(zip(self.elements, tags.values(), strict=True))

    @property
    def rendered(self) -> bool:
        """True when a browser told what it computed; then no style is computed here."""
        return bool(self.facts)

    @property
    def root(self) -> Element | None:
        """The `html` element."""
        return next((e for e in self.scope.elements if e.name == "html"), None)

    @property
    def title(self) -> str:
        """Text of the page's `<title>`."""
        for element in self.scope.elements:
            if element.name == "title" and not any(a.name == "svg" for a in element.ancestors()):
                return collapse(element.text())
        return ""

    @property
    def lang(self) -> str | None:
        """Language of the page, from its `html` element, else from a `meta` element (the
        pragma-set default language: HTML, section 4.2.5.3)."""
        own = language(self.root) if self.root is not None else None
        return own or self._pragma_language

    @property
    def _pragma_language(self) -> str | None:
        """The last that names one language; several at once name none."""
        named = [
            element.get("content").split()
            for element in self.scope.elements
            if element.name == "meta"
            and element.get("http-equiv").lower() == "content-language"
            and "," not in element.get("content")
        ]
        return next((words[0] for words in reversed(named) if words), None)

    def facts_of(self, element: Element) -> ElementFacts | None:
        """What the browser knows of the element, None when nothing."""
        return self.facts.get(element.attrs.get(STAMP, ""))

    def absolute(self, reference: str | None) -> str | None:
        """Absolute URL of a reference in the page, None when there is none or it is broken."""
        if reference is None:
            return None
        if reference not in self._absolute:
            self._absolute[reference] = _absolute(self.url, reference)
        return self._absolute[reference]


def language(element: Element) -> str | None:
    """The element's own `lang` or `xml:lang`; None when it has none (HTML, section 3.2.6.2)."""
    return element.get("lang") or element.get("xml:lang") or None


def parse(html: str, url: str, facts: Mapping[str, ElementFacts]) -> Document:
    """Build the tree. A browser's serialisation closes every element, so that Python's own parser
    gives back its tree exactly; a page as written needs libxml2 to close what authors left open.
    """
    scope, elements = _rendered(html) if facts else tree_of(html)
    _close(elements)
    _tell(elements, facts)
    base = next((e.get("href") for e in scope.elements if e.name == "base" and e.get("href")), "")
    return Document(scope, _join(url, base), facts, elements, html)


def _rendered(html: str) -> tuple[TreeScope, tuple[Element, ...]]:
    from extractors.soup import soup_of, tree_in  # loads the soup, which no page as written needs

    scope, tags = tree_in(soup_of(html, "html.parser"))
    return scope, tuple(tags)


def link_reference(link: Element) -> str:
    """Where a link leads, as written; in an svg by `href` or its older spelling (SVG 2, 16.1)."""
    return link.attrs.get("href", link.attrs.get("xlink:href", ""))


def links(document: Document) -> tuple[str, ...]:
    """Absolute http, https and file URLs of the page's links, without fragment but for routes,
    each once."""
    found: dict[str, None] = {}
    for element in document.elements:
        if element.name in ("a", "area"):
            target = document.absolute(link_reference(element))
            if target and target.startswith(("http://", "https://", "file://")):
                plain, fragment = urldefrag(target)
                # "#/boats" and "#!boats" name views that a script shows
                found.setdefault(target if fragment.startswith(("/", "!")) else plain)
    return tuple(found)


def _absolute(base: str, reference: str) -> str | None:
    cleaned = "".join(reference.strip().split("\n")).replace("\t", "")
    if not cleaned:
        return None
    try:
        return cleaned if cleaned.startswith("data:") else urljoin(base, cleaned)
    except ValueError:
        return None


def _close(elements: tuple[Element, ...]) -> None:
    for element in reversed(elements):
        outer = element.parent or element.scope.host
        if outer is not None:
            outer.end = max(outer.end, element.end)


def _tell(elements: tuple[Element, ...], facts: Mapping[str, ElementFacts]) -> None:
    """Note what no markup says: elements that ARIA properties refer to (ARIA 1.3, section 10.2),
    which leave an empty attribute behind, and ElementInternals (HTML, section 4.13.7)."""
    by_stamp = {element.attrs.get(STAMP, ""): element for element in elements} if facts else {}
    for stamp, fact in facts.items():
        element = by_stamp.get(stamp)
        if element is None:
            continue
        if fact.labelled_by and not element.get("aria-labelledby"):
            element.labelled_by = tuple(by_stamp[s] for s in fact.labelled_by if s in by_stamp)
        if not fact.chromium_role or fact.hidden:
            continue
        if "-" in element.name and not element.get("role"):
            element.told_role = _TOLD_ROLES.get(fact.chromium_role, "")
        if element.told_role or element.attrs.get("aria-labelledby") == "":
            element.told_name = collapse(fact.chromium_name or "")


_TOLD_ROLES = {"image": "image", "img": "image", "button": "button", "link": "link"}
"""Roles that Chromium names and that matter to images."""


def _join(url: str, base: str) -> str:
    try:
        return urljoin(url, base)
    except ValueError:
        return url
