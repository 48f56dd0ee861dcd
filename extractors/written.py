"""HTML as an author wrote it to the tree of `dom`, as libxml2 reads it. No soup is made between: of
a page it would take more time than all that is asked of it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from lxml import etree

from extractors.dom import Element, Node, TreeScope

SHADOW_MODES = ("open", "closed")
_VOID = re.compile(
    r"<((?:embed|source|track|wbr)\b(?:\"[^\"]*\"|'[^']*'|[^'\">]){0,4000})>", re.IGNORECASE
)
"""Elements that hold nothing, which libxml2 does not know: it would leave them open."""


class _Open(NamedTuple):
    """An element that has not ended yet."""

    scope: TreeScope
    element: Element | None
    """None at the top of a scope."""
    children: list[Node] | None
    """Where what it holds goes; None: nowhere, it is inert (HTML, section 4.12.3)."""


@dataclass(slots=True)
class _TreeBuilder:
    """Makes the tree from what an HTML parser of lxml tells it (its `target`)."""

    scope: TreeScope = field(default_factory=TreeScope)
    elements: list[Element] = field(default_factory=list)
    """Every element of every scope, document order."""
    _open: list[_Open] = field(init=False)
    _said: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._open = [_Open(self.scope, None, self.scope.children)]

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        """A start tag. A shadow root's template leaves the tree, its content becomes a scope."""
        self._end_text()
        outer = self._open[-1]
        if outer.children is None:
            self._open.append(_Open(outer.scope, None, None))
            return
        parent = outer.element
        if _is_shadow_root(tag, attributes, parent):
            assert parent is not None
            parent.shadow = TreeScope(host=parent)
            self._open.append(_Open(parent.shadow, None, parent.shadow.children))
            return
        attrs = {name.lower(): value for name, value in attributes.items()}
        element = outer.scope.add(tag.lower(), attrs, parent, len(self.elements))
        self.elements.append(element)
        held = None if tag == "template" else element.children
        self._open.append(_Open(outer.scope, element, held))

    def end(self, tag: str) -> None:
        """The end of the innermost element: libxml2 tells of what is left open too."""
        self._end_text()
        if len(self._open) > 1:
            self._open.pop()

    def data(self, text: str) -> None:
        """A part of a text."""
        self._said.append(text)

    def comment(self, text: str) -> None:
        """A comment, which parts the texts around it."""
        self._end_text()

    def pi(self, target: str, data: str) -> None:
        """A processing instruction, the same."""
        self._end_text()

    def doctype(self, name: str | None, public: str | None, system: str | None) -> None:
        """The same."""
        self._end_text()

    def close(self) -> None:
        """The end."""
        self._end_text()

    def _end_text(self) -> None:
        if self._said:
            children = self._open[-1].children
            if children is not None:
                children.append("".join(self._said))
            self._said.clear()


def _is_shadow_root(tag: str, attributes: Mapping[str, str], parent: Element | None) -> bool:
    if tag != "template" or parent is None or parent.shadow is not None:
        return False
    return attributes.get("shadowrootmode") in SHADOW_MODES


def tree_of(html: str) -> tuple[TreeScope, tuple[Element, ...]]:
    """The scope of the document, and every element of every scope in document order."""
    tree = _TreeBuilder()
    # Its types ask for a method with which lxml would tell of other things.
    parser = etree.HTMLParser(target=tree, recover=True)  # type: ignore[call-overload]
    parser.feed(with_closed_voids(clean(html)).removeprefix("\N{BYTE ORDER MARK}"))
    parser.close()
    return tree.scope, tuple(tree.elements)


def clean(html: str) -> str:
    """What can be written as UTF-8, without NUL (HTML, section 13.2.5)."""
    return html.replace("\0", "\ufffd").encode("utf-8", "replace").decode()


def with_closed_voids(html: str) -> str:
    """The same, with an end to what libxml2 would leave open."""
    return _VOID.sub(r"<\1 />", html)
