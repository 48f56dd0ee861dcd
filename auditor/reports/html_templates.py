"""What renders HTML reports: the templates of this folder, and what they call."""

from __future__ import annotations

import base64
import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from auditor.catalogue import ENGLISH, Tongue
from auditor.findings import ASKS_FOR_WORK, Finding
from auditor.message import Value, fill
from auditor.reports import explain, words
from auditor.reports.skipped import skipped_groups
from auditor.results import JudgedUse
from auditor.rules.reasons import why_exposed

_LINKABLE = re.compile(r"(?:https?|file)://\S{1,2000}", re.IGNORECASE)


# Marks in a rendered entry for what depends on the file that it comes to stand in. A NUL stands in
# no text of a page.
PICTURE, USED, RULES_FILE = Markup("\0picture\0"), Markup("\0used\0"), Markup("\0rules\0")
NUMBER, CLASSES = Markup("\0number\0"), Markup("\0classes\0")
FOLDED = Markup("\0folded\0")


def data_url(thumbnail: bytes) -> str:
    """A JPEG or PNG as a data: URL, of base64 letters only; "" for anything else."""
    for magic, mime in ((b"\xff\xd8\xff", "image/jpeg"), (b"\x89PNG\r\n", "image/png")):
        if thumbnail.startswith(magic):
            return f"data:{mime};base64,{base64.b64encode(thumbnail).decode()}"
    return ""


def link_target(url: str) -> str:
    """`url` where it may become a link: http, https or file; "" for javascript: and its like."""
    return url if _LINKABLE.fullmatch(url) else ""


def other_findings(use: JudgedUse) -> list[Finding]:
    """The findings whose message is not the verdict's reason already."""
    return [f for f in use.verdict.findings if f.message != use.verdict.reason]


def css_word(text: str) -> str:
    """A text as a part of a class name."""
    return re.sub(r"[^a-z0-9-]", "-", text)


def _safe(value: Any) -> Any:
    """Every text of a page on its way into the template; Markup is ours."""
    if isinstance(value, str) and not isinstance(value, Markup):
        return words.printable(value)
    return value


def in_html(tongue: Tongue) -> dict[str, Any]:
    """What templates say in a language: `_("A {what}.", what=…)`, and `n_` for two forms of which a
    number chooses. Values are escaped, unless they are markup of ours."""

    def said(value: Value | Markup, form: str) -> str:
        if isinstance(value, str):
            text = value if isinstance(value, Markup) else _safe(tongue(value))
            return str(escape(text))
        return str(escape(tongue.number(value, form)))

    @cache
    def template(single: str) -> Markup:
        return escape(tongue.template(single))

    def filled(text: Markup, values: Mapping[str, Value]) -> Markup:
        return Markup(fill(text, values, said)) if values else text  # noqa: S704 - all is escaped

    def one(single: str, /, **values: Value) -> Markup:
        return filled(template(single), values)

    def counted(single: str, many: str, number: int, /, **values: Value) -> Markup:
        return filled(escape(tongue.template(single, many, number)), {"number": number, **values})

    return {"_": one, "n_": counted}


def templates(tongue: Tongue = ENGLISH) -> Environment:
    """The templates of this folder, with what every HTML report calls."""
    environment = Environment(
        loader=PackageLoader("auditor", "reports"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_safe,
    )
    environment.globals.update(words=words, explain=explain, open_statuses=ASKS_FOR_WORK)
    environment.globals.update(skipped_groups=skipped_groups)
    environment.globals.update(PICTURE=PICTURE, USED=USED, RULES=RULES_FILE, NUMBER=NUMBER)
    environment.globals.update(CLASSES=CLASSES, FOLDED=FOLDED)
    environment.globals.update(
        in_html(tongue), tongue=tongue, strong=strong, why_exposed=why_exposed
    )
    environment.filters.update(
        cut=words.shorten,
        link_target=link_target,
        other_findings=other_findings,
        css_word=css_word,
    )
    return environment


def strong(text: str) -> Markup:
    """Emphasised."""
    return Markup("<strong>{}</strong>").format(text)


@cache
def environment(tongue: Tongue) -> Environment:
    """The same, made once."""
    return templates(tongue)


@cache
def entry_macros(tongue: Tongue) -> Any:
    """The macros that render one entry."""
    return environment(tongue).get_template("entry.html").module
