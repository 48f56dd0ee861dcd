"""Many articles as one queue: ranked, shared, gone on with, and made into edits."""

from __future__ import annotations

import csv
import json

import pyperclip
import pytest

from auditor.commands import wiki_edits
from auditor.store.reader import StoredScan
from tests.auditor.wiki.fake_wiki import FakeWiki
from tests.auditor.wiki.sites.test_filepage import ENTITY, META
from tests.auditor.wiki.test_command import LINKED, SIMPLE, read_json


@pytest.fixture
def animals(wiki) -> FakeWiki:
    for number, (title, views) in enumerate({"Cow": 5, "Dog": 90_000, "Emu": 400}.items()):
        html = SIMPLE.format(LINKED.format("A.jpg"))
        wiki.add(title, "A cat. [[File:A.jpg]]", html, number + 100)
        wiki.pages[title].views = {"2026-01-01": views}
    wiki.contributions["Ada"] = ["Cow", "Emu", "Dog"]
    return wiki


def test_of_a_users_articles_those_come_first_that_most_read(call, animals, tmp_path) -> None:
    out = tmp_path / "report.json"
    code, _, _ = call("--contributions", "Ada", "--max-articles", "2", "-o", out)
    assert code == 1  # one was left out
    assert [article["title"] for article in read_json(out)["articles"]] == ["Dog", "Emu"]
    assert read_json(out)["skipped"][0]["subject"] == "the rest of the list"
    views = tmp_path / "views.csv"
    views.write_text("Cow,1000000\n")
    call("--contributions", "Ada", "--views", views, "--max-articles", "1", "-o", out)
    (article,) = read_json(out)["articles"]
    assert (article["title"], article["views_a_day"]) == ("Cow", 1_000_000)


def test_beside_each_image_stands_what_its_file_tells(call, animals, tmp_path) -> None:
    animals.files = {"A.jpg": META}
    animals.entities = {"File:A.jpg": ENTITY}
    animals.items = {"Q146": {"en": "house cat"}, "Q1": {"en": "Universe"}}
    out = tmp_path / "report.json"
    call("--contributions", "Ada", "-o", out)
    for image in read_json(out)["images"]:
        page = image["file_page"]
        assert [said["text"] for said in page["depicts"]] == ["Universe", "house cat"]
        assert [said["lang"] for said in page["captions"]] == ["en", "de"]
    _, told, _ = call("Dog")
    assert "Depicts, by the file's statements: Universe, house cat" in " ".join(told.split())


def test_an_interrupted_list_is_gone_on_with(call, animals, tmp_path, monkeypatch) -> None:
    from auditor.wiki import run as wiki_run

    real, path = wiki_run.audit_article, tmp_path / "animals.db"

    async def interrupted(article, *arguments):
        if article.title == "Emu":
            raise KeyboardInterrupt
        return await real(article, *arguments)

    monkeypatch.setattr(wiki_run, "audit_article", interrupted)
    assert call("--contributions", "Ada", "--save", path)[0] == 1
    monkeypatch.setattr(wiki_run, "audit_article", real)
    animals.asked.clear()
    out = tmp_path / "all.json"
    code, _, err = call("--contributions", "Ada", "--resume", path, "-o", out)
    assert code == 2, err
    assert not any("titles=Dog&" in asked for asked in animals.asked if "revisions" in asked)
    whole = tmp_path / "whole.json"
    call("--contributions", "Ada", "-o", whole)
    assert [article["title"] for article in read_json(out)["articles"]] == ["Dog", "Emu", "Cow"]
    for part in ("summary", "articles", "images", "skipped", "finished"):
        assert read_json(out)[part] == read_json(whole)[part]
    code, _, err = call("--contributions", "Ada", "--resume", path)
    assert code == 1
    assert "holds a complete scan; there is nothing to resume" in err


def test_what_was_not_read_before_is_told_no_more_once_it_was(
    call, animals, tmp_path, monkeypatch
) -> None:
    from auditor.wiki import run as wiki_run

    real, path = wiki_run.audit_article, tmp_path / "animals.db"

    async def failing(article, *arguments):
        if article.title == "Dog":
            raise ValueError("broken")
        if article.title == "Cow":
            raise KeyboardInterrupt
        return await real(article, *arguments)

    monkeypatch.setattr(wiki_run, "audit_article", failing)
    call("--contributions", "Ada", "--save", path)
    monkeypatch.setattr(wiki_run, "audit_article", real)
    out = tmp_path / "all.json"
    code, _, _ = call("--contributions", "Ada", "--resume", path, "-o", out)
    assert code == 2
    assert {item["subject"] for item in read_json(out)["skipped"]} == {"picture A.jpg"}
    with StoredScan(path) as scan:
        report = scan.report()
        assert {item.subject for item in report.skipped} == {"picture A.jpg"}
        assert report.finished


def test_the_list_of_the_week_is_a_table_in_wikitext(call, animals, tmp_path) -> None:
    out = tmp_path / "list.wiki"
    call("--contributions", "Ada", "-o", out)
    text = out.read_text("utf-8")
    assert text.startswith('{| class="wikitable sortable"\n|+ Alternative texts')
    assert "\n| 1 || [[:Dog]] || " in text
    assert " || [[:File:A.jpg]] || missing || " in text
    assert "&#124;alt=" in text
    assert text.endswith("|}\n")


def suggestions(tmp_path, *rows: tuple[str, str, str]):
    path = tmp_path / "texts.csv"
    with path.open("w", encoding="utf-8", newline="") as out:
        csv.writer(out).writerows([("article", "image", "alt"), *rows])
    return path


def test_each_article_has_a_diff_and_a_summary_of_its_own(call, animals, tmp_path) -> None:
    texts = suggestions(tmp_path, ("Cow", "A.jpg", "A cow"), ("Dog", "A.jpg", "A dog"))
    code, _, _ = call("--contributions", "Ada", "--suggest", texts, "--patches", tmp_path / "p")
    assert code == 0
    names = sorted(path.name for path in (tmp_path / "p").iterdir())
    assert names == ["001 Dog.diff", "001 Dog.summary.txt", "002 Cow.diff", "002 Cow.summary.txt"]
    assert "alt=A dog" in (tmp_path / "p" / "001 Dog.diff").read_text("utf-8")
    assert "Add alt text to 1 image" in (tmp_path / "p" / "002 Cow.summary.txt").read_text("utf-8")


@pytest.fixture
def opened(monkeypatch) -> list[str]:
    """What was copied and opened."""
    found: list[str] = []
    monkeypatch.setattr(pyperclip, "copy", found.append)
    monkeypatch.setattr(wiki_edits.webbrowser, "open", lambda url: found.append(url) or True)
    return found


def test_the_editor_opens_at_the_section_with_its_new_wikitext_copied(
    call, wiki, opened, tmp_path
) -> None:
    wikitext = "Lead.\n\n== One ==\n[[File:A.jpg|thumb|x]]\n\n== Two ==\nText.\n"
    wiki.add("Cow", wikitext, "<p>x</p>", 7)
    texts = suggestions(tmp_path, ("", "A.jpg", "A cow"))
    code, out, err = call("Cow", "--suggest", texts, "--open-edit")
    new, url = opened
    assert code == 0
    assert new == "== One ==\n[[File:A.jpg|thumb|alt=A cow|x]]\n"
    assert url.endswith("/wiki/Cow?action=edit&section=1")
    assert url in out
    assert "on the clipboard; nothing is saved" in err


def test_without_a_clipboard_nothing_opens(call, wiki, opened, monkeypatch, tmp_path) -> None:
    def fails(text: str) -> None:
        raise pyperclip.PyperclipException

    monkeypatch.setattr(pyperclip, "copy", fails)
    wiki.add("Cow", "[[File:A.jpg|thumb|x]]", "<p>x</p>", 7)
    code, _, err = call(
        "Cow", "--suggest", suggestions(tmp_path, ("", "A.jpg", "a")), "--open-edit"
    )
    assert (code, opened) == (1, [])
    assert "there is no clipboard that can be reached" in err


def test_the_report_is_in_the_language_that_is_asked_for(call, animals, tmp_path) -> None:
    page, data = tmp_path / "report.html", tmp_path / "report.json"
    _, out, _ = call(
        "--contributions", "Ada", "--language", "fr", "-o", page, "-o", data, "-o", "-"
    )
    assert "D’abord ce qui aide le plus grand nombre de personnes" in out
    assert "demandent du travail" in out
    assert '<html lang="fr">' in page.read_text("utf-8")
    assert "Ce que dit l’article" in page.read_text("utf-8")
    told = json.loads(data.read_text("utf-8"))
    assert told["language"] == "fr"
    assert told["images"][0]["reason"].startswith("Il n’y a ni |alt= ni légende")


def test_the_table_speaks_the_language_of_its_wiki_and_marks_what_is_english(
    call, animals, tmp_path
) -> None:
    for page in animals.pages.values():
        page.lang = "de"
    out = tmp_path / "list.wiki"
    call("--contributions", "Ada", "-o", out)
    text = out.read_text("utf-8")
    assert "\n|+ Alternativtexte, an denen zu arbeiten ist, " in text
    assert "\n! # !! Artikel !! Abschnitt !! Bild !! Zustand !! Was zu tun ist !! Leser" in text
    assert " || fehlt || Es gibt weder " in text
    for page in animals.pages.values():
        page.lang = "sv"
    call("--contributions", "Ada", "-o", out)
    assert '<span lang="en" dir="ltr">There is' in out.read_text("utf-8")
    for page in animals.pages.values():
        page.lang = "de"
    animals.pages["Cow"].lang = "fr"
    call("--contributions", "Ada", "-o", out)
    assert "\n! # !! Article !! Section !! Image !! State" in out.read_text("utf-8")
