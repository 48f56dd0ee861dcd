"""Banners, navigation, boxes and maps of articles in twelve Wikipedias, rebuilt small
(`structures/`): each image says in `data-expect` what is to be read of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from extractors.mediawiki.page import read_wiki
from extractors.mediawiki.records import WikiImage

FOLDER = Path(__file__).parent / "structures"
PAGE = (
    '<!DOCTYPE html><html lang="{lang}"><body><div class="mw-content-ltr mw-parser-output">'
    "<p>The otter lives by the water.</p>{html}<p>It eats fish.</p></div></body></html>"
)


def structures() -> Iterator[tuple[str, str, str]]:
    for path in sorted(FOLDER.glob("*.html")):
        _, *parts = re.split(r"<!-- structure: (.+?) -->", path.read_text("utf-8"))
        for name, html in zip(parts[::2], parts[1::2], strict=True):
            yield path.stem, name, html


def said(image: WikiImage) -> str:
    if image.left_out:
        return f"left out: {image.left_out}"
    if image.caption_visible:
        return f"caption: {image.caption}"
    return f"maybe: {image.caption_maybe}" if image.caption_maybe else "none"


@pytest.mark.parametrize(("lang", "name", "html"), list(structures()))
def test_what_an_image_in_a_box_is_and_says(lang: str, name: str, html: str) -> None:
    page = read_wiki(PAGE.format(lang=lang, html=html), f"https://{lang}.wiki.example/wiki/Otter")
    expected = re.findall(r'data-expect="([^"]*)"', html)
    assert [said(image) for image in page.images] == expected


def test_there_are_structures_of_many_wikis() -> None:
    found = list(structures())
    assert len(found) >= 50
    assert len({lang for lang, _, _ in found}) == 12
