"""Messages between a browser and a native host: JSON in UTF-8, its length before it in 32 bits of
the machine's own order (Chrome, "Native messaging", section "Native messaging protocol")."""

from __future__ import annotations

import json
import struct
from typing import Any, BinaryIO

MAX_MESSAGE = 1_000
"""Bytes of a message that is read; all that the extension says is one word."""
_LENGTH = struct.Struct("=I")


def read_message(source: BinaryIO) -> Any:
    """The next message; None at the end, and for what is none."""
    head = source.read(_LENGTH.size)
    if len(head) < _LENGTH.size or _LENGTH.unpack(head)[0] > MAX_MESSAGE:
        return None
    try:
        return json.loads(source.read(_LENGTH.unpack(head)[0]))
    except (ValueError, RecursionError):
        return None


def write_message(target: BinaryIO, message: Any) -> None:
    """Send one message."""
    data = json.dumps(message).encode()
    target.write(_LENGTH.pack(len(data)) + data)
    target.flush()
