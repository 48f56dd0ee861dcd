"""Makers of answers, right and wrong."""

from __future__ import annotations

import gzip
import io
import struct
import zlib
from collections.abc import Iterator

from PIL import Image

from tests.hostile.server import Chunks

HTML = "text/html; charset=utf-8"
LEAST = "<!doctype html><title>x</title>"


def head(kind: str = HTML, status: str = "200 OK", **headers: object) -> bytes:
    """A status line and headers; underscores in names become hyphens."""
    more = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in headers.items())
    return f"HTTP/1.1 {status}\r\nContent-Type: {kind}\r\n{more}\r\n".encode("latin-1")


def answer(
    body: str | bytes, kind: str = HTML, status: str = "200 OK", **headers: object
) -> Chunks:
    """A whole answer. `PORT` in a text is the port of the server."""

    def chunks(port: int) -> Iterator[bytes | None]:
        data = body.replace("PORT", str(port)).encode() if isinstance(body, str) else body
        yield head(kind, status, **{"Content_Length": len(data), "Connection": "close", **headers})
        yield data

    return chunks


def page(body: str) -> Chunks:
    """A page."""
    return answer(LEAST + body)


def moved(place: str) -> Chunks:
    """A redirect; `PORT` in it is the port of the server."""
    return lambda port: answer("", status="302 Found", Location=place.replace("PORT", str(port)))(
        port
    )


def raw(*parts: bytes) -> Chunks:
    """Just these bytes, then the end."""
    return lambda port: iter(parts)


def endless(start: bytes, again: bytes, *, slow: bool = False) -> Chunks:
    """`start`, then `again` and again."""

    def chunks(port: int) -> Iterator[bytes | None]:
        yield start
        while True:
            if slow:
                yield None
            yield again

    return chunks


def encoded(form: str, size: tuple[int, int] = (40, 30), **options: object) -> bytes:
    """A picture of one colour."""
    out = io.BytesIO()
    Image.new("RGB", size, "teal").save(out, form, **options)
    return out.getvalue()


def png_of(width: int, height: int) -> bytes:
    """A small file whose header says that it is large, and that is whole: zeros pack well."""
    rows = zlib.compressobj(9)
    line = bytes(1 + (width + 7) // 8)
    data = b"".join(rows.compress(line) for _ in range(min(height, 3000))) + rows.flush()
    header = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    parts = ((b"IHDR", header), (b"IDAT", data), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        len(body).to_bytes(4, "big") + name + body + zlib.crc32(name + body).to_bytes(4, "big")
        for name, body in parts
    )


def patched(data: bytes, place: int, value: bytes) -> bytes:
    """With other bytes at a place."""
    return data[:place] + value + data[place + len(value) :]


def gif_of(frames: int) -> bytes:
    """An animation of one pixel."""
    frame = b"," + struct.pack("<HHHH", 0, 0, 1, 1) + b"\0\x02\x02\x44\x01\0"
    return b"GIF89a\1\0\1\0\x80\0\0\0\0\0\xff\xff\xff" + frame * frames + b";"


def ico_of(inner: bytes) -> bytes:
    """An icon that says 16 × 16 and holds this picture."""
    entry = struct.pack("<BBBBHHII", 16, 16, 0, 0, 1, 32, len(inner), 22)
    return struct.pack("<HHH", 0, 1, 1) + entry + inner


def bomb(megabytes: int, start: bytes = b"") -> bytes:
    """Gzip data that unpacks into so much."""
    out = io.BytesIO()
    with gzip.GzipFile(fileobj=out, mode="wb", compresslevel=9) as file:
        file.write(start)
        for _ in range(megabytes):
            file.write(b" " * 1_000_000)
    return out.getvalue()
