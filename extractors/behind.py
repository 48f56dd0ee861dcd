"""The page behind a dialog: what is kept from listeners only as long as the dialog stands there.

A script marks it as inert or aria-hidden and takes the mark away with the dialog (ARIA Authoring
Practices, Dialog (Modal) Pattern), so that its images are judged as they will be met.
"""

from __future__ import annotations

from collections.abc import Iterator

from extractors.css import Styles
from extractors.document import Document
from extractors.dom import Element
from extractors.roles import explicit_role
from extractors.state import State, hidden_by
from extractors.text import words

_DIALOGS = words("dialog alertdialog")
_FOR_LISTENERS = words("a button h1 h2 h3 h4 h5 h6 input li main p select table")
"""Elements that no decoration holds."""


def behind_dialog(document: Document, styles: Styles) -> frozenset[Element]:
    """The elements whose `inert` or `aria-hidden` does not count: those that hold all of the main
    content, and those beside an open dialog, or beside what holds it."""
    marked = [e for e in document.elements if _is_marked(e)]
    if not marked:
        return frozenset()
    main = _main(document)
    dialogs = [e for e in document.elements if _is_open(document, styles, e)]
    return frozenset(
        element
        for element in marked
        if (main and all(map(element.contains, main)) and not _is_dialog(element))
        or any(_is_beside(element, dialog) for dialog in dialogs)
    )


def _is_marked(element: Element) -> bool:
    return "inert" in element.attrs or element.get("aria-hidden").lower() == "true"


def _main(document: Document) -> list[Element]:
    main = [e for e in document.elements if e.name == "main" or explicit_role(e) == "main"]
    return main or [e for e in document.elements if e.name == "h1"]


def _is_dialog(element: Element) -> bool:
    return element.name == "dialog" or explicit_role(element) in _DIALOGS


def _is_open(document: Document, styles: Styles, element: Element) -> bool:
    if not _is_dialog(element) or _is_marked(element):
        return False
    around = (element, *_ancestors(element))
    return not any(hidden_by(document, styles, e, e.parent, State()).unseen for e in around)


def _ancestors(element: Element) -> Iterator[Element]:
    """Those above shadow roots too."""
    place: Element | None = element
    while place is not None:
        yield from place.ancestors()
        place = place.scope.host


def _is_beside(element: Element, dialog: Element) -> bool:
    if element.contains(dialog) or element.parent is None or not element.parent.contains(dialog):
        return False
    return "inert" in element.attrs or any(e.name in _FOR_LISTENERS for e in element.descendants())
