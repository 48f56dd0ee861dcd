"""CSS selectors that find an element again: unique in its tree scope, short, readable."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from itertools import islice

from extractors.dom import Element, TreeScope

MOST_STEPS = 200
"""Of a chain. An image that is nested deeper gets its last steps, which others may share: whole
chains would take the square of the page's size."""
CROSS = " >>> "
"""Stands between the selectors of two scopes: a shadow root or a frame is crossed."""

_PLAIN = re.compile(r"[a-zA-Z_][\w-]*", re.ASCII)
_LANDMARKS = frozenset({"body", "footer", "header", "main", "nav"})


class Selectors:
    """Makes selectors; what it counts of a scope is counted once."""

    def __init__(self, prefix: str = "") -> None:
        self._prefix = prefix
        self._scopes: dict[TreeScope, _Counts] = {}
        self._known: dict[Element, str] = {}

    def of(self, element: Element) -> str:
        """Selector of an element, with the way through the shadow roots around it."""
        if element not in self._known:
            if element.scope not in self._scopes:
                self._scopes[element.scope] = _Counts(element.scope)
            own = self._scopes[element.scope].selector(element)
            host = element.scope.host
            before = self.of(host) if host is not None else self._prefix
            self._known[element] = f"{before}{CROSS}{own}" if before else own
        return self._known[element]


class _Counts:
    """How often each id, tag and class occurs in one scope, and where."""

    def __init__(self, scope: TreeScope) -> None:
        self._top = ":host" if scope.host is not None else ""
        self._orders: dict[str, list[int]] = defaultdict(list)
        for element in scope.elements:
            for key in {element.name, *_id_keys(element), *_class_keys(element)}:
                self._orders[key].append(element.order)
        self._steps: dict[Element, str] = {}
        self._anchors: dict[Element, str | None] = {}

    def selector(self, element: Element) -> str:
        """The element's own mark if unique; else a mark inside the nearest ancestor that has a
        unique one; else the chain of children from there."""
        own = self._anchor(element) or self._only_one(element.name)
        if own is not None:
            return own
        chain = [self._step(element)]
        for ancestor in islice(element.ancestors(), MOST_STEPS):
            anchor = self._anchor(ancestor)
            if anchor is not None:
                inside = self._unique_inside(element, ancestor)
                return f"{anchor} {inside}" if inside else " > ".join([anchor, *reversed(chain)])
            chain.append(self._step(ancestor))
        top = [self._top] if self._top and len(chain) <= MOST_STEPS else []
        return " > ".join([*top, *reversed(chain)])

    def _anchor(self, element: Element) -> str | None:
        """The element's id or class, or the tag of a landmark or a custom element, if no other
        element of the scope has it."""
        if element not in self._anchors:
            keys = [*_id_keys(element), *_class_keys(element)]
            if element.name in _LANDMARKS or "-" in element.name:
                keys.append(element.name)
            marks = (self._only_one(key) for key in keys)
            self._anchors[element] = next((mark for mark in marks if mark), None)
        return self._anchors[element]

    def _only_one(self, key: str) -> str | None:
        return _css(key) if len(self._orders[key]) == 1 else None

    def _unique_inside(self, element: Element, ancestor: Element) -> str | None:
        for key in (element.name, *_class_keys(element)):
            orders = self._orders[key]
            first = bisect_left(orders, ancestor.order + 1)
            if bisect_left(orders, ancestor.end + 1) - first == 1:
                return _css(key)
        return None

    def _step(self, element: Element) -> str:
        """The element among its siblings."""
        if element not in self._steps:
            siblings = element.parent.children if element.parent else element.scope.children
            same: dict[str, list[Element]] = defaultdict(list)
            for sibling in siblings:
                if isinstance(sibling, Element):
                    same[sibling.name].append(sibling)
            for name, group in same.items():
                for number, sibling in enumerate(group, 1):
                    nth = f":nth-of-type({number})" if len(group) > 1 else ""
                    self._steps[sibling] = _css(name) + nth
        return self._steps[element]


def _id_keys(element: Element) -> tuple[str, ...]:
    name = element.attrs.get("id", "")
    return (f"#{name}",) if name and not any(c.isspace() for c in name) else ()


def _class_keys(element: Element) -> tuple[str, ...]:
    """Tag with class; long and generated classes read badly and are left out."""
    words = element.attrs.get("class", "").split()[:8]
    return tuple(f"{element.name}.{word}" for word in words if len(word) <= 40)


def _css(key: str) -> str:
    """A key as a selector, its name escaped (CSSOM, section 2.1)."""
    if key.startswith("#"):
        return "#" + _escaped(key[1:])
    tag, dot, word = key.partition(".")
    return _escaped(tag) + (dot + _escaped(word) if dot else "")


def _escaped(name: str) -> str:
    if _PLAIN.fullmatch(name):
        return name
    import soupsieve  # few pages need it

    return soupsieve.escape(name)
