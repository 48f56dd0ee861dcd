"""The tree that the rest of the folder works on: elements, tree scopes, the flat tree.

It is made once (`document.parse`) and not changed afterwards. Elements compare by
identity. Shadow roots are scopes of their own (DOM, section 4.8); the flat tree puts the children
of a host where the slots stand (CSS Scoping 1, section 3.3).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

from extractors.text import words

Node: TypeAlias = "Element | str"

UNDRAWN = words(
    "title desc defs symbol style script metadata filter clippath mask marker pattern "
    "lineargradient radialgradient"
)
"""SVG elements that draw nothing where they stand."""


@dataclass(slots=True, eq=False, repr=False)
class TreeScope:
    """A tree scope: the document, or one shadow root."""

    host: Element | None = None
    """The shadow host; None for the document."""
    children: list[Node] = field(default_factory=list)
    elements: list[Element] = field(default_factory=list)
    """Every element of the scope in document order."""
    ids: dict[str, Element] = field(default_factory=dict)
    """The first element with each id."""
    slots: dict[str, Element] = field(default_factory=dict)
    """The first slot with each name."""

    def references(self, ids: str) -> list[Element]:
        """The elements that a list of ids names; what does not exist is left out."""
        return [self.ids[key] for key in ids.split() if key in self.ids]

    def add(self, name: str, attrs: dict[str, str], parent: Element | None, order: int) -> Element:
        """A new element at the end of its parent, or of the scope; names in lower case."""
        element = Element(name, attrs, parent, self, order, order)
        (self.children if parent is None else parent.children).append(element)
        self.elements.append(element)
        if attrs.get("id"):
            self.ids.setdefault(attrs["id"], element)
        if name == "slot":
            self.slots.setdefault(element.get("name"), element)
        return element


@dataclass(slots=True, eq=False, repr=False)
class Element:
    """An HTML or SVG element."""

    name: str
    """Tag name in lower case."""
    attrs: dict[str, str]
    parent: Element | None
    """Parent in the same scope; None at the top of a scope."""
    scope: TreeScope
    order: int
    """Position among all elements of the page, document order."""
    end: int
    """Order of the last element inside it, shadow root included."""
    children: list[Node] = field(default_factory=list)
    shadow: TreeScope | None = None
    labelled_by: tuple[Element, ...] = ()
    """What a property of it refers to, in place of ids in aria-labelledby."""
    told_role: str = ""
    told_name: str = ""
    """What only a browser knows of it, "" when nothing: the role that the class of a custom element
    gives it (ElementInternals), and the name that it or a reflected property gives."""

    def get(self, attribute: str) -> str:
        """Value of an attribute with its ends trimmed, "" when absent."""
        return self.attrs.get(attribute, "").strip()

    def contains(self, other: Element) -> bool:
        """Is `other` this element or inside it?"""
        return self.order <= other.order <= self.end

    def elements(self) -> Iterator[Element]:
        """Child elements in the same scope."""
        return (child for child in self.children if isinstance(child, Element))

    def ancestors(self) -> Iterator[Element]:
        """Parent, grandparent and so on, within the scope."""
        parent = self.parent
        while parent is not None:
            yield parent
            parent = parent.parent

    def descendants(self) -> Iterator[Element]:
        """Every element inside it, document order, within the scope."""
        stack = [self.elements()]
        while stack:
            child = next(stack[-1], None)
            if child is None:
                stack.pop()
            else:
                yield child
                stack.append(child.elements())

    def text(self) -> str:
        """All text inside it, as written."""
        parts: list[str] = []
        stack: list[Node] = [self]
        while stack:
            node = stack.pop()
            if isinstance(node, str):
                parts.append(node)
            else:
                stack.extend(reversed(node.children))
        return "".join(parts)


def flat_children(element: Element) -> list[Node]:
    """Children in the flat tree: shadow tree of a host, assigned nodes of a slot, else children."""
    if element.shadow is not None:
        return element.shadow.children
    host = element.scope.host
    if element.name == "slot" and host is not None:
        name = element.get("name")
        if element.scope.slots.get(name) is element:
            return _assigned(host, name) or element.children
    return element.children


def _assigned(host: Element, slot: str) -> list[Node]:
    return [
        child
        for child in host.children
        if (child.get("slot") if isinstance(child, Element) else "") == slot
    ]


def describe(element: Element) -> str:
    """An element in a few characters, for reasons and steps: "div#top", "img.hero"."""
    if element.get("id"):
        return f"{element.name}#{element.get('id')}"
    classes = element.get("class").split()
    return f"{element.name}.{classes[0]}" if classes else element.name
