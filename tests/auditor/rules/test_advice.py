"""Whoever follows the advice of a finding makes no other fault of it.

Pages are generated, kinds of images × texts × what they stand in. Of each finding, every edit that
its message names is made on the page, which is then judged again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape

import pytest

from auditor.findings import Finding, Severity
from auditor.judge.judge import Judge
from auditor.results import Judged
from extractors.extract import extract

URL = "https://example.org/pages/page.html"
TEXTS = ("A red fox", "image", "fox.jpg", " ", "", None)
KINDS = {
    "img": '<img id="x" src="f.jpg" width="300" height="200"{name}>',
    "img-title": '<img id="x" src="f.jpg" title="A red fox"{name}>',
    "img-label": '<img id="x" src="f.jpg" aria-label="A red fox"{name}>',
    "img-focus": '<img id="x" src="f.jpg" tabindex="0"{name}>',
    "img-role": '<img id="x" src="f.jpg" role="button"{name}>',
    "img-presentation": '<img id="x" src="f.jpg" role="presentation"{name}>',
    "img-hidden": '<img id="x" src="f.jpg" aria-hidden="true"{name}>',
    "img-map": '<img id="x" src="f.jpg" usemap="#m"{name}>'
    '<map name="m"><area href="/m" alt="M"></map>',
    "img-lost-map": '<img id="x" src="f.jpg" usemap="#n"{name}>',
    "img-server-map": '<img id="x" src="f.jpg" ismap{name}>',
    "img-longdesc": '<img id="x" src="f.jpg" longdesc="#"{name}>',
    "input": '<input id="x" type="image" src="f.jpg"{name}>',
    "svg": '<svg id="x" width="300" height="200"{label}><path d="M0 0h9v9z"/></svg>',
    "svg-img": '<svg id="x" role="img"{label}><path d="M0 0h9v9z"/></svg>',
    "svg-focus": '<svg id="x" role="img" tabindex="0"{label}><path d="M0 0h9v9z"/></svg>',
    "role-img": '<span id="x" role="img"{label}>🦊</span>',
    "canvas": '<canvas id="x" role="img"{label}></canvas>',
    "object": '<object id="x" type="image/png" data="f.png"{label}></object>',
}
PLACES = {
    "paragraph": "<p>{it}</p>",
    "words": "<p>{it} A red fox</p>",
    "words before": "<p>The words say: A red fox {it}</p>",
    "link": '<p><a href="/go">{it}</a></p>',
    "link with words": '<p><a href="/go">{it} A red fox</a></p>',
    "link with unheard words": '<p><a href="/go">{it} <b aria-hidden="true">A red fox</b></a></p>',
    "named link": '<p><a href="/go" aria-label="Go home">{it}</a></p>',
    "link of two": '<p><a href="/go">{it}<img src="g.jpg" alt="A red fox"></a></p>',
    "link to the picture": '<p><a href="f.jpg">{it}</a> A red fox</p>',
    "link with a figure": '<div><a href="/go"><figure>{it}</figure></a></div>',
    "hidden link": '<p><a href="/go" aria-hidden="true" tabindex="-1">{it}</a></p>',
    "twin": '<p><a href="/go">{it}</a> <a href="/go">A red fox</a></p>',
    "button": "<p><button>{it}</button></p>",
    "button with words": "<p><button>{it} Go</button></p>",
    "heading": "<h2>{it}</h2>",
    "heading with words": "<h2>{it} Foxes</h2>",
    "under a heading": "<h2>A red fox</h2><p>{it}</p>",
    "card": '<div><a href="/go">{it}</a><h3>A red fox</h3></div>',
    "figure": "<figure>{it}</figure>",
    "caption": "<figure>{it}<figcaption>A red fox</figcaption></figure>",
    "item": "<ul><li>{it} A red fox</li></ul>",
}
EDITS = {
    r'alt=""(?: without ([\w-]+(?: or [\w-]+)*))?': {"alt": ""},
    r'aria-hidden="true"': {"aria-hidden": "true"},
    r'tabindex="-1"': {"tabindex": "-1"},
    r"[Tt]ake the title away": {"title": None},
    r"take usemap out": {"usemap": None},
    r"Take ismap out": {"ismap": None},
    r"longdesc attribute leads to .* Take it out": {"longdesc": None},
}
"""What a message names, and the attributes that it means: None takes one away."""


def pages(kind: str) -> Iterator[str]:
    for text in TEXTS:
        quoted = "" if text is None else escape(text)
        name = "" if text is None else f' alt="{quoted}"'
        label = "" if text is None else f' aria-label="{quoted}"'
        it = KINDS[kind].format(name=name, label=label)
        for place in PLACES.values():
            yield (
                '<!doctype html><html lang="en"><title>Foxes</title><h1>Of foxes</h1>'
                f"{place.format(it=it)}<p>More of them.</p>"
            )


def judged(html: str) -> list[Judged]:
    outcomes, broken = Judge(None).uses(extract(html, URL).records, {}, URL)
    assert broken == []
    return outcomes


def edits(finding: Finding) -> Iterator[dict[str, str | None]]:
    for pattern, attributes in EDITS.items():
        for found in re.finditer(pattern, finding.message):
            others = found[1].split(" or ") if found.groups() and found[1] else []
            yield {**attributes, **dict.fromkeys(others)}


def edited(html: str, attributes: dict[str, str | None], holder: bool) -> str:
    """With the attributes on the image, or on the link or button that holds it."""
    tag = r'<(?:a|button)\b[^>]*>(?=(?:<figure>)?<\w+ id="x")' if holder else r'<\w+ id="x"[^>]*>'

    def change(match: re.Match[str]) -> str:
        start = match[0].rstrip(">")
        for name, value in attributes.items():
            start = re.sub(rf'\s{name}(?:="[^"]*")?(?=\s|$)', "", start)
            start += "" if value is None else f' {name}="{value}"'
        return f"{start}>"

    return re.sub(tag, change, html, count=1)


def faults(outcomes: list[Judged]) -> set[str]:
    """What is no advice; nor the question that a person has just answered by following."""
    return {
        f"{finding.rule} ({outcome.record.kind})"
        for outcome in outcomes
        for finding in outcome.verdict.findings
        if finding.severity is not Severity.ADVICE and finding.rule != "empty-alt-on-large-picture"
    }


WITHOUT_EDITS = {"svg-focus", "img-role", "img-presentation", "img-hidden", "input", "object"}
"""Kinds that no mark keeps from listeners, or that have one: their advice is to write a text."""


@pytest.mark.parametrize("kind", KINDS)
def test_advice_that_is_followed_makes_no_other_fault(kind: str) -> None:
    followed = 0
    for html in pages(kind):
        before = judged(html)
        for finding in (f for outcome in before for f in outcome.verdict.findings):
            holder = finding.rule == "hidden-link-takes-focus"
            named = set(re.findall(r'[\w-]+="[^"]*"', finding.message)) - {'role="img"'}
            for attributes in edits(finding):
                named -= {f'{name}="{value}"' for name, value in attributes.items()}
                after = edited(html, attributes, holder)
                new = faults(judged(after)) - faults(before)
                assert not new, f"{finding.rule} on\n{html}\n{finding.message}\n{after}"
                followed += 1
            assert not named, f"an edit that is not tried: {finding.message}"
    assert bool(followed) == (kind not in WITHOUT_EDITS)
