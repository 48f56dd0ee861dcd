"""What an element inherits: hidden or shown, and by what."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from extractors.css import Styles
from extractors.document import Document
from extractors.dom import Element
from extractors.objects import is_shown


class State(NamedTuple):
    """What an element gets from itself and its ancestors. A tuple: most elements change a little of
    it, which a frozen dataclass takes five times as long for."""

    hidden: str | None = None
    """Why nobody is shown it; None when it is shown."""
    invisible: str | None = None
    """As `hidden`, by `visibility`, which a descendant can turn back."""
    aria_hidden: str | None = None
    inert: str | None = None
    picture: Element | None = None
    """Nearest ancestor whose content is one picture (role image, svg)."""
    control: Element | None = None
    """The link or button it is in, itself included."""
    figure: Element | None = None
    in_heading: Element | None = None
    block: Element | None = None
    """The paragraph, list item or table cell it is in."""
    section: Element | None = None
    lang: str | None = None
    silent: bool = False
    """Its text is no visible text of the page."""

    @property
    def unseen(self) -> str | None:
        """Why nobody is shown it, by whatever cause."""
        return self.hidden or self.invisible


@dataclass(frozen=True, slots=True)
class Around:
    """What the place of a frame does to all that stands in it; None: nothing."""

    hidden: str | None = None
    aria_hidden: str | None = None
    inert: str | None = None

    @property
    def state(self) -> State:
        """The state that the document of the frame begins with."""
        return State(hidden=self.hidden, aria_hidden=self.aria_hidden, inert=self.inert)


SHOWN = Around()


def around_of(state: State) -> Around:
    """What a frame element in this state hands on. Nothing in the document can turn it back."""
    return Around(
        hidden=state.unseen,
        aria_hidden=state.aria_hidden and f"{state.aria_hidden} around its frame",
        inert=state.inert and f"{state.inert} around its frame",
    )


UNREACHED = State(hidden="not rendered")
"""State of what stands in no rendered place: head, template, noscript, a child without slot."""


def hidden_by(
    document: Document, styles: Styles, element: Element, parent: Element | None, outer: State
) -> State:
    """`outer` with what hides this element, by the browser's word or else by markup and style."""
    if outer.hidden:
        return outer
    if document.rendered:
        return _by_facts(document, element, outer)
    hidden = _by_markup(element, parent)
    if hidden is None and parent is not None and parent.name == "object":
        hidden = "fallback content of object" if is_shown(document, parent) else None
    display = styles.keyword(element, "display")
    if display == "none":
        hidden = "display: none"
    elif display and _by_attribute(element):
        hidden = None
    visibility = styles.keyword(element, "visibility")
    if hidden is None and not visibility:
        return outer
    invisible = outer.invisible
    if visibility in ("hidden", "collapse"):
        invisible = f"visibility: {visibility}"
    elif visibility == "visible":
        invisible = None
    return outer._replace(hidden=hidden, invisible=invisible)


def _by_facts(document: Document, element: Element, outer: State) -> State:
    """The browser stamps every hidden element. Only `visibility` can be turned back inside."""
    facts = document.facts_of(element)
    reason = facts.hidden if facts else None
    if reason is None:
        return outer._replace(invisible=None) if outer.invisible else outer
    if reason.startswith("visibility"):
        return outer._replace(invisible=reason)
    return outer._replace(hidden=reason)


_HIDING_PARENTS = frozenset({"details", "canvas", "audio", "video", "iframe"})
_DISPLAYED_BY_STYLE = ("hidden", "popover")


def _by_attribute(element: Element) -> bool:
    """Hidden by a rule of the browser's style sheet that the page's style beats."""
    return any(name in element.attrs for name in _DISPLAYED_BY_STYLE)


def _by_markup(element: Element, parent: Element | None) -> str | None:
    if "hidden" in element.attrs:
        return "hidden attribute"
    if element.name == "dialog" and "open" not in element.attrs:
        return "dialog that is not open"
    if "popover" in element.attrs:
        return "popover that is not open"
    if parent is None:
        return None
    if parent.name == "details" and "open" not in parent.attrs and not _is_summary(element, parent):
        return "closed details"
    if parent.name in _HIDING_PARENTS - {"details"}:
        return f"fallback content of {parent.name}"
    return None


def _is_summary(element: Element, details: Element) -> bool:
    """The first summary of a details element is always shown (HTML, section 4.11.1)."""
    return element is next((e for e in details.elements() if e.name == "summary"), None)
