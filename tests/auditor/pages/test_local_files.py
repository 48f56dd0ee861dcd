"""Which files a page in a file may name."""

from __future__ import annotations

from pathlib import Path

import pytest

from auditor.pages.local_files import LocalFiles
from auditor.pages.page import PictureMissing


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A downloaded folder beside a private one; links lead from one into the other."""
    for name in ("site/a/page.html", "site/img/fox.png", "private/me.png", "sitely/x.png"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"x")
    (tmp_path / "site/a/link.png").symlink_to(tmp_path / "private/me.png")
    (tmp_path / "site/a/inside.png").symlink_to("../img/fox.png")
    (tmp_path / "site/a/folder").symlink_to(tmp_path / "private")
    (tmp_path / "site/a/round").symlink_to("round")
    return tmp_path


@pytest.mark.parametrize(
    ("name", "opens"),
    [
        ("page.html", "own"),
        ("missing.png", "own"),
        ("../img/fox.png", "named"),
        ("inside.png", "named"),
        ("%2e%2e/img/fox.png", "named"),
        ("../../private/me.png", None),
        ("..%2f..%2fprivate%2fme.png", None),
        ("link.png", None),
        ("folder/me.png", None),
        ("../../sitely/x.png", None),
        ("/etc/passwd", None),
        ("round", None),
        ("x%00.png", None),
    ],
)
def test_a_file_is_opened_from_the_folder_that_was_named(
    home: Path, name: str, opens: str | None
) -> None:
    page = (home / "site/a/page.html").as_uri()
    url = f"file://{name}" if name.startswith("/") else page.removesuffix("page.html") + name
    for folders, known in (((home / "site",), ("own", "named")), ((), ("own",))):
        files = LocalFiles(folders)
        if opens in known:
            assert files.within(url, page).is_relative_to(home / "site")
        else:
            with pytest.raises(PictureMissing):
                files.within(url, page)


@pytest.mark.parametrize("url", ["file://server/share/x.png", "file:////server/share/x.png"])
def test_no_other_machine_is_asked_for_a_file(home: Path, url: str) -> None:
    with pytest.raises(PictureMissing, match="another machine"):
        LocalFiles().within(url, (home / "site/a/page.html").as_uri())


def test_a_page_of_another_folder_than_the_named_one_opens_nothing(home: Path) -> None:
    page = (home / "private/page.html").as_uri()
    for url in (page, (home / "site/img/fox.png").as_uri(), (home / "private/me.png").as_uri()):
        with pytest.raises(PictureMissing, match="outside"):
            LocalFiles((home / "site",)).within(url, page)


def test_a_page_from_the_network_opens_nothing(home: Path) -> None:
    with pytest.raises(PictureMissing, match="from the network"):
        LocalFiles((home,)).within((home / "private/me.png").as_uri(), "https://example.org/")
