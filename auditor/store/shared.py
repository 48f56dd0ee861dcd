"""What the image uses of a page say alike: the text around them, and one of them in full.

Surroundings overlap from image to image, and images of one template differ in little. So a page has
a text of both, and zlib is given it beforehand with the packed uses (auditor/store/packing.py):
what stands in it takes no room again. A use is read with its own text, and with no other use.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from auditor.store.packing import pack_text, unpack_text
from extractors.records import Context

MOST_SHARED = 16_000
"""Bytes of one text. zlib looks back 32,768, of which its dictionary for all pages has 13,079."""
_ROOM = 8_000
"""Characters of surroundings, from which on a page goes on with another text."""
_LONGEST_EXAMPLE = 3_000
"""Characters of the use that is given in full."""
_AT_HAND = 2048
"""Texts that are not unpacked again with the next use: 32 MB at most. In the order of ranks the
uses of a page lie far apart."""
_OVERLAP = 24
"""Characters by which a text is known to go on with the one before."""


def shared_texts(contexts: Sequence[Context], uses: Sequence[str]) -> list[bytes]:
    """For each image use of a page, the packed text that it shares with its neighbours; b"" for
    one alone, which shares nothing. `uses`: their JSON."""
    found: list[bytes] = []
    for around, number in _parts(contexts):
        example = uses[len(found) + number // 2][:_LONGEST_EXAMPLE]
        text = f"{around}\n{example}".encode()[-MOST_SHARED:].decode(errors="ignore")
        found += [pack_text(text) if number > 1 else b""] * number
    return found


@lru_cache(_AT_HAND)
def shared_text(packed: bytes) -> bytes:
    """A shared text again, for zlib. Raises ValueError for one that is damaged or too long."""
    return unpack_text(packed, MOST_SHARED) if packed else b""


def _parts(contexts: Sequence[Context]) -> Iterator[tuple[str, int]]:
    """The page in parts: what stands around their images, and how many they have."""
    around, number = "", 0
    for context in contexts:
        if len(around) >= _ROOM:
            yield around, number
            around, number = "", 0
        around = _continued(_continued(around, context.text_before), context.text_after)
        number += 1
    if number:
        yield around, number


def _continued(text: str, more: str) -> str:
    """A text with what it does not hold yet of another, which may begin anywhere in it."""
    if more in text:
        return text
    start = text.rfind(more[:_OVERLAP])
    if start >= 0 and more.startswith(text[start:]):
        return text[:start] + more
    return f"{text}\n{more}"
