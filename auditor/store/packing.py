"""Values of a scan file in a few hundred bytes: JSON, packed with zlib.

Most of the JSON of an image use is the same for every use (names of fields, words of rules), or
stands in the columns of its row. zlib is given both beforehand, as a preset dictionary (RFC 1950,
FDICT), so that they take no room again.
"""

from __future__ import annotations

import zlib
from importlib.resources import files
from typing import TypeVar

from auditor.store.values import (
    MOST_JSON,
    json_of,
    parsed,
    structured,
    unstructured,
    unstructured_in_short,
)

T = TypeVar("T")
DICTIONARY = files("auditor.store").joinpath("packing.txt").read_bytes()
"""Some image uses. A scan file can be read only with the bytes that it was written with, so it is
never changed once it was released."""


def pack(value: object, known: str, *, in_short: bool = False) -> bytes:
    """The bytes of a value, to be kept beside the text that is known; `in_short`: without what has
    the default value of its field, so that no default may change any more. Raises ValueError for
    one that is too large to be read again."""
    plain = unstructured_in_short(value) if in_short else unstructured(value)
    return pack_text(json_of(plain), known.encode())


def pack_text(text: str, known: bytes = b"") -> bytes:
    """The bytes of a text, to be kept beside what is known. Raises ValueError for one that is too
    large to be read again."""
    plain = text.encode()
    if len(plain) > MOST_JSON:
        raise ValueError(f"{len(plain):,} bytes are more than a scan file holds of one thing")
    packer = zlib.compressobj(level=9, zdict=DICTIONARY + known)
    return packer.compress(plain) + packer.flush()


def unpack(packed: bytes, known: str, kind: type[T]) -> T:
    """The value again. Raises what `unpack_text` and `structured` raise."""
    return structured(parsed(unpack_text(packed, MOST_JSON, known.encode())), kind)


def unpack_text(packed: bytes, most: int, known: bytes = b"") -> bytes:
    """The text again, in UTF-8. A few bytes can stand for gigabytes, so no more than `most` are
    unpacked. Raises ValueError when it was packed beside something else, is damaged or longer."""
    unpacker = zlib.decompressobj(zdict=DICTIONARY + known)
    try:
        text = unpacker.decompress(packed, most + 1)
    except zlib.error as error:
        raise ValueError("packed otherwise") from error
    if not unpacker.eof:
        raise ValueError("cut off, or longer than it may be")
    return text
