"""Addresses of pages as URIs that strict readers accept."""

from __future__ import annotations

import re

from auditor.reports.words import printable

_ALLOWED = re.compile(r"%[0-9A-Fa-f]{2}|[A-Za-z0-9\-._~:/?#@!$&'()*+,;=]+")
_HOST = re.compile(r"[a-z][a-z0-9+.\-]*://(?:\[[0-9a-fA-F:.]+\])?", re.IGNORECASE)
LIMIT = 8_000
"""Characters; no page has a longer address."""


def uri(url: str) -> str:
    """`url` with everything percent-encoded that RFC 3986 does not allow where it stands."""
    text = printable(url[:LIMIT])
    host = _HOST.match(text)
    start = host.end() if host else 0
    encoded = "".join(_pieces(text[start:]))
    before, hash_sign, after = encoded.partition("#")
    return text[:start] + before + hash_sign + after.replace("#", "%23")


def _pieces(text: str) -> list[str]:
    pieces: list[str] = []
    end = 0
    for allowed in _ALLOWED.finditer(text):
        pieces += (_encoded(text[end : allowed.start()]), allowed.group())
        end = allowed.end()
    return [*pieces, _encoded(text[end:])]


def _encoded(text: str) -> str:
    return "".join(f"%{byte:02X}" for byte in text.encode("utf-8"))
