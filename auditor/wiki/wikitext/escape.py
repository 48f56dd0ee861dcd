"""An alternative text as wikitext that gives back exactly that text."""

from __future__ import annotations

import re
import unicodedata

from auditor.wiki.wikitext.uses import UseKind

_MARKS = re.compile(r"[|\[\]{}<>]")
_RUNS = re.compile(r"'{2,}|~{3,}|_{2,}")
"""Bold and italics, a signature when saved, switches such as `__NOTOC__`."""
_REFERENCE = re.compile(r"&(?=#?\w+;)")
_ADDRESS = re.compile(r"(?<=\w):(?=//)")
"""A bare address in a gallery would swallow what follows it."""
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+")
_LIST = re.compile(r"^[*#:;]")


def clean(text: str) -> str:
    """The text as it can stand in an attribute: one line, no spaces around it, composed characters
    (NFC), as MediaWiki keeps them."""
    return unicodedata.normalize("NFC", _CONTROL.sub(" ", text)).strip()


def escaped(text: str, kind: UseKind) -> str:
    """Wikitext of a text that is `clean`, for the place where a use of that kind has it."""
    text = _REFERENCE.sub("&amp;", text)
    for pattern in (_MARKS, _RUNS, _ADDRESS):
        text = pattern.sub(_references, text)
    if kind is UseKind.MAPFRAME:
        return text.replace('"', "&quot;")
    if kind is UseKind.TEMPLATE:
        return _LIST.sub(_references, text)
    return text


def _references(match: re.Match[str]) -> str:
    return "".join(_NAMED.get(character, f"&#{ord(character)};") for character in match[0])


_NAMED = {"<": "&lt;", ">": "&gt;"}
