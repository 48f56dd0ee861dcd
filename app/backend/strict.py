"""Reads JSON that anybody may have sent: each value is of its field's own type, or is refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from enum import StrEnum
from typing import Any, TypeVar

import cattrs
from cattrs.gen import make_dict_structure_fn

from auditor.errors import AuditorError
from auditor.texts.well_formed import well_formed
from extractors.facts import Background, Box, ElementFacts

MOST = 2**53
"""Numbers beyond it are not the same to every reader of JSON (RFC 8259, section 6)."""
SIDES = ("x", "y", "width", "height")

T = TypeVar("T")


class PostedError(AuditorError):
    """What was sent cannot be read; the message says where and is fit to show."""


def read_json(data: bytes, what: str) -> Any:
    """The value in JSON, with well-formed texts and numbers up to MOST. Raises PostedError."""
    try:
        value = json.loads(
            data, parse_int=_number(int), parse_float=_number(float), parse_constant=_constant
        )
        return well_formed(value)
    except (ValueError, RecursionError) as error:
        raise PostedError(f"{what} cannot be read: {error}") from error


def structured(value: Any, kind: type[T], what: str) -> T:
    """The dataclass that a value of JSON holds. Raises PostedError."""
    try:
        return _converter.structure(value, kind)
    except Exception as error:  # cattrs raises groups of whatever went wrong inside
        first = cattrs.transform_error(error, path="it")[0]
        raise PostedError(f"{what} cannot be read: {first:.200}") from error


def _number(kind: type[int] | type[float]) -> Callable[[str], float]:
    def read(digits: str) -> float:
        if abs(float(digits)) > MOST:
            raise ValueError(f"{digits:.20} is too large a number")
        return kind(digits)

    return read


def _constant(name: str) -> float:
    raise ValueError(f"{name} is no number")


def _exactly(value: Any, kind: type) -> Any:
    """The value, where it is of this very type: cattrs alone makes a text of anything."""
    if type(value) is kind:
        return value
    if kind is float and type(value) is int:
        return float(value)
    raise TypeError(f"{value!r:.60} is no {kind.__name__}")


def _box(value: Any, _: type) -> Box:
    """A record has its sides by name, the in-page script writes a list of them."""
    sides = [value[name] for name in SIDES] if isinstance(value, dict) else value
    if not isinstance(sides, list) or len(sides) != len(SIDES):
        raise TypeError(f"{value!r:.60} is no box")
    return Box(*(_exactly(side, float) for side in sides))


_converter = cattrs.Converter()
for _kind in (bool, int, float, str):
    _converter.register_structure_hook(_kind, _exactly)
# Which cattrs would take for a text.
_converter.register_structure_hook(StrEnum, lambda value, kind: kind(value))
_converter.register_structure_hook(Box, _box)
for _facts in (Background, ElementFacts):
    _converter.register_structure_hook(
        _facts, make_dict_structure_fn(_facts, _converter, _cattrs_forbid_extra_keys=True)
    )
