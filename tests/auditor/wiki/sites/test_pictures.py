"""Where the pictures of an article come from, and what is said where none does."""

from __future__ import annotations

from pathlib import Path

import pytest

from auditor.pages.page import PictureMissing
from auditor.wiki.sites.api import Api
from auditor.wiki.sites.pictures import WikiPictures
from tests.auditor.conftest import record_of

PAGE = "https://wiki.example/wiki/Cat"


async def test_a_picture_is_asked_of_the_wiki_once(api, wiki) -> None:
    wiki.uploads["/upload/cat.jpg"] = b"picture"
    record = record_of(src=f"{wiki.url}/upload/cat.jpg")
    pictures = WikiPictures(api)
    assert [await pictures.fetch(record, PAGE) for _ in range(2)] == [b"picture"] * 2
    assert wiki.asked == ["/upload/cat.jpg"]


async def test_a_picture_stands_in_the_page_or_beside_a_saved_one(tmp_path: Path) -> None:
    (tmp_path / "cat.jpg").write_bytes(b"picture")
    src = (tmp_path / "cat.jpg").as_uri()
    pictures = WikiPictures(None)
    assert await pictures.fetch(record_of(src=src), (tmp_path / "page.html").as_uri()) == b"picture"
    assert await pictures.fetch(record_of(src="data:image/png;base64,AAAA"), PAGE) == b"\0\0\0"


@pytest.mark.parametrize(
    ("src", "page", "why"),
    [
        ("https://upload.example/cat.jpg", "file:///page.html", "asks no wiki"),
        ("file://upload.example/cat.jpg", "file:///page.html", "asks no wiki"),
        ("file:///etc/passwd", PAGE, "a page from the network names a local file"),
        ("file:///etc/passwd", "file:///home/me/page.html", "outside the folder"),
        ("file:///home/me/a/../../you/x.jpg", "file:///home/me/page.html", "outside the folder"),
        ("ftp://wiki.example/cat.jpg", PAGE, "ftp: pictures cannot be read"),
        ("cat.jpg", PAGE, "its address is no URL"),
        (None, PAGE, "it names no picture"),
    ],
)
async def test_what_cannot_be_brought_is_said(src: str | None, page: str, why: str) -> None:
    with pytest.raises(PictureMissing, match=why):
        await WikiPictures(None).fetch(record_of(src=src), page)


async def test_a_wiki_without_the_picture_is_said(api: Api, wiki) -> None:
    with pytest.raises(PictureMissing, match="HTTP 404"):
        await WikiPictures(api).fetch(record_of(src=f"{wiki.url}/none.jpg"), PAGE)
    with pytest.raises(PictureMissing, match="only a browser can draw"):
        await WikiPictures(api).draw(record_of())
