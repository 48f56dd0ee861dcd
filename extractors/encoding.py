"""Bytes of a page to text."""

from __future__ import annotations

import codecs
import re

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_CHARSET = re.compile(r"charset\s*=\s*[\"']?\s*([^\s\"';,]+)", re.IGNORECASE)
# As Beautiful Soup looks for them, which is an eighth of a second to load.
_IN_XML = re.compile(rb"\s*<\?.*encoding=['\"](.*?)['\"].*\?>", re.IGNORECASE)
_IN_META = re.compile(rb"<\s*meta[^>]+charset\s*=\s*[\"']?([^>]*?)[ /;'\">]", re.IGNORECASE)
_XML_BYTES, _META_BYTES = 1024, 2048
"""Of the beginning of a page, in which they are looked for."""
_LATIN = frozenset({"ascii", "iso8859-1"})


def decode_html(data: bytes, content_type: str | None) -> str:
    """Text of a page: byte order mark, charset of the header, charset of the page's `meta`, else
    UTF-8, else windows-1252 (HTML, section 13.2.3.2, without its guesses). Never raises: bytes
    that mean nothing become U+FFFD, an unknown charset counts as none."""
    for mark, name in _BOMS:
        if data.startswith(mark):
            return data[len(mark) :].decode(name, "replace")
    if header := _CHARSET.search(content_type or ""):
        text = _decode(data, header[1])
        if text is not None:
            return text
    text = _decode(data, _not_utf16(_declared(data)) or "")
    if text is not None:
        return text
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


def _declared(data: bytes) -> str | None:
    """What a page says of its charset in itself, in an XML declaration or a `meta` element."""
    found = _IN_XML.match(data, 0, _XML_BYTES) or _IN_META.search(data, 0, _META_BYTES)
    return found[1].decode("ascii", "replace") if found else None


def _not_utf16(label: str | None) -> str | None:
    """A meta element that could be read as ASCII is not in UTF-16 (HTML, section 13.2.3.3)."""
    return "utf-8" if label and label.lower().startswith("utf-16") else label


def _decode(data: bytes, label: str) -> str | None:
    """None when the label names no charset. ISO-8859-1 and ASCII mean windows-1252 (Encoding
    Standard, section 4.2)."""
    try:
        name = codecs.lookup(label.strip()).name
        return data.decode("cp1252" if name in _LATIN else name, "replace")
    except (LookupError, ValueError):  # such as base64 and idna, which are codecs but no charsets
        return None
