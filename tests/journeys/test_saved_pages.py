"""A folder that was downloaded, whose pages name what else lies on this machine."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

WAYS = [["--static"], []]
OUTSIDE = "it lies outside the folder that was named"


@pytest.fixture
def private(tmp_path: Path, picture_bytes) -> Path:
    folder = tmp_path / "private"
    folder.mkdir()
    (folder / "me.png").write_bytes(picture_bytes("blue"))
    (folder / "diary.html").write_text("<title>d</title><img alt='dear diary' src=me.png>")
    return folder


@pytest.fixture
def site_folder(tmp_path: Path, picture_bytes) -> Path:
    folder = tmp_path / "site"
    (folder / "a").mkdir(parents=True)
    (folder / "fox.png").write_bytes(picture_bytes("red"))
    return folder


def scan(run, *arguments: object) -> tuple[int, dict, str]:
    code, out, err = run("scan", "--no-score", "--no-ocr", "--format", "json", *arguments)
    assert out, err
    assert "Traceback" not in err
    return code, json.loads(out), err


def brought(report: dict) -> list[str]:
    return [use["picture"]["sha256"] for use in report["uses"] if use["picture"]]


@pytest.mark.parametrize("way", WAYS)
def test_pictures_come_only_from_the_folder_that_was_named(
    run, site_folder, private, picture_bytes, way
) -> None:
    (site_folder / "link.png").symlink_to(private / "me.png")
    secret = (private / "me.png").as_uri()
    page = site_folder / "a/page.html"
    page.write_text(
        f"""<title>x</title><img src=../fox.png alt="A fox"><img src={secret} alt="one">
        <img src=../../private/me.png alt="two"><img src=../link.png alt="three">
        <img src="..%2f..%2fprivate%2fme.png" alt="four"><p>Words that are read."""
    )
    _, report, _ = scan(run, site_folder, *way)
    assert brought(report) == [hashlib.sha256(picture_bytes("red")).hexdigest()]
    assert len([each for each in report["skipped"] if OUTSIDE in each["reason"]]) == 4


@pytest.mark.parametrize("way", WAYS)
def test_of_a_page_that_was_named_the_own_folder_is_open(
    run, site_folder, picture_bytes, way
) -> None:
    page = site_folder / "a/page.html"
    (site_folder / "a/own.png").write_bytes(picture_bytes("green"))
    page.write_text("<title>x</title><p>Words.<img src=own.png alt=a><img src=../fox.png alt=b>")
    _, report, _ = scan(run, page, *way)
    assert brought(report) == [hashlib.sha256(picture_bytes("green")).hexdigest()]


@pytest.mark.parametrize(
    "html",
    [
        "<iframe src={page}></iframe>",
        "<iframe sandbox='allow-scripts' src={page}></iframe>",
        "<iframe srcdoc='<iframe src={page}></iframe>'></iframe>",
        "<object data={page}></object><embed src={page}>",
        "<iframe src=inner.html></iframe>",
        "<script>location = '{page}'</script>",
        "<meta http-equiv=refresh content='0; url={page}'>",
        "<style>p {{ background: url({picture}); width: 200px; height: 90px }}</style>",
        "<div style='width: 90px; height: 90px; content: url({picture})'></div>",
        "<video poster={picture} width=90 height=90></video><input type=image src={picture}>",
        "<svg width=90 height=90><image href={picture} width=90 height=90 /></svg>",
        "<link rel=stylesheet href={css}>",
    ],
)
def test_no_way_in_the_browser_leads_out_of_the_folder(
    run, site_folder, private, picture_bytes, html: str
) -> None:
    """A frame's texts, and the colour of a picture in a drawing of the browser."""
    css = private / "x.css"
    css.write_text("p::after { content: url(me.png) } p { background: blue }")
    names = {"page": "diary.html", "picture": "me.png", "css": "x.css"}
    urls = {name: (private / file).as_uri() for name, file in names.items()}
    inner = f"<script>location.replace('{urls['page']}')</script>"
    (site_folder / "inner.html").write_text(inner)
    page = site_folder / "page.html"
    page.write_text("<title>x</title><p>Words that are read.</p>" + html.format(**urls))
    _, report, _ = scan(run, page, "--depth", 0)
    text = json.dumps(report)
    assert "dear diary" not in text
    assert hashlib.sha256(picture_bytes("blue")).hexdigest() not in text
    assert OUTSIDE in text


@pytest.mark.parametrize("way", WAYS)
def test_a_page_behind_a_link_out_of_the_folder_is_not_read(run, site_folder, private, way) -> None:
    (site_folder / "index.html").write_text("<title>x</title><p>Words.<a href=diary.html>d</a>")
    (site_folder / "diary.html").symlink_to(private / "diary.html")
    _, report, _ = scan(run, site_folder, *way)
    assert "dear diary" not in json.dumps(report)
    assert [each["reason"] for each in report["skipped"]] == [OUTSIDE]


@pytest.mark.parametrize("way", WAYS)
def test_a_page_from_the_network_leads_to_no_file_by_any_pattern(run, site, private, way) -> None:
    diary = (private / "diary.html").as_uri()
    site["/robots.txt"] = (200, {}, f"Sitemap: {diary}\nSitemap: /sitemap.xml\n".encode())
    site["/sitemap.xml"] = (200, {}, f"<urlset><url><loc>{diary}</loc></url></urlset>".encode())
    site["/"] = f"<p>Words.<a href='{diary}'>d</a><img src='{private.as_uri()}/me.png' alt=x>"
    _, report, _ = scan(run, site.url(), "--include", "*", "--sitemap", "auto", *way)
    assert [page["url"] for page in report["pages"]] == [site.url()]
