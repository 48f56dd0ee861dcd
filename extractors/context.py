"""What stands around an image."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from extractors.accname import Namer
from extractors.candidates import Candidate
from extractors.captions import captions
from extractors.cards import Cards, headings
from extractors.document import Document, link_reference
from extractors.dom import UNDRAWN, Element
from extractors.formulas import Formulas
from extractors.icons import is_private
from extractors.reading import Reading
from extractors.records import Context, Control, Exposed, Exposure
from extractors.roles import IMAGE_ROLES, LINK_ROLES, computed_role, explicit_role, takes_tab
from extractors.text import collapse, cut_end, cut_start

REACH = 400
"""Characters of text kept on each side of an image."""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """Answers for every image of a page."""

    document: Document
    reading: Reading
    namer: Namer
    captions: Mapping[Element, str]
    exposed: Mapping[Element, int]
    """How many exposed images each link or button holds."""
    twins: Mapping[Element, str]
    """Text of the link beside each link that leads to the same place."""
    title: str
    lang: str | None
    cards: Cards
    formulas: Formulas

    def of(self, candidate: Candidate) -> Context:
        """The context of one image."""
        element = candidate.element
        heading = self.cards.heading(element) or self.reading.headings.get(element)
        before, after = self._texts(candidate)
        state = self.reading.state(element)
        return Context(
            page_title=self.title,
            page_lang=self.lang,
            heading=self.reading.visible_text(heading) if heading is not None else "",
            caption=self.captions.get(element, ""),
            figure=self._figure(element, state.figure),
            in_heading=self._name_of(state.in_heading),
            block=self.reading.visible_text(state.block) if state.block else "",
            control=self._control(element),
            text_before=before,
            text_after=after,
            described_by=self.namer.described_by(element),
            details=self.namer.text_of(element, "aria-details"),
            longdesc=self.document.absolute(element.get("longdesc")),
            drawn_text=_drawn_text(element) if element.name == "svg" else "",
            mathml=self.formulas.beside(element),
        )

    def _figure(self, element: Element, figure: Element | None) -> str | None:
        name = self._name_of(figure)
        return None if name is None else name or self.captions.get(element, "")

    def _name_of(self, holder: Element | None) -> str | None:
        return self.namer.name(holder).text if holder is not None else None

    def _texts(self, candidate: Candidate) -> tuple[str, str]:
        """Text before and after; a picture painted behind text has that text after it."""
        start, end = self.reading.spans[candidate.element]
        if candidate.background is not None:
            end = start
        text = self.reading.text
        before = text[max(0, start - REACH - 1) : start]
        return cut_end(before, REACH), cut_start(text[end : end + REACH + 2].lstrip(), REACH)

    def _control(self, element: Element) -> Control | None:
        state = self.reading.state(element)
        control = state.control
        if control is None:
            return None
        role = "link" if computed_role(control) in LINK_ROLES else "button"
        # Beside a name that is a font's character, a title is the description, and that is heard.
        return Control(
            role=role,
            name=_words_of(self.namer.name(control).text) or collapse(control.get("title")),
            text=_words_of(self.reading.visible_text(control)),
            target=self.document.absolute(link_reference(control)) if role == "link" else None,
            images=self.exposed.get(control, 0),
            twin=self.twins.get(control),
            unheard=self._unheard(control),
            takes_focus=not state.inert and takes_tab(control),
        )

    def _unheard(self, control: Element) -> str:
        above = self.reading.parents.get(control)
        around = self.reading.state(above) if above is not None else None
        if around is not None and (around.aria_hidden or around.inert):
            return "above"
        own = self.reading.state(control)
        return "itself" if own.aria_hidden or own.inert else ""


def surroundings(
    document: Document,
    reading: Reading,
    namer: Namer,
    exposures: Sequence[tuple[Candidate, Exposure]],
) -> Surroundings:
    """Prepare the answers with one pass over the images."""
    images = list(dict.fromkeys(candidate.element for candidate, _ in exposures))
    shown = (
        reading.state(candidate.element).control
        for candidate, exposure in exposures
        if exposure.state is Exposed.EXPOSED
    )
    exposed = Counter(control for control in shown if control is not None)
    return Surroundings(
        document=document,
        reading=reading,
        namer=namer,
        captions=captions(document, reading, images),
        exposed=exposed,
        twins=_twins(document, reading),
        title=document.title,
        lang=document.lang,
        cards=Cards(reading, images, headings(document)),
        formulas=Formulas(document, reading),
    )


def _drawn_text(svg: Element) -> str:
    """What the parts of an svg say: its text, and titles of shapes (SVG-AAM 1.0, section 5.1.2)."""
    if explicit_role(svg) in IMAGE_ROLES:
        return ""  # its parts are presentational
    said = (e for e in svg.descendants() if e.name == "text" or _is_title_of_part(e, svg))
    return cut_start(collapse(" ".join(e.text() for e in said)), REACH)


def _is_title_of_part(element: Element, svg: Element) -> bool:
    drawn = not any(around.name in UNDRAWN for around in element.ancestors())
    return element.name == "title" and element.parent is not svg and drawn


def _words_of(text: str) -> str:
    """What is heard of a text: private-use characters are drawings of a font (Unicode, section
    23.5)."""
    if text.isascii():
        return text
    return collapse("".join(char for char in text if not is_private(char)))


def _twins(document: Document, reading: Reading) -> dict[Element, str]:
    """Neighbouring links to one place, with no words between them."""
    found: dict[Element, str] = {}
    last: Element | None = None
    for link in document.elements:
        if link.name != "a" or "href" not in link.attrs or reading.state(link).unseen:
            continue
        if last is not None and _same_target(document, last, link):
            start, end = reading.spans[last][1], reading.spans[link][0]
            if not reading.text[start:end].strip():
                for one, other in ((last, link), (link, last)):
                    if not _is_picture(other, reading):
                        found.setdefault(one, reading.visible_text(other))
        last = link
    return found


def _is_picture(link: Element, reading: Reading) -> bool:
    """Whether a link has no words and is not empty."""
    return not reading.visible_text(link) and any(
        inside.name in ("img", "svg") for inside in link.descendants()
    )


def _same_target(document: Document, one: Element, other: Element) -> bool:
    href = (one.get("href") or "").strip().lower()
    if not href or href.endswith("#") or href.startswith("javascript:"):
        return False  # no place at all: a script does something, and what, nobody knows
    target = document.absolute(one.get("href"))
    return target is not None and target == document.absolute(other.get("href"))
