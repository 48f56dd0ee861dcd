"""The comparison on small cases of our own, and the figures on the published ones."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from auditor.bench import wikipedia
from auditor.commands.cli import cli
from auditor.wiki.wikitext.names import ENGLISH
from tests.extractors.mediawiki.conftest import parsoid, thumbinner

DATA = Path("../shared")
AT_LEAST = {"cases": 98, "alt": 99, "origin": 99, "link": 99, "decorative": 99}
AT_LEAST |= {"caption": 98, "caption_visible": 98, "edits": 100, "refusals": 100, "locales": 100}
SAID = {
    "tag": "img",
    "alt": "Curled up",
    "alt_origin": "explicit",
    "caption": "At noon",
    "caption_visible": True,
    "link": "file-description",
    "decorative": False,
}


def _wrong(html: str, wikitext: str | None, *expected: dict[str, Any]) -> str:
    """What is wrong with one case, "" when nothing is."""
    case = {"id": "c", "language": "en", "html": html, "wikitext": wikitext, "expected": expected}
    (result,) = wikipedia.evaluate([case], {"en": ENGLISH})["cases"]
    return "" if result.right else f"{result.expected} | {result.ours}"


def test_a_rendering_is_right_when_all_of_it_is() -> None:
    html = parsoid("Curled up", caption="At noon")
    assert _wrong(html, None, SAID) == ""
    assert _wrong(html, None, SAID | {"link": "page"}) == (
        "c use 1 link: page | c use 1 link: file-description"
    )
    assert _wrong(html, None, SAID | {"caption": None}) != ""
    assert _wrong(html, None, SAID, SAID) == "c uses: 2 uses | c uses: 1 uses"


def test_an_unknown_origin_is_no_claim() -> None:
    assert (
        _wrong(parsoid("Curled up", caption="At noon"), None, SAID | {"alt_origin": "unknown"})
        == ""
    )


def test_the_wikitext_of_a_case_settles_an_origin() -> None:
    html, said = thumbinner("", caption="At noon"), SAID | {"alt": ""}
    link = "[[File:Otter asleep.jpg|thumb|{}At noon]]"
    assert _wrong(html, link.format("alt=|"), said) == ""
    assert _wrong(html, link.format(""), said | {"alt_origin": "generated-empty"}) == ""
    assert _wrong(html, None, said) != ""


def test_of_a_missing_file_the_words_in_its_place_count() -> None:
    html = (
        '<span typeof="mw:Error mw:File"><a class="new" href="/w/?wpDestFile=O.jpg">'
        '<span class="mw-broken-media">Curled up</span></a></span>'
    )
    missing = {"tag": "broken-media", "file": "O.jpg", "text": "Curled up", "link": "upload"}
    assert _wrong(html, None, missing) == ""
    assert _wrong(html, None, missing | {"text": "x"}) != ""


@pytest.mark.skipif(
    not (DATA / "wikipedia").is_dir(), reason="the MediaWiki cases are not beside the project"
)
def test_the_published_cases_are_read_as_they_should_be() -> None:
    result = CliRunner().invoke(
        cli, ["bench", "wikipedia", "--data", str(DATA), "--json", "--list"]
    )
    answer = json.loads(result.output)
    assert answer["metrics"].keys() == AT_LEAST.keys() == set(wikipedia.KEYS)
    for key, least in AT_LEAST.items():
        assert answer["metrics"][key]["value"] >= least, answer["differences"][key]
    explained = Path("docs/wikipedia.md").read_text("utf-8")
    differ = {result["id"] for result in answer["differences"]["cases"]}
    assert [case for case in sorted(differ) if case not in explained] == []
