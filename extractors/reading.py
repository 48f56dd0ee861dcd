"""The page in reading order: one walk over the flat tree.

The walk finds, for every element, where it stands in the visible text and what its ancestors do
to it. Everything that asks for a neighbourhood (text around, headings, captions, controls) uses
its result, so that a page of thousands of images costs one pass.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from extractors.behind import behind_dialog
from extractors.css import Styles
from extractors.document import Document, language
from extractors.dom import Element, Node, describe, flat_children
from extractors.objects import is_shown
from extractors.roles import LINK_ROLES, computed_role, is_image_role
from extractors.state import SHOWN, UNREACHED, Around, State, hidden_by
from extractors.text import words

NOT_RENDERED = words(
    "script style template noscript noembed noframes title meta link base datalist param source "
    "track"
)
"""Elements that make no box, whatever the style; the walk does not enter them."""
_NO_TEXT = words("svg canvas audio video iframe select textarea")
"""Elements whose content is drawn otherwise, or is a fallback."""
BLOCKS = words(
    "address article aside blockquote body br button caption center dd details dialog dir div "
    "dl dt fieldset figcaption figure footer form frameset h1 h2 h3 h4 h5 h6 header hgroup hr "
    "html iframe img input legend li main map menu nav object ol optgroup option p pre search "
    "section select summary table tbody td textarea tfoot th thead tr ul video svg canvas"
)
_SECTIONS = words("article aside dialog nav section")
_CONTROLS = LINK_ROLES | words(
    "button checkbox menuitem menuitemcheckbox menuitemradio option radio switch tab treeitem"
)


@dataclass(frozen=True, slots=True)
class Reading:
    """The result of the walk."""

    text: str
    """Visible text of the page, white space collapsed."""
    spans: Mapping[Element, tuple[int, int]]
    """Where each element starts and ends in `text`."""
    states: Mapping[Element, State]
    parents: Mapping[Element, Element]
    """Parent in the flat tree."""
    headings: Mapping[Element, Element]
    """For each element that has one: the heading it stands under."""

    def state(self, element: Element) -> State:
        """State of an element; what the walk did not reach is not rendered."""
        return self.states.get(element, UNREACHED)

    def visible_text(self, element: Element) -> str:
        """The visible text inside an element."""
        start, end = self.spans.get(element, (0, 0))
        return self.text[start:end].strip()

    def ancestors(self, element: Element) -> Iterator[Element]:
        """Parent, grandparent and so on in the flat tree."""
        parent = self.parents.get(element)
        while parent is not None:
            yield parent
            parent = self.parents.get(parent)


def read(document: Document, styles: Styles, around: Around = SHOWN) -> Reading:
    """Walk the flat tree once. `around`: what hides the whole document, which a frame holds."""
    walk = _Walk(document, styles)
    walk.run(around.state)
    return Reading(walk.text(), walk.spans, walk.states, walk.parents, walk.resolve_headings())


class _Walk:
    def __init__(self, document: Document, styles: Styles) -> None:
        self.spans: dict[Element, tuple[int, int]] = {}
        self.states: dict[Element, State] = {}
        self.parents: dict[Element, Element] = {}
        self._document = document
        self._styles = styles
        self._behind = behind_dialog(document, styles)
        self._parts: list[str] = []
        self._length = 0
        self._gap = False
        self._current: dict[Element | None, Element] = {}
        self._first: dict[Element | None, Element] = {}
        self._enclosing: dict[Element | None, Element | None] = {}
        self._last: Element | None = None
        self._nearest: dict[Element, tuple[Element | None, Element | None]] = {}

    def text(self) -> str:
        return "".join(self._parts)

    def run(self, outer: State) -> None:
        """Depth first with a stack of its own: pages nest deeper than Python calls may."""
        stack: list[tuple[Element | None, State, Iterator[Node]]] = [
            (None, outer, iter(self._document.scope.children))
        ]
        while stack:
            parent, state, nodes = stack[-1]
            node = next(nodes, None)
            if node is None:
                stack.pop()
                if parent is not None:
                    self._leave(parent, state)
            elif isinstance(node, str):
                self._say(node, state)
            elif node.name not in NOT_RENDERED:
                inner = self._enter(node, parent, state)
                stack.append((node, inner, iter(flat_children(node))))

    def _enter(self, element: Element, parent: Element | None, outer: State) -> State:
        if parent is not None:
            self.parents[element] = parent
        own = self._own_state(element, parent, outer)
        self.states[element] = own
        if element.name in BLOCKS:
            self._gap = True
        self.spans[element] = (self._length, self._length)
        self._nearest[element] = (self._heading_now(own.section), self._last)
        return self._inner_state(element, own)

    def _own_state(self, element: Element, parent: Element | None, outer: State) -> State:
        state = hidden_by(self._document, self._styles, element, parent, outer)
        if not element.attrs and element.name not in _MARKING:
            return state
        changes: dict[str, Any] = {}
        lang = language(element)
        if lang is not None:
            changes["lang"] = lang
        if element not in self._behind:
            if state.aria_hidden is None and element.get("aria-hidden").lower() == "true":
                changes["aria_hidden"] = describe(element)
            if state.inert is None and "inert" in element.attrs:
                changes["inert"] = describe(element)
        role = computed_role(element)
        if role in _CONTROLS:
            changes["control"] = element
        if role == "heading":
            changes["in_heading"] = element
        if element.name in _TEXT_BLOCKS:
            changes["block"] = element
        if element.name == "figure":
            changes["figure"] = element
        return state._replace(**changes) if changes else state

    def _inner_state(self, element: Element, state: State) -> State:
        """The state its children start from."""
        if element.name == "foreignobject" and self._is_of_page(state):
            # what stands in it is a part of the page again (SVG 2, section 12.4)
            return state._replace(picture=None, silent=False)
        changes: dict[str, Any] = {}
        open_to_more = state.picture is None or holds_pictures(state.picture)
        if open_to_more and _is_one_picture(element):
            changes["picture"] = element
        if not state.silent and self._is_silent(element):
            changes["silent"] = True
        if element.name in _SECTIONS:
            changes["section"] = element
            self._enclosing.setdefault(element, state.section)
        return state._replace(**changes) if changes else state

    def _is_of_page(self, state: State) -> bool:
        picture = state.picture
        return (
            picture is not None and holds_pictures(picture) and self.states[picture].silent is False
        )

    def _is_silent(self, element: Element) -> bool:
        if element.name == "object":
            return is_shown(self._document, element)
        return element.name in _NO_TEXT

    def _leave(self, element: Element, inner: State) -> None:
        start, _ = self.spans[element]
        self.spans[element] = (start, self._length)
        if element.name in BLOCKS:
            self._gap = True
        if self._length > start and computed_role(element) == "heading":
            self._current[inner.section] = self._last = element
            self._first.setdefault(inner.section, element)

    def _say(self, text: str, state: State) -> None:
        if state.silent or state.hidden or state.invisible:
            return
        words = text.split()
        if not words:
            self._gap = self._gap or bool(text)
            return
        lead = " " if (self._gap or text[0].isspace()) and self._length else ""
        said = lead + " ".join(words)
        self._parts.append(said)
        self._length += len(said)
        self._gap = text[-1].isspace()

    def _heading_now(self, section: Element | None) -> Element | None:
        """The last heading of the section so far, else of the sections around it."""
        while section is not None and section not in self._current:
            section = self._enclosing[section]
        return self._current.get(section)

    def resolve_headings(self) -> dict[Element, Element]:
        """The last heading before the element in its own section; else the section's first, even
        when the element stands above it (a card: picture, then heading); else the last one of the
        sections around; else the last heading of all before it."""
        resolved: dict[Element, Element] = {}
        for element, (around, last) in self._nearest.items():
            section = self.states[element].section
            first = self._first.get(section) if section is not None else None
            inside = around is not None and section is not None and section.contains(around)
            heading = around if inside else first or around or last
            if heading is not None:
                resolved[element] = heading
        return resolved


_TEXT_BLOCKS = words("p li td th dd dt")
_MARKING = _TEXT_BLOCKS | words("figure button summary option h1 h2 h3 h4 h5 h6")


def _is_one_picture(element: Element) -> bool:
    return element.name == "svg" or (element.name != "img" and is_image_role(element))


def holds_pictures(picture: Element) -> bool:
    """May what stands in the picture be a picture of its own? Children of a role of an image are
    presentational (ARIA 1.2, section 5.2.8); an svg without one is a document."""
    return picture.name == "svg" and not is_image_role(picture)
