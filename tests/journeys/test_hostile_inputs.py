"""What others write, at its worst: nothing of it ends the program, opens a file or leads away."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from tests.auditor.wiki.fake_wiki import serve_wiki

LONG = "9" * 5000
"""More digits than Python turns into a number."""


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr("auditor.net.pace.FIRST_WAIT", 0.0)


def told(run, *arguments: object) -> tuple[int, str]:
    """Exit code, and all that was said. No fault of the program's own is among it."""
    quiet = ("--no-score", "--no-ocr", "--progress", "none")
    code, out, err = run(*arguments, *(quiet if "--suggest" not in arguments else quiet[2:]))
    assert code in (0, 1, 2), err
    assert "Traceback" not in err
    assert "failed on it" not in out + err
    return code, out + err


@pytest.mark.parametrize(
    "html",
    [
        f'<head><script>"wgRevisionId":{LONG}</script></head><p>x',
        f'<html about="x/revision/{LONG}"><head></head><p>x',
        '<head><link rel=canonical href="//["></head><p>x',
        '<head><link rel=canonical href="http://[::1/wiki/Cat"></head><p>x',
        '<head><link rel=canonical href="javascript:alert(1)//wiki/x"></head><p>x',
        '<head><base href="file:///etc/"></head><span typeof="mw:File"><a href="./File:P.jpg">'
        '<img resource="./File:P.jpg" src="passwd"></a></span>',
        f'<section data-mw-section-id="{LONG}"><h2>x<a href="//[?section=1">edit</a></h2>'
        '<span typeof="mw:File"><img resource="./File:P.jpg" src="//["></span></section>',
        '<img typeof="mw:File" data-mw="[[[" src="\\\\server\\share" width=1e999>',
        "<div>" * 20_000 + "<img src=x>",
        "\0",
    ],
)
def test_a_saved_article(run, tmp_path: Path, html: str) -> None:
    page = tmp_path / "article.html"
    page.write_text(f"<html>{html}")
    _, said = told(run, "wiki", page, "--format", "json")
    assert "root:" not in said
    assert "javascript:" not in said


@pytest.mark.parametrize(
    "xml",
    [
        "",
        f"<mediawiki><page><title>A</title><revision><id>{LONG}</id><text>x</text></revision></page>"
        "</mediawiki>",
        '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><mediawiki><page><title>A</title>'
        "<revision><text>&e;[[File:A.jpg]]</text></revision></page></mediawiki>",
        "<mediawiki><siteinfo><base>http://[</base></siteinfo><page><title>../x</title><revision>"
        "<text>[[File:../../../etc/passwd|thumb]]</text></revision></page></mediawiki>",
        "<mediawiki><siteinfo><namespaces><namespace/></namespaces></siteinfo><page/></mediawiki>",
    ],
)
def test_an_export(run, tmp_path: Path, xml: str) -> None:
    dump = tmp_path / "dump.xml"
    dump.write_text(xml)
    assert "root:" not in told(run, "wiki", "--dump", dump, "--format", "json")[1]


@pytest.mark.parametrize(
    "text",
    [
        *("null", "5", "[1]", '{"": ""}', "[" * 100_000, '[{"image": "A", "alt": {}}]'),
        *('[{"file": "A", "occurrence": 1e999, "alt": "x"}]', '{"../../x.jpg": "x"}'),
        *(f'[{{"file": "A", "occurrence": {LONG}, "alt": "x"}}]', f'{{"A.jpg#{LONG}": "x"}}'),
        *('{"A\\ud800.jpg": "\\ud800"}', '{"A.jpg": "]]{{evil}}|<script>"}'),
    ],
)
def test_a_list_of_suggestions(run, tmp_path: Path, text: str) -> None:
    (tmp_path / "a.json").write_text(text)
    (tmp_path / "a.wiki").write_text("[[File:A.jpg|thumb|x]]")
    page = tmp_path / "a.html"
    page.write_text('<p><span typeof="mw:File"><img resource="./File:A.jpg" src="a.jpg"></span>')
    told(run, "wiki", page, "--wikitext", tmp_path / "a.wiki", "--suggest", tmp_path / "a.json")
    assert {path.name for path in tmp_path.iterdir()} <= {
        *("a.json", "a.wiki", "a.html", "cache", "data")
    }


@pytest.mark.parametrize(
    ("fragment", "answer"),
    [
        ("siteinfo", {"query": {"general": None}}),
        ("siteinfo", {"query": {"general": {"server": "javascript:alert(1)"}}}),
        ("prop=revisions", {"query": {"pages": [{"title": 5, "revisions": [{"revid": "x"}]}]}}),
        ("prop=revisions", {"query": []}),
        ("prop=imageinfo", {"query": {"pages": [{"title": [], "imageinfo": [{}]}]}}),
        ("prop=imageinfo", {"query": {"pages": 5}}),
        ("prop=revisions", {"query": {"interwiki": 1, "pages": [{"title": "\ud800"}]}}),
        ("prop=revisions", {"error": {"code": "x", "info": "\ud800"}}),
        ("templatedata", {"pages": {"1": None}, "redirects": [5]}),
        ("wbgetentities", {"entities": {"M1": None}}),
    ],
)
@pytest.mark.parametrize("way", ["report", "suggest"])
def test_an_answer_of_a_wiki(run, tmp_path: Path, fragment: str, answer: object, way: str) -> None:
    texts = tmp_path / "a.json"
    texts.write_text('{"A.jpg": "A text"}')
    with serve_wiki() as wiki:
        html = '<p><span typeof="mw:File"><img resource="./File:A.jpg" src="/a.jpg"></span>'
        wiki.add("Cat", "[[File:A.jpg|x]]", html)
        wiki.files["A.jpg"] = {"ImageDescription": {"value": "x"}}
        wiki.faults = [(fragment, (200, {}, json.dumps(answer).encode()))] * 9
        extra = ["--suggest", texts] if way == "suggest" else ["--no-score"]
        code, _, err = run("wiki", "Cat", "--wiki", wiki.url, "--progress", "none", *extra)
    assert code in (0, 1, 2)
    assert "Traceback" not in err


def test_a_category_that_never_ends(run, monkeypatch) -> None:
    monkeypatch.setattr("auditor.wiki.sites.lists.ROUNDS", 3)
    more = {"query": {"categorymembers": []}, "continue": {"cmcontinue": "1"}}
    with serve_wiki() as wiki:
        wiki.faults = [("categorymembers", (200, {}, json.dumps(more).encode()))] * 9
        told(run, "wiki", "--wiki", wiki.url, "--category", "C")
        assert sum("categorymembers" in asked for asked in wiki.asked) == 3


def test_a_wiki_does_not_send_the_program_elsewhere(run, site) -> None:
    """Its HTML is asked for beside the API that answers, wherever it says that its server is."""
    with serve_wiki() as wiki:
        wiki.add("Cat", "x", "<p>x")
        query = {**wiki._siteinfo()}
        query["general"] = {**query["general"], "server": site.url("").rstrip("/")}
        body = json.dumps({"query": query}).encode()
        wiki.faults = [("siteinfo", (200, {}, body))]
        assert told(run, "wiki", "Cat", "--wiki", wiki.url)[0] == 0
        assert any("rest.php" in asked for asked in wiki.asked)
    assert site.asked == []


def scan(run, url: str, *more: object) -> tuple[int, str]:
    options = ("--static", "--no-save", "--format", "json", "--max-pages", 40)
    return told(run, "scan", url, *options, *more)


@pytest.mark.parametrize(
    "robots",
    [
        b"Sitemap: //[\nSitemap: http://[::1\nSitemap: file:///etc/passwd\nSitemap: javascript:x\n",
        b"User-agent: *\nCrawl-delay: -5\nRequest-rate: 0/0\nRequest-rate: 1/0s\n",
        b"User-agent: *\nDisallow: /(((*$[\nDisallow: /%zz%\nDisallow: /\x00\n",
        "User-agent: *".encode("utf-16"),
        bytes(range(256)) * 10,
    ],
)
def test_rules_for_robots(run, site, robots: bytes) -> None:
    site["/robots.txt"] = (200, {}, robots)
    site["/"] = "<p>Words.<a href=/b>b</a>"
    assert "root:" not in scan(run, site.url(), "--sitemap", "auto")[1]


@pytest.mark.parametrize(
    "sitemap",
    [
        b"<urlset><url><loc>http://[</loc></url><url><loc>http://1.2.3.999/</loc></url></urlset>",
        b'<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><urlset><url><loc>/&e;</loc></url>'
        b"</urlset>",
        b"<sitemapindex><sitemap><loc>file:///etc/passwd</loc></sitemap></sitemapindex>",
        gzip.compress(b"<urlset><url><loc>/b</loc></url></urlset>", mtime=0)[:-4],
        b'<?xml version="1.0" encoding="nonsense"?><urlset/>',
        b"http://[\nfile:///etc/passwd\n\xff\xfe\n/b\n",
        b"<a>" * 5000,
    ],
)
def test_a_sitemap(run, site, sitemap: bytes) -> None:
    site["/map"] = (200, {}, sitemap)
    site["/"] = "<p>Words."
    said = scan(run, site.url(), "--sitemap", site.url("/map"))[1]
    assert "root:" not in said
    assert '"url": "file:' not in said


@pytest.mark.parametrize(
    "place",
    [
        *("http://[", "javascript:alert(1)", "file:///etc/passwd", "http://h:99999/", "//", ""),
        *("http://1.2.3.999/", "\\\\server\\share", "http://xn--a/", "http://[fe80::1%25lo]/"),
        *("http://2130706434:9/", "http://0177.0.0.02:9/", "http://[::ffff:127.0.0.2]:9/"),
        *("http://169.254.169.254/latest/", "http://a:b@127.0.0.2:9/", "http://a..b/"),
    ],
)
def test_a_redirect_a_link_and_a_picture_elsewhere(run, site, place: str) -> None:
    site["/r"] = (302, {"Location": place}, b"")
    site["/"] = f"<p>Words.<a href='{place}'>x</a><a href=/r>y</a><img src='{place}' alt=x>"
    code, said = scan(run, site.url(), "--include", "*")
    assert code in (0, 2)
    assert "root:" not in said


@pytest.mark.parametrize(
    "target",
    [
        "http://1.2.3.999",
        "http://[::1",
        "http://%00",
        "http://h:0",
        "http://xn--a\u00fc",
        "0x7f.1:x",
    ],
)
def test_a_target_that_is_no_url_is_said_in_a_line(run, target: str) -> None:
    code, _, err = run("scan", target, "--static", "--no-save", "--no-score")
    assert code == 1
    assert len(err.strip().splitlines()) == 1
