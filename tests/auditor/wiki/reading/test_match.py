"""Images of a page and uses in its wikitext, matched by file and order."""

from __future__ import annotations

import json
from html import escape

import pytest

from auditor.wiki.reading.match import locate
from auditor.wiki.wikitext.file_uses import file_uses
from extractors.mediawiki.page import read_wiki

BASE = "https://wiki.example/wiki/Cats"


def figure(
    file: str, alt: str | None = None, *, by: tuple[str, dict[str, str]] | None = None
) -> str:
    """An image of Parsoid's; `by`: the template that made it, and its parameters."""
    written = "" if alt is None else f' alt="{escape(alt)}"'
    made = ""
    if by is not None:
        name, params = by
        target = {"wt": name, "href": f"./Template:{name}"}
        template = {"target": target, "params": {key: {"wt": params[key]} for key in params}}
        data = json.dumps({"parts": [{"template": {**template, "i": 0}}]})
        made = f' about="#{escape(name)}" data-mw="{escape(data)}"'
    kind = "mw:Transclusion mw:File/Thumb" if by else "mw:File/Thumb"
    return (
        f'<figure typeof="{kind}"{made}><a href="./File:{file}" class="mw-file-description">'
        f'<img{written} resource="./File:{file}" src="//s/thumb/1/1a/{file}/220px-{file}" '
        f'width="220" height="140"></a><figcaption>x</figcaption></figure>'
    )


def missing(file: str) -> str:
    return (
        f'<span typeof="mw:Error mw:File"><a href="./Special:Upload?wpDestFile={file}" '
        f'class="new" title="File:{file}"><span class="mw-file-element mw-broken-media">{file}'
        "</span></a></span>"
    )


def matched(html: str, wikitext: str) -> list[str]:
    """The id of the use of each image, else the reason."""
    page = read_wiki(f"<html><body>{html}</body></html>", BASE)
    return [
        found.reason if found.use is None else f"{found.use.id} {found.use.start}"
        for found in locate(page, file_uses(wikitext))
    ]


def test_uses_of_one_file_are_told_by_their_order() -> None:
    html = figure("A.jpg") + figure("B.jpg") + figure("A.jpg", "old")
    wikitext = "[[File:A.jpg]][[File:A.jpg|alt=old]]\n[[File:b.jpg]]"
    assert matched(html, wikitext) == ["A.jpg 0", "B.jpg 37", "A.jpg#2 14"]


def test_a_redirect_among_the_uses_of_a_file_is_told_by_its_words() -> None:
    html = figure("A.jpg") + figure("A.jpg", "old") + figure("A.jpg", "b").replace(">x<", ">y<")
    wikitext = "[[File:A.jpg|thumb|x]][[File:Moved.jpg|thumb|alt=old|x]][[File:A.jpg|alt=b|y]]"
    assert matched(html, wikitext) == ["A.jpg 0", "Moved.jpg 22", "A.jpg#2 56"]
    assert matched(figure("A.jpg"), "[[File:Moved.jpg|thumb|x]]") == ["Moved.jpg 0"]
    (reason,) = matched(figure("A.jpg"), "[[File:Moved.jpg|thumb|z]]")
    assert reason.startswith("the wikitext of the page does not name it")


def test_counts_that_differ_locate_nothing_but_other_files() -> None:
    html = figure("A.jpg") + figure("A.jpg") + figure("B.jpg")
    first, second, third = matched(html, "[[File:A.jpg]] [[File:B.jpg]]")
    assert first == second
    assert "shows it 2 times" in first
    assert "names it once" in first
    assert third == "B.jpg 15"


def test_a_missing_file_counts_in_the_order() -> None:
    html = missing("A.jpg") + figure("A.jpg")
    assert matched(html, "[[File:A.jpg]] [[File:A.jpg|thumb]]") == ["A.jpg#2 15"]


def test_what_a_template_made_is_told_from_the_others() -> None:
    by = ("Flag", {"1": "France"})
    html = figure("A.jpg", by=by) + figure("A.jpg")
    first, second = matched(html, "{{Flag|France}} [[File:A.jpg]]")
    assert "which is which" in first
    assert second == "A.jpg 16"


def test_a_template_that_is_the_only_one_to_show_a_file_is_named() -> None:
    html = figure("A.jpg", by=("Flag", {"1": "France"}))
    assert matched(html, "{{Flag|France}}") == ["the template Flag makes it"]


def test_a_file_by_another_name_is_not_located() -> None:
    (reason,) = matched(figure("A.jpg"), "[[File:Redirect to A.jpg]]")
    assert "goes by another name" in reason


def test_the_parameter_of_a_template_is_found() -> None:
    by = ("Infobox person", {"image": "A.jpg"})
    html = figure("A.jpg", by=by) + figure("A.jpg") + figure("A.jpg", by=("Flag", {"1": "x"}))
    found = matched(html, "{{Infobox person|image=A.jpg}} {{Flag|x}} [[File:A.jpg]]")
    assert found[:2] == ["A.jpg 23", "A.jpg#2 42"]
    assert "which is which" in found[2]


@pytest.mark.parametrize("alt", ["new", None])
def test_another_text_than_the_wikitext_has_is_another_image(alt) -> None:
    reasons = matched(figure("A.jpg", alt) * 2, "[[File:A.jpg|alt=old]] [[File:A.jpg]]")
    assert reasons == ["the page and its wikitext show it in different places"] * 2


def test_a_file_that_is_used_once_is_located_whatever_its_text() -> None:
    assert matched(figure("A.jpg"), "[[File:A.jpg| alt = old |x]]") == ["A.jpg 0"]


def test_a_text_with_markup_is_not_held_against_the_page() -> None:
    html = figure("A.jpg", "old expanded")
    assert matched(html, "[[File:A.jpg|alt=old {{template}}]]") == ["A.jpg 0"]
