"""Texts of a page as Unicode knows them: scripts can put half a surrogate pair anywhere, which no
file, database or tokenizer can hold."""

from __future__ import annotations

import re
from typing import Any

_HALF = re.compile("[\ud800-\udfff]")


def well_formed(value: Any) -> Any:
    """`value`, as JSON has it, with U+FFFD for each lone surrogate (Infra Standard, "convert into
    a scalar value string")."""
    if isinstance(value, str):
        return _HALF.sub("\ufffd", value)
    if isinstance(value, list):
        return [well_formed(item) for item in value]
    if isinstance(value, dict):
        return {well_formed(key): well_formed(item) for key, item in value.items()}
    return value
