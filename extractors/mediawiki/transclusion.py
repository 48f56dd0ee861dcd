"""Which template made an element, from the data that Parsoid leaves in its HTML (Parsoid's DOM
specification, sections Transclusion content and Extension tags)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from extractors.dom import Element
from extractors.mediawiki.records import MadeBy

Data = Mapping[str, Any]
_NOTHING: Data = {}


class Transclusions:
    """The templates of a page by the `about` of what they made."""

    def __init__(self, elements: Iterable[Element]) -> None:
        self._first: dict[str, Element] = {}
        for element in elements:
            if "mw:Transclusion" in element.get("typeof") and element.get("about"):
                self._first.setdefault(element.get("about"), element)

    def of(self, element: Element, file: str | None) -> MadeBy | None:
        """The template that made an image of this file; None: no template, or the HTML does not say
        which of several."""
        for outer in (element, *element.ancestors()):
            first = self._first.get(outer.get("about"))
            if first is not None:
                return _chosen(list(_templates(data_of(first))), file)
        return None


def data_of(element: Element | None) -> Data:
    """Parsoid's data of an element, empty when there is none that can be read."""
    text = element.get("data-mw") if element is not None else ""
    return _read(text) if text else _NOTHING


@lru_cache(maxsize=64)
def _read(text: str) -> Data:
    try:
        value = json.loads(text)
    except ValueError:
        return _NOTHING
    return _object(value)


def _templates(data: Data) -> Iterable[tuple[str, dict[str, str]]]:
    """Name and parameters of each template."""
    parts = data.get("parts")
    for part in parts if isinstance(parts, list) else ():
        template = _object(_object(part).get("template"))
        if template:
            name = " ".join(str(_object(template.get("target")).get("wt", "")).split())
            params = _object(template.get("params"))
            yield name, {key: str(_object(value).get("wt", "")) for key, value in params.items()}


def _object(value: object) -> Data:
    return value if isinstance(value, dict) else _NOTHING


def _chosen(templates: list[tuple[str, dict[str, str]]], file: str | None) -> MadeBy | None:
    named = [
        MadeBy(name, parameter)
        for name, parameters in templates
        for parameter, value in parameters.items()
        if file and _names(value, file)
    ]
    if len(named) == 1:
        return named[0]
    names = {made.template for made in named} or {name for name, _ in templates}
    return MadeBy(names.pop(), None) if len(names) == 1 else None


def _names(value: str, file: str) -> bool:
    """Does the value of a parameter name the file? The first letter's case does not count."""
    first, rest = re.escape(file[:1]), re.escape(file[1:])
    name = rf"(?:^|[:|=\[])[ \t]*(?i:{first}){rest}[ \t]*(?:$|[|\]}}<])"
    return bool(re.search(name, value.replace("_", " "), re.MULTILINE))
