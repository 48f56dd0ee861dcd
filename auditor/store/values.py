"""Values from JSON and from rows, held to their types and bounds: what a scan file holds may be
anything. All of these raise only what `understood` takes for damage."""

from __future__ import annotations

import json
import re
from datetime import datetime
from enum import StrEnum
from functools import lru_cache
from math import isfinite
from typing import Any, NoReturn, TypeVar
from urllib.parse import urlsplit

import cattrs

from auditor.message import Message, of_parts, parts_of

T = TypeVar("T")
E = TypeVar("E", bound=StrEnum)
MOST_JSON = 16_000_000
"""Bytes of the JSON of one value. Python takes up to 25 times as much for it."""
LONGEST_NAME = 200
_LARGEST = 2**53
"""Whole numbers up to here are exact in JSON."""
_NAME = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_HALF = re.compile(r"\\u[dD][89a-fA-F]")


def structured(value: object, kind: type[T]) -> T:
    """A value of this kind from plain ones. Numbers are finite, and text is text."""
    return _converter.structure(value, kind)


def unstructured(value: object) -> Any:
    """Plain values that JSON can hold."""
    return _converter.unstructure(value)


def unstructured_in_short(value: object) -> Any:
    """The same without what has the default value of its field: most of an image use."""
    return _short_converter.unstructure(value)


def parsed(text: str | bytes, most: int = MOST_JSON) -> Any:
    """What stands in JSON of at most so many bytes or characters."""
    if len(text) > most:
        raise ValueError("longer than it may be")
    plain = text if isinstance(text, str) else text.decode()
    return _without_halves(_decoder.decode(plain), plain)


def parsed_first(text: str) -> tuple[Any, str]:
    """The first value of JSON with several, one directly after the other, and the rest."""
    value, end = _decoder.raw_decode(text)
    return _without_halves(value, text[:end]), text[end:]


def json_of(value: object) -> str:
    """JSON of plain values."""
    return json.dumps(value, ensure_ascii=False)


def real(value: object) -> float:
    """A number as a column holds it."""
    return _real(value, float)


def text(value: object) -> str:
    """Text as a column holds it: `structured` of one value, in a fifth of its time."""
    return _text(value, str)


def member(kind: type[E], value: object) -> E:
    """A member of an enumeration by its value, in an eighth of the time that it takes itself."""
    found: E = kind._value2member_map_[value]  # type: ignore[assignment]
    return found


@lru_cache(1000)
def rule_id(text: str) -> str:
    """The id of a rule. It need not be one of this version's."""
    if len(text) > LONGEST_NAME or not _NAME.fullmatch(text):
        raise ValueError("no id of a rule")
    return text


def one_line(text: object) -> str:
    """A name of a thing, such as a model, that is shown as it is."""
    if not isinstance(text, str) or len(text) > LONGEST_NAME or not text.isprintable():
        raise ValueError("no name")
    return text


def point_in_time(text: object) -> str:
    """A time in ISO 8601."""
    datetime.fromisoformat(one_line(text))
    return str(text)


def address(text: object) -> str:
    """The address of a page, or the title of an article."""
    if not isinstance(text, str):
        raise TypeError("no address")
    return _address(text)


@lru_cache(1000)
def _address(text: str) -> str:
    urlsplit(text)
    return text


def _without_halves(value: Any, plain: str) -> Any:
    """What JSON stands for, without half characters."""
    if "\\" in plain and _HALF.search(plain):
        json_of(value).encode()  # raises UnicodeError for half a character
    return value


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is no number of JSON")


def _text(value: object, kind: type[str]) -> str:
    if isinstance(value, str):
        # An enumeration of texts is a kind of text too.
        return value if kind is str is type(value) else kind(value)
    if isinstance(value, int | float):
        return str(value)
    raise TypeError("no text")


def _whole(value: object, _: object) -> int:
    if isinstance(value, int | float) and abs(value) <= _LARGEST:
        return int(value)
    raise TypeError("no whole number")


def _real(value: object, _: object) -> float:
    if isinstance(value, int | float) and isfinite(value) and abs(value) <= _LARGEST:
        return float(value)
    raise TypeError("no number")


def _truth(value: object, _: object) -> bool:
    if value in (0, 1):
        return bool(value)
    raise TypeError("neither true nor false")


def _bytes(value: object, _: object) -> bytes:
    if isinstance(value, bytes):
        return value
    raise TypeError("no bytes")


_decoder = json.JSONDecoder(parse_constant=_refuse)
_converter = cattrs.Converter(detailed_validation=False)
for _kind, _hook in ((str, _text), (int, _whole), (float, _real), (bool, _truth), (bytes, _bytes)):
    _converter.register_structure_hook(_kind, _hook)
_converter.register_structure_hook(StrEnum, lambda value, kind: member(kind, value))
# A message by its parts, so that it can be said in another language; a plain text stays one.
_converter.register_structure_hook(Message, lambda value, _: of_parts(value))
_short_converter = cattrs.Converter(detailed_validation=False, omit_if_default=True)
for _each in (_converter, _short_converter):
    _each.register_unstructure_hook(Message, parts_of)
