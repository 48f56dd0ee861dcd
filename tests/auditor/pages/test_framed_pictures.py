"""A frame that shows a bare picture is an image, with the frame's name."""

from __future__ import annotations

import pytest

from auditor.pages.frames import extract_frames, unread_frames
from auditor.pages.page import FrameSnapshot
from extractors.extract import extract
from extractors.facts import STAMP, ElementFacts
from extractors.records import Exposed, ImageRecord, Kind

PAGE = "https://example.org/page.html"
DOCUMENT = (
    '<html><head><meta name="viewport" content="width=device-width, minimum-scale=0.1">'
    "<title>boat (480×320)</title></head>"
    '<body style="margin: 0px; height: 100%"><img style="display: block" src="{}"></body></html>'
)


def static(html: str) -> tuple[ImageRecord, ...]:
    return extract(html, PAGE).records


@pytest.mark.parametrize("src", ["boat.png", "/a/boat.JPG?size=2", "data:image/gif;base64,R0lGOD"])
@pytest.mark.parametrize("tag", ["iframe", "frame"])
def test_by_its_address(tag: str, src: str) -> None:
    around = ("<frameset>", "</frameset>") if tag == "frame" else ("<body>", "</body>")
    (record,) = static(f'{around[0]}<{tag} src="{src}" title="A boat"></{tag}>{around[1]}')
    assert (record.kind, record.tag, record.role) == (Kind.EMBED, tag, "image")
    assert record.name.text == "A boat"
    assert record.src is not None


@pytest.mark.parametrize(
    "frame",
    [
        '<iframe src="boat.html"></iframe>',
        '<iframe src="boat.svg"></iframe>',
        '<iframe src="data:image/svg+xml,%3Csvg/%3E"></iframe>',
        '<iframe src="data:text/html,boat.png"></iframe>',
        '<iframe src="boat.png" srcdoc="<p>A boat"></iframe>',
        "<iframe></iframe>",
    ],
)
def test_another_document_is_none(frame: str) -> None:
    assert static(frame) == ()


def test_nobody_looks_for_its_document() -> None:
    parent = FrameSnapshot("1", PAGE, "", '<iframe src="boat.png"></iframe>', {})
    assert list(unread_frames([parent], extract_frames([parent]))) == []


def rendered(frame: str, document: str, src: str) -> list[tuple[ImageRecord, ...]]:
    """Of the page and of what its frame, with the stamp 1, holds."""
    frames = [
        FrameSnapshot("p", PAGE, "", frame, {"1": ElementFacts()}),
        FrameSnapshot("f", src, "", document, {"1": ElementFacts()}, ("p", "1")),
    ]
    return [each.records for each in extract_frames(frames)]


@pytest.mark.parametrize("src", ["https://example.org/boat?id=7&s=2", "https://example.org/a.png"])
def test_by_the_document_that_a_browser_made_of_it(src: str) -> None:
    page = f'<iframe auditor-stamp="1" src="{src}"></iframe>'
    page = page.replace("auditor-stamp", STAMP)
    outer, inner = rendered(page, DOCUMENT.format(src.replace("&", "&amp;")), src)
    assert inner == ()
    (record,) = outer
    assert (record.kind, record.tag, record.role, record.name.text) == (
        *(Kind.EMBED, "iframe", "image"),
        "",
    )
    assert record.exposure.state is Exposed.EXPOSED


def test_a_page_of_one_image_is_a_page() -> None:
    page = f'<iframe {STAMP}="1" src="boat.html"></iframe>'
    src = "https://example.org/boat.html"
    outer, inner = rendered(page, DOCUMENT.format("boat.png"), src)
    assert outer == ()
    assert [record.kind for record in inner] == [Kind.IMG]
