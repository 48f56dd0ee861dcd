"""Which elements of a tree scope a CSS selector matches (Selectors 4).

Nearly all selectors of style sheets are made of types, ids, classes and attributes. These are
matched here, a set of elements a step, so that no nesting makes it slow. The others are left to
soupsieve, which needs a soup.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from extractors.document import Document
from extractors.dom import Element, TreeScope
from extractors.text import words

_NAME = r"-?[_a-zA-Z][\w-]*"
_KEY = re.compile(rf"([#.]?)({_NAME})")
_COMBINATOR = re.compile(r"[\s>+~]+")
_PART = re.compile(
    rf"(?P<key>[#.]?{_NAME}|\*)"
    rf"|\[\s*(?P<name>{_NAME})\s*"
    rf"(?:(?P<how>[~^$*]?=)\s*(?P<value>\"[^\"\\\n]*\"|'[^'\\\n]*'|{_NAME})\s*)?\]"
    r"|\s*(?P<joint>[>+~])\s*|\s+",
    re.ASCII,
)
_NEVER = re.compile(
    r":(?:active|focus|focus-visible|focus-within|hover|target|visited)(?![\w-])", re.IGNORECASE
)
"""States that a page which nobody uses is never in."""
_CLASS = re.compile(r"[^ \t\r\n\f]+")
_CASELESS = words(
    "accept accept-charset align alink axis bgcolor charset checked clear codetype color compact "
    "declare defer dir direction disabled enctype face frame hreflang http-equiv lang language "
    "link media method multiple nohref noresize noshade nowrap readonly rel rev rules scope "
    "scrolling selected shape target text type valign valuetype vlink"
)
"""Attributes whose values have no case (HTML, section 4.16.2)."""
_HOW: Mapping[str, Callable[[str, str], bool]] = {
    "": lambda value, wanted: True,
    "=": lambda value, wanted: value == wanted,
    "~=": lambda value, wanted: wanted in _CLASS.findall(value),
    "^=": lambda value, wanted: bool(wanted) and value.startswith(wanted),
    "$=": lambda value, wanted: bool(wanted) and value.endswith(wanted),
    "*=": lambda value, wanted: bool(wanted) and wanted in value,
}


@dataclass(frozen=True, slots=True)
class _Compound:
    """What one element is asked for."""

    joint: str
    """What joins it to the compound before it: " ", ">", "+" or "~"; "" for the first."""
    keys: tuple[str, ...]
    """Its type or "*", each id and class with its sign."""
    attributes: tuple[tuple[str, str, str], ...]
    """Name, how it is compared ("": not at all), value."""

    @property
    def says_something(self) -> bool:
        """Whether it has a part."""
        return bool(self.keys or self.attributes)


class Index:
    """Finds what selectors match without trying them on every element of a scope."""

    def __init__(self, document: Document, scope: TreeScope) -> None:
        self._document = document
        self._keys: dict[Element, frozenset[str]] = {}
        self._with: dict[str, list[Element]] = {}
        self._before: dict[Element, Element | None] = {}
        last: dict[Element | None, Element] = {}
        for element in scope.elements:
            classes = _CLASS.findall(element.attrs.get("class", ""))
            named = ["#" + element.attrs["id"]] if "id" in element.attrs else []
            keys = frozenset(("*", element.name, *named, *("." + word for word in classes)))
            self._keys[element] = keys
            for key in keys:
                self._with.setdefault(key, []).append(element)
            self._before[element] = last.get(element.parent)
            last[element.parent] = element

    def matches(self, selector: str) -> list[Element]:
        """Elements of the scope that the selector matches, document order; none when it cannot be
        read."""
        if "(" not in selector and _NEVER.search(selector):
            return []
        compounds = _compounds(selector)
        if compounds is None:
            return self._by_soup(selector)
        *others, last = compounds
        found = self._are(last)
        if not others or not found:
            return found
        held = self._are(others[0])
        for compound in others[1:]:
            held = self._joined(compound.joint, held, self._are(compound))
        return self._joined(last.joint, held, found)

    def _are(self, compound: _Compound) -> list[Element]:
        """The elements that a compound alone matches."""
        wanted = compound.keys
        return [
            element
            for element in self._rarest(wanted)
            if self._keys[element].issuperset(wanted)
            and all(
                name in element.attrs and _HOW[how](element.attrs[name], value)
                for name, how, value in compound.attributes
            )
        ]

    def _rarest(self, keys: Collection[str]) -> list[Element]:
        return min((self._with.get(key, []) for key in keys or "*"), key=len)

    def _joined(self, joint: str, held: list[Element], found: list[Element]) -> list[Element]:
        """Those of `found` that stand to one of `held` as the joint says."""
        if joint == " ":
            return _inside(held, found)
        if joint == "~":
            first: dict[Element | None, int] = {}
            for element in held:
                first.setdefault(element.parent, element.order)
            return [e for e in found if first.get(e.parent, e.order) < e.order]
        known = set(held)
        beside = (e.parent if joint == ">" else self._before[e] for e in found)
        return [e for e, other in zip(found, beside, strict=True) if other in known]

    def _by_soup(self, selector: str) -> list[Element]:
        last = _COMBINATOR.split(re.sub(r"\([^)]*\)|\[[^]]*\]|::?[\w-]+", "", selector))[-1]
        found = self._rarest([_folded(*key) for key in _KEY.findall(last)])
        if not found:
            return []
        import soupsieve

        try:
            compiled = soupsieve.compile(selector)
        except (soupsieve.SelectorSyntaxError, NotImplementedError):
            return []
        return [element for element in found if compiled.match(self._document.tags[element])]


def _inside(held: list[Element], found: Iterable[Element]) -> list[Element]:
    """Those of `found` that stand in one of `held`; both in document order."""
    outer: list[Element] = []
    for element in held:
        if not outer or element.order > outer[-1].end:
            outer.append(element)
    starts = [element.order for element in outer]
    places = ((element, bisect_left(starts, element.order) - 1) for element in found)
    return [e for e, place in places if place >= 0 and e.order <= outer[place].end]


@lru_cache(maxsize=4096)
def _compounds(selector: str) -> tuple[_Compound, ...] | None:
    """The compounds of a selector; None where it holds anything else than is matched here."""
    found = [_Compound("", (), ())]
    place = 0
    while place < len(selector):
        part = _PART.match(selector, place)
        more = part and _with_part(found[-1], part)
        if not part or not more:
            return None
        found[-1:] = more
        place = part.end()
    return tuple(found) if found[-1].says_something else None


def _with_part(compound: _Compound, part: re.Match[str]) -> list[_Compound]:
    """The compound with one part more, or with the one that begins after it; none where the part
    may not stand there."""
    if key := part["key"]:
        sign = key[0] if key[0] in "#." else ""
        if not sign and compound.says_something:
            return []
        return [replace(compound, keys=(*compound.keys, _folded(sign, key.removeprefix(sign))))]
    if name := part["name"]:
        how, value = part["how"] or "", part["value"] or ""
        value = value[1:-1] if value[:1] in ("'", '"') else value
        if how and name.lower() in _CASELESS:
            return []
        attribute = (name.lower(), how, value)
        return [replace(compound, attributes=(*compound.attributes, attribute))]
    following = _Compound(part["joint"] or " ", (), ())
    return [compound, following] if compound.says_something else []


def _folded(sign: str, name: str) -> str:
    """A key: types have no case in HTML."""
    return sign + (name if sign else name.lower())
