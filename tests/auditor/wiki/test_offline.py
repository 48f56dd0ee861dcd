"""Articles from files: exports of a wiki and saved pages."""

from __future__ import annotations

import bz2
import gzip
import quopri
from collections.abc import Callable
from pathlib import Path

import pytest

from auditor.wiki.sites.dump import dump_articles
from auditor.wiki.sites.errors import WikiError
from auditor.wiki.sites.saved import saved_article

HEAD = """<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.11/" version="0.11" xml:lang="de">
<siteinfo><sitename>Wikipedia</sitename><dbname>dewiki</dbname>
<base>https://de.wikipedia.org/wiki/Wikipedia:Hauptseite</base><case>first-letter</case>
<namespaces><namespace key="0" case="first-letter" />
<namespace key="6" case="first-letter">Datei</namespace>
<namespace key="10" case="first-letter">Vorlage</namespace></namespaces></siteinfo>"""


def page(title: str, *texts: str, ns: int = 0, more: str = "", model: str = "wikitext") -> str:
    revisions = "".join(
        f"<revision><id>{number}</id><model>{model}</model><format>text/x-wiki</format>"
        f'<text bytes="1" xml:space="preserve">{text}</text></revision>'
        for number, text in enumerate(texts, 7)
    )
    return f"<page><title>{title}</title><ns>{ns}</ns><id>1</id>{more}{revisions}</page>"


@pytest.fixture
def export(tmp_path) -> Callable[..., Path]:
    def write(*pages: str, name: str = "export.xml", head: str = HEAD) -> Path:
        data = f"{head}{''.join(pages)}</mediawiki>".encode()
        pack = {".bz2": bz2.compress, ".gz": gzip.compress}.get(Path(name).suffix, bytes)
        (tmp_path / name).write_bytes(pack(data))
        return tmp_path / name

    return write


@pytest.mark.parametrize("name", ["export.xml", "export.xml.bz2", "export.xml.gz"])
def test_an_export_gives_the_newest_wikitext_of_its_articles(export, name: str) -> None:
    path = export(
        page("Große Katze", "Alt.", " Neu &amp; besser.\n"), page("Hund", "Wau."), name=name
    )
    katze, hund = dump_articles(path)
    assert (katze.title, katze.revision, katze.wikitext) == ("Große Katze", 8, " Neu & besser.\n")
    assert katze.html is None
    assert katze.lang == katze.names.lang == "de"
    assert katze.names.file[0] == "Datei"
    assert katze.edit() == "https://de.wikipedia.org/wiki/Gro%C3%9Fe_Katze?action=edit"
    assert hund.title == "Hund"


def test_only_what_is_wanted_of_an_export_is_read(export) -> None:
    path = export(page("A", "a"), page("B", "b", "b2"), page("C", "c"))
    assert [article.title for article in dump_articles(path, ["b", "C"])] == ["B", "C"]
    assert [article.wikitext for article in dump_articles(path, ["B"], 7)] == ["b"]


def test_redirects_other_namespaces_and_scripts_are_no_articles(export) -> None:
    path = export(
        page("A", "#REDIRECT [[B]]", more='<redirect title="B" />'),
        page("Diskussion:B", "talk", ns=1),
        page("Modul", "return 1", model="Scribunto"),
        page("B", "b"),
    )
    assert [article.title for article in dump_articles(path)] == ["B"]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("<html><p>hello</p></html>", "is no export of MediaWiki: it begins with html"),
        (f"{HEAD}<page><title>A", "is no export of MediaWiki, or broken"),
        ("", "is no export of MediaWiki, or broken"),
    ],
)
def test_what_is_no_export_is_said(tmp_path, text: str, line: str) -> None:
    path = tmp_path / "export.xml"
    path.write_text(text)
    with pytest.raises(WikiError, match=line):
        list(dump_articles(path))


@pytest.mark.parametrize("name", ["export.xml.bz2", "export.xml.gz", "missing.xml"])
def test_an_export_that_cannot_be_unpacked_or_read_is_said(tmp_path, name: str) -> None:
    if "missing" not in name:
        (tmp_path / name).write_bytes(b"not packed")
    with pytest.raises(WikiError, match=f"{name} cannot be read"):
        list(dump_articles(tmp_path / name))


def test_an_export_opens_no_file_and_no_entity_bomb(tmp_path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("secret")
    path = tmp_path / "export.xml"
    doctype = f'<!DOCTYPE mediawiki [<!ENTITY s SYSTEM "{secret.as_uri()}">]>'
    path.write_text(f"{doctype}{HEAD}{page('A', 'a&s;b')}</mediawiki>")
    assert all("secret" not in (article.wikitext or "") for article in dump_articles(path))


PARSOID = """<!DOCTYPE html>
<html prefix="dc: http://purl.org/dc/terms/" lang="de"
 about="https://de.wikipedia.org/wiki/Spezial:Redirect/revision/4711">
<head><meta charset="utf-8">
<link rel="dc:isVersionOf" href="//de.wikipedia.org/wiki/Gro%C3%9Fe_Katze">
<title>Große Katze</title></head><body lang="de"><p>Eine Katze.</p></body></html>"""
SKIN = """<!DOCTYPE html><html class="client-js" lang="en" dir="ltr"><head>
<title>Cat - Wikipedia</title>
<script>RLCONF={"wgTitle":"Cat","wgCurRevisionId":12,"wgRevisionId":11};</script>
<link rel="canonical" href="https://en.wikipedia.org/wiki/Cat"></head>
<body><p>A cat.</p></body></html>"""

SAVED = """<!DOCTYPE html>
<!-- saved from url=(0048)https://ru.wikipedia.org/wiki/Кошка -->
<html class="client-js" lang="en"><head><title>Cat</title>
<script>RLCONF={"wgNamespaceNumber":0,"wgRevisionId":7,"wgPageContentLanguage":"ru"};</script>
</head><body><p>Кошка.</p></body></html>"""


@pytest.mark.parametrize(
    ("html", "title", "url", "revision", "lang"),
    [
        (PARSOID, "Große Katze", "https://de.wikipedia.org/wiki/Gro%C3%9Fe_Katze", 4711, "de"),
        (SKIN, "Cat", "https://en.wikipedia.org/wiki/Cat", 11, "en"),
        ('<div class="mw-parser-output"><p>A cat.', "page", "", None, ""),
        (SAVED, "Кошка", "https://ru.wikipedia.org/wiki/Кошка", 7, "ru"),
    ],
)
def test_a_saved_page_says_what_it_is(
    tmp_path, html: str, title: str, url: str, revision: int | None, lang: str
) -> None:
    path = tmp_path / "page.html"
    path.write_text(html, "utf-8")
    article = saved_article(path)
    assert (article.title, article.url, article.revision, article.lang) == (
        title,
        url,
        revision,
        lang,
    )
    assert (article.html, article.wikitext, article.base) == (html, None, path.as_uri())


@pytest.mark.parametrize(
    ("html", "line"),
    [
        ("", "page.html is empty"),
        ("<html><body><p>hi</p></body></html>", "is no page of a wiki that runs MediaWiki"),
        (SAVED.replace('Number":0', 'Number":-1'), "a page that the wiki makes, and no article"),
        (SAVED.replace("RLCONF={", 'RLCONF={"wgAction":"edit",'), "no article as readers see it"),
    ],
)
def test_what_is_no_article_is_said(tmp_path, html: str, line: str) -> None:
    (tmp_path / "page.html").write_text(html, "utf-8")
    with pytest.raises(WikiError, match=line):
        saved_article(tmp_path / "page.html")


def test_a_web_archive_is_read(tmp_path) -> None:
    head = "MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=b\r\n\r\n--b\r\n"
    kind = "Content-Type: text/html\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n"
    body = quopri.encodestring(SKIN.encode()).decode()
    (tmp_path / "page.mhtml").write_text(f"{head}{kind}{body}\r\n--b--\r\n")
    article = saved_article(tmp_path / "page.mhtml")
    assert (article.title, article.revision) == ("Cat", 11)


def test_a_saved_page_comes_with_its_wikitext(tmp_path) -> None:
    path, wikitext = tmp_path / "page.html", tmp_path / "page.wiki"
    path.write_text(SKIN)
    wikitext.write_text("[[File:Cat.jpg]]")
    assert saved_article(path, wikitext).wikitext == "[[File:Cat.jpg]]"
    wikitext.write_bytes(b"\xff\xfe")
    with pytest.raises(WikiError, match=r"page\.wiki is not UTF-8"):
        saved_article(path, wikitext)
    with pytest.raises(WikiError, match=r"none\.html cannot be read: No such file"):
        saved_article(tmp_path / "none.html")
