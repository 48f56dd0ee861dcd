"""Image maps: which image an area belongs to, and which map an image asks for (HTML, 4.8.14)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from extractors.document import Document
from extractors.dom import Element
from extractors.reading import Reading
from extractors.records import ImageMap


@dataclass(frozen=True, slots=True)
class Maps:
    """The image maps of a page."""

    users: Mapping[str, Element]
    """The first rendered image that uses each map, by the map's name."""
    names: frozenset[str]
    """Names of the maps that are there."""
    final: bool
    """True when a browser rendered the page, so that no script will bring more."""

    def image_of(self, area: Element) -> Element | None:
        """The image whose map the area is a part of."""
        owner = next((e for e in area.ancestors() if e.name == "map"), None)
        return self.users.get(owner.get("name")) if owner is not None else None

    def of(self, element: Element) -> ImageMap:
        """The image map that an element asks for."""
        name = _map_name(element)
        if name in self.names:
            return ImageMap.CLIENT
        if "ismap" in element.attrs:
            return ImageMap.SERVER
        return ImageMap.BROKEN if "usemap" in element.attrs else ImageMap.NONE


def image_maps(document: Document, reading: Reading) -> Maps:
    """Find them in one pass."""
    users: dict[str, Element] = {}
    names: set[str] = set()
    for element in document.elements:
        if element.name == "map":
            names.update({element.get("name")} - {""})
        name = _map_name(element)
        if name and element in reading.states:
            users.setdefault(name, element)
    return Maps(users, frozenset(names), document.rendered)


def _map_name(element: Element) -> str:
    return element.get("usemap").removeprefix("#")
