"""What renders HTML reports: the templates of this folder, and what they call."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from auditor.catalogue import ENGLISH, Tongue
from auditor.findings import ASKS_FOR_WORK, Finding
from auditor.message import Value, fill
from auditor.reports import words
from auditor.reports.html_score import score
from auditor.reports.html_tongue import address, bar, html_tongue, link_target, safe
from auditor.reports.skipped import skipped_groups
from auditor.results import JudgedUse


def other_findings(use: JudgedUse) -> list[Finding]:
    """The findings whose message is not the verdict's reason already."""
    return [f for f in use.verdict.findings if f.message != use.verdict.reason]


@lru_cache(1_000)
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
    environment.globals.update(words=words, open_statuses=ASKS_FOR_WORK)
    environment.globals.update(skipped_groups=skipped_groups)
    environment.globals.update(in_html(tongue), tongue=tongue, strong=strong)
    environment.globals.update(_pieces(tongue))
    environment.filters.update(
        cut=words.shorten,
        link_target=link_target,
        other_findings=other_findings,
        css_word=css_word,
    )
    return environment


def _pieces(tongue: Tongue) -> dict[str, Callable[..., Markup]]:
    """What is written by functions, as templates call it."""
    say = html_tongue(tongue)

    def piece(function: Callable[..., str]) -> Callable[..., Markup]:
        return lambda *values: Markup(function(*values))  # noqa: S704 - they escape

    def numbered(use: JudgedUse, number: int) -> str:
        return score(use, say.number(number), say)

    return {
        "address": piece(address),
        "bar": piece(bar),
        "bdi": piece(lambda text: f"<bdi>{safe(text)}</bdi>"),
        "of_number": piece(lambda number: say.of_number(say.number(number))),
        "score": piece(numbered),
    }


def strong(text: str) -> Markup:
    """Emphasised."""
    return Markup("<strong>{}</strong>").format(text)


@cache
def environment(tongue: Tongue) -> Environment:
    """The same, made once."""
    return templates(tongue)
