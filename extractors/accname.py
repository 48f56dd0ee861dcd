"""Accessible names by the Accessible Name and Description Computation 1.2 (accname), with the
steps of HTML-AAM 1.0 (section 4.1) and SVG-AAM 1.0 (section 6) for each kind of element."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from extractors.css import Styles
from extractors.document import Document
from extractors.dom import UNDRAWN, Element, Node, describe, flat_children
from extractors.hostname import NativeName, native_name
from extractors.icons import generated_text
from extractors.reading import BLOCKS, NOT_RENDERED, Reading
from extractors.records import AccessibleName, NameSource
from extractors.roles import LINK_ROLES, computed_role, explicit_role, has_svg_name
from extractors.text import collapse, words

NONE = AccessibleName("", NameSource.NONE)

_CONTENT_ROLES = words(
    "button cell checkbox columnheader gridcell heading link menuitem menuitemcheckbox "
    "menuitemradio option radio row rowheader switch tab tooltip treeitem"
)
_FROM_CONTENT = LINK_ROLES | _CONTENT_ROLES
"""Roles named from content (ARIA 1.2, section 5.2.8.6)."""
_VALUES = frozenset({"combobox", "listbox", "searchbox", "slider", "spinbutton", "textbox"})
_SPACED = frozenset({"image", "graphics-document", "textbox", "combobox", "listbox"})
"""Roles whose text is set apart by spaces when it stands in a line of text."""
_REPLACED = words("button canvas iframe img input meter object progress select svg textarea video")
"""Boxes of their own within a line, whatever their display."""
_IN_LINE = frozenset({"inline", "contents", "none", "ruby"})
_INERT = words("noscript script style template")
_DEEPEST = 150
"""Levels of content followed; below, the plain visible text counts."""
_LONGEST = 10_000
"""Characters of plain visible text that make a name."""
_STEPS = 4_000
_STEPS_EACH = 2
"""Elements looked at for all names of a page: so many, and so many more for each element that it
has. Then the plain visible text counts. Only links and headings that stand in one another by the
dozen need more: each is read again for all that it stands in."""


_REMEMBERED = 200_000
"""Elements visited on the way to a name that are remembered, of all names of a page."""


@dataclass(slots=True)
class _Traversal:
    """What one computation remembers on its way."""

    root: Element
    visited: set[Element] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class _Mode:
    """How a node was reached."""

    referenced: bool = False
    """By aria-labelledby, aria-describedby or as a label: step 2B is not taken again."""
    content: bool = False
    """As a child in a name from content."""
    hidden_too: bool = False
    """Inside a hidden element that was referenced directly: hidden nodes count (step 2A)."""
    depth: int = 0


class Namer:
    """Computes names on one page."""

    def __init__(self, document: Document, reading: Reading, styles: Styles) -> None:
        self._document = document
        self._reading = reading
        self._styles = styles
        self._labels: dict[Element, list[Element]] = _labels(document)
        self._lone: dict[Element, tuple[Element | None, Element | None]] = {}
        self._known: dict[Element, AccessibleName] = {}
        self._referred: dict[tuple[Element, _Mode], tuple[AccessibleName, frozenset[Element]]] = {}
        self._room = _REMEMBERED
        self._steps_left = _STEPS + _STEPS_EACH * len(document.elements)

    def name(self, element: Element) -> AccessibleName:
        """The accessible name of an element (accname 1.2, section 4.3). A hidden element gets the
        name it would have if it were shown."""
        if element not in self._known:
            mode = _Mode(hidden_too=self._hidden(element))
            self._known[element] = self._compute(element, mode, _Traversal(element))
        return self._known[element]

    def described_by(self, element: Element) -> str:
        """Text of what aria-describedby names, else aria-description, else an svg's `desc`
        (accname 1.2, section 4.1)."""
        text = self._references(element, "aria-describedby", _Traversal(element)).text
        if text or element.get("aria-description"):
            return text or collapse(element.get("aria-description"))
        desc = next((e for e in element.elements() if e.name == "desc"), None)
        return collapse(desc.text()) if element.name == "svg" and desc else ""

    def text_of(self, element: Element, attribute: str) -> str:
        """Text of the elements that an attribute of ids names."""
        return self._references(element, attribute, _Traversal(element)).text

    def _hidden(self, element: Element) -> bool:
        state = self._reading.state(element)
        return bool(state.hidden or state.invisible or state.aria_hidden)

    def _only_invisible(self, element: Element) -> bool:
        state = self._reading.state(element)
        return not state.hidden and not state.aria_hidden

    def _compute(self, element: Element, mode: _Mode, walk: _Traversal) -> AccessibleName:
        """Steps 2A to 2I for one element."""
        if element in walk.visited or element.name in _INERT:
            return NONE
        if not mode.hidden_too and self._hidden(element):
            # visibility can be turned back inside, the other ways of hiding cannot
            turned = mode.content and self._only_invisible(element)
            return self._content(element, mode, walk) if turned else NONE
        if not mode.referenced:
            referred = self._references(element, "aria-labelledby", walk)
            if referred.text:
                return referred
        walk.visited.add(element)
        role = computed_role(element)
        if role == "menu" and mode.content:
            return NONE  # an embedded control without a value
        if element is not walk.root and role in _VALUES:
            return self._value(element, role)
        label = collapse(element.get("aria-label"))
        if label:
            return _step(label, NameSource.LABEL, f"aria-label of {describe(element)}")
        named = self._unlabelled(element, role, mode, walk)
        if element.told_name in ("", named.text):
            return named
        return _step(element.told_name, NameSource.TOLD, f"Chromium's word on {describe(element)}")

    def _unlabelled(
        self, element: Element, role: str, mode: _Mode, walk: _Traversal
    ) -> AccessibleName:
        """Steps 2E (host language), 2F (content) and 2I (title)."""
        native = native_name(element) if role != "none" else NativeName()
        for elements in (self._labels.get(element, ()), native.elements):
            named = self._from_elements(elements, walk)
            if named.text:
                return named
        if native.text:
            return _step(native.text, native.source, native.step)
        if self._named_by_content(element, role, mode):
            content = self._content(element, mode, walk)
            if content.text:
                return content
        title = collapse(element.get("title"))
        if title and role != "none" and not native.final:
            return _step(title, NameSource.TITLE, f"title of {describe(element)}")
        if native.fallback:
            return _step(native.fallback, NameSource.DEFAULT, f"default of {describe(element)}")
        return self._figure_caption(element, walk)

    def _from_elements(self, elements: Sequence[Element], walk: _Traversal) -> AccessibleName:
        """The text of labels, or of a legend, caption or figcaption."""
        parts: list[str] = []
        steps: list[str] = []
        for element in elements:
            found = self._compute(element, _Mode(referenced=True), walk)
            parts.append(found.text)
            steps += [f"{element.name} element", *found.steps]
        source = NameSource.CONTENT
        if any(element.name == "figcaption" for element in elements):
            source = NameSource.FIGCAPTION
        text = collapse(" ".join(parts))
        return AccessibleName(text, source, tuple(steps)) if text else NONE

    def _references(self, element: Element, attribute: str, walk: _Traversal) -> AccessibleName:
        """Step 2B: the texts of the elements that the attribute names, with a space between."""
        parts: list[str] = []
        steps: list[str] = []
        targets: Sequence[Element] = element.scope.references(element.get(attribute))
        if attribute == "aria-labelledby":
            targets = targets or element.labelled_by
        for target in targets:
            mode = _Mode(referenced=True, hidden_too=self._hidden(target))
            found = self._refer(target, mode, walk)
            if found.text:
                parts.append(found.text)
                steps += [f"{attribute} → {describe(target)}", *found.steps]
        if not parts:
            return NONE
        return AccessibleName(collapse(" ".join(parts)), NameSource.LABELLEDBY, tuple(steps))

    def _refer(self, target: Element, mode: _Mode, walk: _Traversal) -> AccessibleName:
        """What is referred to first is the same for all that refer to it, as a hundred images of a
        page may. Only for the value of a control it matters where the walk began."""
        if walk.visited or computed_role(walk.root) in _VALUES:
            return self._compute(target, mode, walk)
        if (target, mode) in self._referred:
            found, visited = self._referred[target, mode]
            walk.visited |= visited
            return found
        found = self._compute(target, mode, walk)
        self._room -= len(walk.visited)
        if self._room >= 0:
            self._referred[target, mode] = found, frozenset(walk.visited)
        return found

    def _named_by_content(self, element: Element, role: str, mode: _Mode) -> bool:
        if element.name == "svg" and role == "graphics-document":
            return mode.content
        if element.name == "canvas" and role == "":
            return mode.content or not element.get("title")
        if element.name in ("object", "svg") or role in ("image", "figure"):
            return False
        return mode.referenced or mode.content or role in _FROM_CONTENT

    def _content(self, element: Element, mode: _Mode, walk: _Traversal) -> AccessibleName:
        """Step 2F: the texts of the children and of generated content, in order."""
        self._steps_left -= 1
        if mode.depth > _DEEPEST or self._steps_left < 0:
            text = collapse(self._reading.visible_text(element)[:_LONGEST])
            return _step(text, NameSource.CONTENT, f"text of {describe(element)}")
        inner = _Mode(False, True, mode.hidden_too, mode.depth + 1)
        if mode.referenced:
            inner = _Mode(True, True, mode.hidden_too, mode.depth + 1)
        unseen = self._hidden(element) and not mode.hidden_too
        parts = [generated_text(self._document, self._styles, element, "before")]
        steps: list[str] = []
        for node in self._children(element):
            if isinstance(node, str) and unseen:
                continue
            text, way = self._child(node, inner, walk)
            parts.append(text)
            steps += way
        parts.append(generated_text(self._document, self._styles, element, "after"))
        text = collapse("".join(parts))
        return AccessibleName(text, NameSource.CONTENT, (f"content of {describe(element)}", *steps))

    def _children(self, element: Element) -> list[Node]:
        """The flat tree's, then what aria-owns brings, but for what the element stands in."""
        owned = element.scope.references(element.get("aria-owns"))
        return [*flat_children(element), *(e for e in owned if not e.contains(element))]

    def _child(self, node: Node, mode: _Mode, walk: _Traversal) -> tuple[str, tuple[str, ...]]:
        if isinstance(node, str):
            return node, ()
        if node.name == "br":
            return " ", ()
        if node.name in NOT_RENDERED or node.name in UNDRAWN:
            return "", ()
        found = self._used(node, mode, walk) if node.name == "use" else NONE
        found = found if found.text else self._compute(node, mode, walk)
        apart = self._stands_apart(node) or computed_role(node) in _SPACED
        steps = found.steps if found.source is not NameSource.CONTENT else found.steps[1:]
        return (f" {found.text} " if apart else _inline(node, found)), steps

    def _used(self, use: Element, mode: _Mode, walk: _Traversal) -> AccessibleName:
        """The text of what a `use` draws again, unless it has a name of its own: it stands in the
        tree of the `use` as a child (SVG-AAM 1.0, section 5.1.1)."""
        reference = use.get("href") or use.get("xlink:href")
        target = use.scope.ids.get(reference[1:]) if reference.startswith("#") else None
        if target is None or has_svg_name(use) or self._reading.state(use).aria_hidden:
            return NONE
        inner = replace(mode, hidden_too=True, depth=mode.depth + 1)
        return self._compute(target, inner, walk)

    def _stands_apart(self, element: Element) -> bool:
        """Is it a block, or a box of its own in a line, so that a space parts it from the text?"""
        if element.name in _REPLACED:
            return True
        display: str | None = self._styles.keyword(element, "display")
        if self._document.rendered:
            facts = self._document.facts_of(element)
            display = facts.display if facts else None
        if display and display != "none":
            return display not in _IN_LINE
        return element.name in BLOCKS

    def _value(self, element: Element, role: str) -> AccessibleName:
        """Step 2C: the value of a control embedded in a label."""
        if role in ("combobox", "listbox"):
            text = _selected(element)
        else:
            text = next((element.get(n) for n in _VALUE_ATTRIBUTES if element.get(n)), "")
            text = text or ("" if element.name == "input" else element.text())
        return _step(collapse(text), NameSource.VALUE, f"value of {describe(element)}")

    def _figure_caption(self, element: Element, walk: _Traversal) -> AccessibleName:
        """HTML-AAM, img: without alt and title, the figcaption names the image when the figure
        holds nothing else."""
        figure = self._reading.state(element).figure
        if element.name != "img" or "alt" in element.attrs or figure is None:
            return NONE
        if figure not in self._lone:
            self._lone[figure] = _lone_image(figure)
        image, caption = self._lone[figure]
        if image is not element or caption is None:
            return NONE
        return self._from_elements((caption,), walk)


_VALUE_ATTRIBUTES = ("aria-valuetext", "aria-valuenow", "value")


def _inline(element: Element, found: AccessibleName) -> str:
    """Inline text keeps the white space at its ends, which the collapsed name has lost."""
    if found.source is not NameSource.CONTENT or not element.children:
        return found.text
    first, last = element.children[0], element.children[-1]
    lead = " " if isinstance(first, str) and first[:1].isspace() else ""
    tail = " " if isinstance(last, str) and last[-1:].isspace() else ""
    return f"{lead}{found.text}{tail}"


def _step(text: str, source: NameSource, step: str) -> AccessibleName:
    return AccessibleName(text, source, (step,)) if text else NONE


def _lone_image(figure: Element) -> tuple[Element | None, Element | None]:
    """The image and the figcaption of a figure that holds nothing else; None for what lacks or
    does not stand alone."""
    image: Element | None = None
    caption: Element | None = None
    for element in figure.descendants():
        if caption is not None and caption.contains(element):
            continue
        if element.name == "figcaption" and caption is None:
            caption = element
        elif element.name == "img" and image is None:
            image = element
        elif element.name not in _WRAPPERS:
            return None, None
    if image is None or caption is None or figure.text().replace(caption.text(), "", 1).strip():
        return None, None
    return image, caption


_WRAPPERS = frozenset({"a", "br", "div", "picture", "source", "span"})


def _labels(document: Document) -> dict[Element, list[Element]]:
    """Each control's label elements (HTML, section 4.10.4)."""
    labels: dict[Element, list[Element]] = {}
    for label in document.elements:
        if label.name != "label":
            continue
        if "for" in label.attrs:
            target = label.scope.ids.get(label.get("for"))
        else:
            target = next((e for e in label.descendants() if e.name in _LABELABLE), None)
        if target is not None and target.name in _LABELABLE:
            labels.setdefault(target, []).append(label)
    return labels


_LABELABLE = words("button input meter output progress select textarea")


def _selected(element: Element) -> str:
    """The chosen options of a select or listbox, the first option of a select by default."""
    options = [e for e in element.descendants() if computed_role(e) == "option"]
    chosen = [e for e in options if "selected" in e.attrs or e.get("aria-selected") == "true"]
    if not chosen and element.name == "select":
        chosen = options[:1]
    if not options and explicit_role(element):
        return element.get("value") or element.text()
    return " ".join(e.text() for e in chosen)
