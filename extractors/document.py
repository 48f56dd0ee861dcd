"""HTML text to the tree of `dom`, with what the page says of itself."""

from __future__ import annotations

import re
import warnings
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urldefrag, urljoin

from bs4 import BeautifulSoup
from bs4.element import NavigableString, PreformattedString, Tag
from bs4.exceptions import ParserRejectedMarkup

from extractors.dom import Element, TreeScope
from extractors.facts import STAMP, ElementFacts
from extractors.text import collapse

_VOID = re.compile(
    r"<((?:embed|source|track|wbr)\b(?:\"[^\"]*\"|'[^']*'|[^'\">]){0,4000})>", re.IGNORECASE
)
"""Elements that hold nothing, which libxml2 does not know: it would leave them open."""


@dataclass(frozen=True, slots=True)
class Document:
    """One parsed HTML text."""

    scope: TreeScope
    url: str
    """Base for relative URLs: the page's, or its `<base href>`."""
    facts: Mapping[str, ElementFacts]
    elements: tuple[Element, ...]
    """Every element of every scope, document order."""
    tags: Mapping[Element, Tag]
    """The soup's tag of each element, for CSS selectors."""

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
        cleaned = "".join((reference or "").strip().split("\n")).replace("\t", "")
        if not cleaned:
            return None
        try:
            return cleaned if cleaned.startswith("data:") else urljoin(self.url, cleaned)
        except ValueError:
            return None


def language(element: Element) -> str | None:
    """The element's own `lang` or `xml:lang`; None when it has none (HTML, section 3.2.6.2)."""
    return element.get("lang") or element.get("xml:lang") or None


def parse(html: str, url: str, facts: Mapping[str, ElementFacts]) -> Document:
    """Build the tree. A browser's serialisation closes every element, so that Python's own parser
    gives back its tree exactly; a page as written needs libxml2 to close what authors left open.
    """
    soup = soup_of(html, "html.parser" if facts else "lxml")
    scope, tags = _build(soup)
    elements = tuple(tags)
    _close(elements)
    _tell(elements, facts)
    base = next((e.get("href") for e in scope.elements if e.name == "base" and e.get("href")), "")
    return Document(scope, _join(url, base), facts, elements, tags)


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


def soup_of(html: str, parser: str) -> BeautifulSoup:
    """The soup that trees are built from: "html.parser" for what a browser wrote, else "lxml"."""
    text = html.replace("\0", "\ufffd").encode("utf-8", "replace").decode()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # bs4's guesses that a text is XML, a path or a URL
        if parser == "lxml":
            text = _VOID.sub(r"<\1 />", text)
            return BeautifulSoup(text, parser, multi_valued_attributes=None)
        try:
            return BeautifulSoup(
                text, parser, multi_valued_attributes=None, on_duplicate_attribute="ignore"
            )
        except ParserRejectedMarkup:  # "<![" and no name: no browser writes that
            return soup_of(html, "lxml")


def _build(soup: BeautifulSoup) -> tuple[TreeScope, dict[Element, Tag]]:
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
            element = _add(node, scope, parent, len(tags))
            tags[element] = node
            if node.name != "template":
                places[id(node)] = (scope, element)
        elif isinstance(node, NavigableString) and not isinstance(node, PreformattedString):
            (scope.children if parent is None else parent.children).append(str(node))
    return document, tags


def _is_shadow_root(tag: Tag, parent: Element | None) -> bool:
    if tag.name != "template" or parent is None or parent.shadow is not None:
        return False
    return tag.get("shadowrootmode") in ("open", "closed")


def _add(tag: Tag, scope: TreeScope, parent: Element | None, order: int) -> Element:
    attrs = {name.lower(): str(value or "") for name, value in tag.attrs.items()}
    element = Element(tag.name.lower(), attrs, parent, scope, order, order)
    (scope.children if parent is None else parent.children).append(element)
    scope.elements.append(element)
    if attrs.get("id"):
        scope.ids.setdefault(attrs["id"], element)
    if element.name == "slot":
        scope.slots.setdefault(element.get("name"), element)
    return element


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
