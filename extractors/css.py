"""The little of CSS that decides what an image is: shown or not, background, generated text.

Used where no browser computed it: `style` attributes and `<style>` sheets, cascade by origin,
specificity and order; no media queries with conditions, no inheritance (callers walk the tree).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import count

import tinycss2  # type: ignore[import-untyped]
from tinycss2.ast import Declaration, Node  # type: ignore[import-untyped]

from extractors.document import Document
from extractors.dom import Element, TreeScope
from extractors.matching import Index

_LONGHANDS = {
    "background": "background-image",
    "border-image": "border-image-source",
    "list-style": "list-style-image",
    "mask": "mask-image",
    "-webkit-mask": "mask-image",
    "-webkit-mask-image": "mask-image",
}
_PAINTING = tuple(dict.fromkeys(_LONGHANDS.values()))
"""Properties that paint a picture."""
PROPERTIES = frozenset({"display", "visibility", "content", *_PAINTING, *_LONGHANDS})
_PSEUDO = re.compile(r"::?(before|after)\s*$", re.IGNORECASE)
_SHORT_SHEET = 200_000
_SHORT_STYLE = 500
"""Characters of what is remembered."""
_HARMLESS_MEDIA = frozenset({"", "all", "screen"})

Style = Mapping[str, list[Node]]
"""Component values by property."""


@dataclass(frozen=True, slots=True)
class Styles:
    """Declared values by element and pseudo-element ("", "before", "after")."""

    values: Mapping[tuple[Element, str], Style]

    def keyword(self, element: Element, name: str, pseudo: str = "") -> str:
        """A property's value as one lower-case word, "" when nothing is declared."""
        for token in self.values.get((element, pseudo), {}).get(name, ()):
            if token.type == "ident":
                return str(token.lower_value)
        return ""

    def images(self, element: Element, pseudo: str = "") -> list[str]:
        """URLs that its background, border, mask and list markers paint, as written. A
        pseudo-element is there only when it has some `content` (CSS Pseudo-Elements 4, 4.1).
        """
        style = self.values.get((element, pseudo), {})
        if pseudo and self.keyword(element, "content", pseudo) in ("none", "normal"):
            return []
        is_there = not pseudo or "content" in style
        painted = (url for name in _PAINTING for url in _urls(style.get(name, [])))
        return list(painted) if is_there else []

    def replacements(self, element: Element, pseudo: str = "") -> list[str]:
        """URLs of the pictures that `content` puts there, as written."""
        return list(_urls(self.values.get((element, pseudo), {}).get("content", [])))

    def alternative(self, element: Element, pseudo: str = "") -> str | None:
        """What `content` says after a slash; None when there is no slash."""
        tokens = self.values.get((element, pseudo), {}).get("content", [])
        return self.content(element, pseudo) if any(t == "/" for t in tokens) else None

    def content(self, element: Element, pseudo: str) -> str:
        """Text that `content` generates; what follows a slash is its alternative, which counts
        instead (CSS Content 3, section 1.2)."""
        tokens = self.values.get((element, pseudo), {}).get("content")
        if not tokens:
            return ""
        slash = next((i + 1 for i, t in enumerate(tokens) if t == "/"), 0)
        return "".join(_generated(element, token) for token in tokens[slash:])


def read_styles(document: Document, sheet: str = "") -> Styles:
    """Every declared value that matters, from the sheets and `style` attributes of a page, after
    those of `sheet`: one that the page is known to load."""
    ranked: dict[tuple[Element, str], dict[str, tuple[tuple[int, ...], list[Node]]]] = {}
    numbers = count()
    for element, pseudo, weight, declaration in _declared(document, sheet):
        style = ranked.setdefault((element, pseudo), {})
        rank = (int(declaration.important), *weight, next(numbers))
        for name in _longhands(declaration.lower_name):
            if name not in style or style[name][0] < rank:
                style[name] = (rank, declaration.value)
    return Styles({key: {n: v for n, (_, v) in s.items()} for key, s in ranked.items()})


def _generated(element: Element, token: Node) -> str:
    if token.type == "string":
        return str(token.value)
    if token.type == "function" and token.lower_name == "attr":
        return "".join(element.get(t.value) for t in token.arguments if t.type == "ident")
    return ""


def _longhands(name: str) -> tuple[str, ...]:
    return (_LONGHANDS.get(name, name),)


def _declared(
    document: Document, sheet: str
) -> Iterator[tuple[Element, str, tuple[int, int, int, int], Declaration]]:
    indexes: dict[TreeScope, Index] = {}
    sheets = [(document.scope, sheet)] if sheet else []
    for element in document.elements:
        if element.name == "style" and element.get("media").lower() in _HARMLESS_MEDIA:
            sheets.append((element.scope, element.text()))
    for scope, text in sheets:
        for selector, declarations in _rules_of(text):
            if scope not in indexes:
                indexes[scope] = Index(document, scope)
            pseudo, bare = _split_pseudo(selector)
            weight = (0, *_specificity(bare))
            for target in indexes[scope].matches(bare):
                for declaration in declarations:
                    yield target, pseudo, weight, declaration
    for element in document.elements:
        if "style" in element.attrs:
            for declaration in _declared_by(element.attrs["style"]):
                yield element, "", (1, 0, 0, 0), declaration


def _rules_of(sheet: str) -> Iterable[tuple[str, list[Declaration]]]:
    """As `_rules`; the pages of a site have the same sheets."""
    return _known_rules(sheet) if len(sheet) <= _SHORT_SHEET else _rules(sheet)


@lru_cache(maxsize=32)
def _known_rules(sheet: str) -> tuple[tuple[str, list[Declaration]], ...]:
    return tuple(_rules(sheet))


def _declared_by(style: str) -> Iterable[Declaration]:
    """As `_declarations`; a hundred elements of a page have the same style."""
    return _known_declarations(style) if len(style) <= _SHORT_STYLE else _declarations(style)


@lru_cache(maxsize=1024)
def _known_declarations(style: str) -> Iterable[Declaration]:
    return _declarations(style)


def _rules(sheet: str) -> Iterator[tuple[str, list[Declaration]]]:
    """(selector, declarations) of each rule that declares something of interest."""
    if not any(name in sheet.lower() for name in PROPERTIES):
        return
    stack = list(reversed(_stylesheet(sheet)))
    while stack:
        rule = stack.pop()
        if rule.type == "at-rule" and rule.lower_at_keyword == "media" and rule.content:
            if _text(rule.prelude).lower() in _HARMLESS_MEDIA:
                stack.extend(reversed(_stylesheet(_text(rule.content))))
        elif rule.type == "qualified-rule":
            declarations = list(_declarations(rule.content))
            if declarations:
                for selector in _selectors(rule.prelude):
                    yield selector, declarations


def _stylesheet(sheet: str) -> list[Node]:
    return list(tinycss2.parse_stylesheet(sheet, skip_comments=True, skip_whitespace=True))


def _declarations(block: str | list[Node]) -> Iterable[Declaration]:
    if isinstance(block, str) and not any(name in block.lower() for name in PROPERTIES):
        return ()
    if not isinstance(block, str) and not any(
        node.type == "ident" and node.lower_value in PROPERTIES for node in block
    ):
        return ()
    parsed = tinycss2.parse_blocks_contents(block, skip_comments=True, skip_whitespace=True)
    return [n for n in parsed if n.type == "declaration" and n.lower_name in PROPERTIES]


def _text(nodes: list[Node]) -> str:
    """The nodes as they were written; "" when brackets stand in one another by the hundred."""
    try:
        return str(tinycss2.serialize(nodes)).strip()
    except RecursionError:
        return ""


def _selectors(prelude: list[Node]) -> Iterator[str]:
    """The selectors of a list, split at its commas outside brackets."""
    part: list[Node] = []
    for node in [*prelude, None]:
        if node is None or node == ",":
            text = _text(part)
            if text:
                yield text
            part = []
        else:
            part.append(node)


def _split_pseudo(selector: str) -> tuple[str, str]:
    found = _PSEUDO.search(selector)
    if not found:
        return "", selector
    return found.group(1).lower(), selector[: found.start()].strip() or "*"


def _specificity(selector: str) -> tuple[int, int, int]:
    """Ids, classes and attributes, types (Selectors 4, section 17), nearly."""
    ids = selector.count("#")
    classes = len(re.findall(r"\.|\[|(?<!:):(?!:)", selector))
    types = len(re.findall(r"(?:^|[\s>+~])\w", selector))
    return ids, classes, types


def _urls(tokens: list[Node]) -> Iterator[str]:
    """url() and image-set() pictures; gradients paint no picture of their own."""
    for token in tokens:
        if token.type == "url":
            yield str(token.value)
        elif token.type == "function" and token.lower_name == "url":
            yield from (str(t.value) for t in token.arguments if t.type == "string")
        elif token.type == "function" and token.lower_name.endswith("image-set"):
            first = next((t for t in token.arguments if t.type in ("url", "string")), None)
            if first is not None:
                yield str(first.value)
