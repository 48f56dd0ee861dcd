"""What HTML reports say in a language, as HTML: small pieces that all of them share."""

from __future__ import annotations

import base64
import re
from dataclasses import dataclass, field
from functools import cache, lru_cache
from html import escape

from auditor.catalogue import Tongue
from auditor.message import pieces_of
from auditor.reports.words import printable, shorten

_LINKABLE = re.compile(r"(?:https?|file)://\S{1,2000}", re.IGNORECASE)

_TEXT_READ = 1_000
"""Characters of what an address is called: more are never shown."""


def safe(text: str) -> str:
    """Any text as HTML, in an element or a quoted attribute."""
    return escape(printable(text))


def cut(text: str, limit: int) -> str:
    """The beginning of any text as HTML."""
    return escape(shorten(text, limit))


def link_target(url: str) -> str:
    """`url` where it may become a link: http, https or file; "" for javascript: and its like."""
    return url if _LINKABLE.fullmatch(url) else ""


def data_url(thumbnail: bytes) -> str:
    """A JPEG or PNG as a data: URL, of base64 letters only; "" for anything else."""
    for magic, mime in ((b"\xff\xd8\xff", "image/jpeg"), (b"\x89PNG\r\n", "image/png")):
        if thumbnail.startswith(magic):
            return f"data:{mime};base64,{base64.b64encode(thumbnail).decode()}"
    return ""


def address(url: str, text: str = "") -> str:
    """An address as a link where it may be one, with this text or itself."""
    return _link(url, text[:_TEXT_READ])


@lru_cache(1_000)
def _link(url: str, text: str) -> str:
    """Pages are named again and again."""
    shown = f"<bdi>{cut(text or url, 160)}</bdi>"
    target = link_target(url)
    return f'<a href="{safe(target)}">{shown}</a>' if target else shown


def bar(share: float, kind: str = "") -> str:
    """A bar of this share of its track; `kind`: a class of ours."""
    return (
        '<svg class="bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true" '
        'focusable="false"><rect class="track" width="100" height="10"/>'
        f'<rect class="fill {kind}" width="{100 * share:.1f}" height="10"/></svg>'
    )


@dataclass(frozen=True, slots=True)
class HtmlTongue:
    """A language in which templates are filled with HTML."""

    tongue: Tongue
    _pieces: dict[str, list[str]] = field(default_factory=dict)
    """Templates in this language as HTML, between the names of their fields."""

    def translated(self, template: str, /, **html: str) -> str:
        """A template in this language, filled with what is HTML already."""
        pieces = self._pieces.get(template)
        if pieces is None:
            pieces = self._pieces[template] = _cut(escape(self.tongue.template(template)))
        return _joined(pieces, html)

    def counted(self, one: str, many: str, number: int, /, **html: str) -> str:
        """The one of two templates that the number chooses, filled in the same way."""
        text = escape(self.tongue.template(one, many, number))
        return _joined(_cut(text), {"number": self.number(number), **html})

    def number(self, value: float, form: str = "") -> str:
        """A number as this language writes it."""
        return escape(self.tongue.number(value, form))

    def of_number(self, number: str) -> str:
        """For who hears links and controls alone: which entry they belong to."""
        said = self.translated("number {number}", number=number)
        return f'<span class="unseen">, {said}</span>'


def _cut(template: str) -> list[str]:
    """What stands between fields, and the names of these in turn, without their formats."""
    return [piece for place, piece in enumerate(pieces_of(template)) if place % 3 != 2]


def _joined(pieces: list[str], html: dict[str, str]) -> str:
    if len(pieces) == 1:
        return pieces[0]
    return "".join([html[p] if place % 2 else p for place, p in enumerate(pieces)])


@cache
def html_tongue(tongue: Tongue) -> HtmlTongue:
    """The same, made once."""
    return HtmlTongue(tongue)
