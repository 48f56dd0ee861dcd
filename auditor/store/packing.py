"""Values of a scan file in a few hundred bytes: JSON, packed with zlib.

Most of the JSON of an image use is the same for every use (names of fields, words of rules), or
stands in the columns of its row. zlib is given both beforehand, as a preset dictionary (RFC 1950,
FDICT), so that they take no room again.
"""

from __future__ import annotations

import json
import zlib
from importlib.resources import files
from typing import TypeVar

import cattrs

T = TypeVar("T")
DICTIONARY = files("auditor.store").joinpath("packing.txt").read_bytes()
"""Some image uses. A scan file can be read only with the bytes that it was written with, so it is
never changed once it was released."""

_converter = cattrs.Converter()


def pack(value: object, known: str) -> bytes:
    """The bytes of a value, to be kept beside the text that is known."""
    text = json.dumps(_converter.unstructure(value), ensure_ascii=False)
    packer = zlib.compressobj(level=9, zdict=DICTIONARY + known.encode())
    return packer.compress(text.encode()) + packer.flush()


def unpack(packed: bytes, known: str, kind: type[T]) -> T:
    """The value again. Raises zlib.error when it was packed beside another text."""
    unpacker = zlib.decompressobj(zdict=DICTIONARY + known.encode())
    text = unpacker.decompress(packed) + unpacker.flush()
    return _converter.structure(json.loads(text), kind)
