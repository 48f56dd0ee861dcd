"""`auditor wiki`, from the wiki to the report and to the edit."""

from __future__ import annotations

import csv
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from auditor.wiki import run as wiki_run
from tests.auditor.wiki.conftest import EXAMPLE, TITLE
from tests.auditor.wiki.fake_wiki import FakeWiki, busy, serve_wiki
from tests.auditor.wiki.sites.test_filepage import META

SIMPLE = '<section data-mw-section-id="0"><p>A cat. {}</p></section>'
LINKED = (
    '<span typeof="mw:File"><a href="./File:{0}" class="mw-file-description"><img '
    'resource="./File:{0}" src="/upload/{0}" height="147" width="220"/></a></span>'
)


def add_simple(wiki: FakeWiki, title: str, file: str = "Cat.jpg") -> None:
    """An article of one image without a text."""
    wiki.add(title, f"A cat. [[File:{file}]]", SIMPLE.format(LINKED.format(file)), len(title))


def read_json(path: Path) -> Any:
    return json.loads(path.read_text("utf-8"))


def test_an_article_is_reported_for_its_editors(call, garden, tmp_path) -> None:
    garden.files = {"Boat.jpg": META}
    out = tmp_path / "report.json"
    code, _, err = call(TITLE, "-o", out)
    assert code == 2, err
    report = read_json(out)
    assert report["schema"] == "auditor-wiki/1"
    assert report["articles"][0]["revision"] == 1931
    assert report["summary"]["left_out"] == {"smaller than 50 pixels": 1}
    statuses = [(image["file"], image["status"]) for image in report["images"]]
    assert Counter(statuses) == {
        ("House.jpg", "missing"): 1,
        ("Boat.jpg", "missing"): 1,
        ("Bowl.jpg", "missing"): 1,
        ("House.jpg", "redundant"): 1,
        ("Bowl.jpg", "redundant"): 1,
        ("Boat.jpg", "not-compared"): 1,
        ("Chart.png", "ok"): 1,
        ("House.jpg", "not-compared"): 1,
    }
    assert [image["rank"] for image in report["images"]] == list(range(1, 9))
    boat = next(image for image in report["images"] if image["file"] == "Boat.jpg")
    assert boat["edit"] == f"{garden.url}/wiki/Garden_by_the_sea?action=edit&section=1"
    assert boat["wikitext"]["id"] == "Boat.jpg"
    assert boat["wiki"]["caption"] == "The ferry to the garden runs twice a day."
    assert boat["file_page"]["descriptions"][0] == {"lang": "en", "text": "A cat & a dog"}
    assert boat["spoken"].startswith("link, graphic, with no name")
    assert boat["picture"]["width"] == 480


def test_what_comes_first_is_what_readers_meet_first(call, garden, tmp_path) -> None:
    call(TITLE, "-o", tmp_path / "report.json")
    images = read_json(tmp_path / "report.json")["images"]
    assert [(i["file"], i["status"]) for i in images][:3] == [
        ("House.jpg", "missing"),
        ("Boat.jpg", "missing"),
        ("Bowl.jpg", "missing"),
    ]
    assert images[0]["reach"] == 1
    assert images[0]["reach"] > images[1]["reach"] > images[2]["reach"] > 0.5


def test_articles_that_many_read_come_first(call, wiki, tmp_path) -> None:
    add_simple(wiki, "Rare")
    add_simple(wiki, "Famous")
    wiki.pages["Rare"].views = {"2026-01-01": 3}
    wiki.pages["Famous"].views = {"2026-01-01": 90_000}
    call("Rare", "Famous", "-o", tmp_path / "report.json")
    images = read_json(tmp_path / "report.json")["images"]
    assert [image["article"] for image in images] == ["Famous", "Rare"]


def test_the_terminal_says_what_to_do_and_where(call, garden) -> None:
    code, out, _ = call(TITLE)
    said = " ".join(out.split())
    assert code == 2
    assert f"{TITLE}, revision 1931" in said
    assert "8 images in 1 article: 5 ask for work." in said
    assert "1 more was left out: smaller than 50 pixels." in said
    assert "There is a caption and no |alt=" in said
    assert "“Alt=Apples, oranges and a melon in a blue bowl” is taken for a caption" in said
    assert "Wikitext: line 10, file link, Boat.jpg" in said
    assert "line 3, template Infobox garden, parameter image; no text can be written there" in said


def test_alt_that_refers_to_the_caption_is_right(call, garden, tmp_path) -> None:
    call(TITLE, "-o", tmp_path / "report.json")
    images = read_json(tmp_path / "report.json")["images"]
    (chart,) = (image for image in images if image["file"] == "Chart.png")
    assert (chart["status"], chart["scores"], chart["findings"]) == ("ok", None, [])
    assert "sends a listener to the caption" in chart["reason"]


def test_the_list_to_fill_in_comes_back_as_an_edit(call, garden, tmp_path) -> None:
    texts, patched = tmp_path / "texts.csv", tmp_path / "new.wiki"
    call(TITLE, "-o", texts)
    with texts.open(encoding="utf-8-sig", newline="") as written:
        rows = list(csv.DictReader(written))
    assert [row["image"] for row in rows] == ["Boat.jpg", "Bowl.jpg", "House.jpg#2", "Bowl.jpg#2"]
    assert {row["article"] for row in rows} == {TITLE}
    rows[0]["alt"] = "A small boat with a red sail | seen from the shore"
    with texts.open("w", encoding="utf-8-sig", newline="") as out:
        writer = csv.DictWriter(out, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    code, out, err = call(TITLE, "--suggest", texts, "--patched", patched)
    assert (code, err.count("\n")) == (0, 0)
    line = "[[File:Boat.jpg|thumb|{}The ferry to the garden runs twice a day.]]"
    new = line.format("alt=A small boat with a red sail &#124; seen from the shore|")
    assert f"\n-{line.format('')}\n+{new}\n" in out
    assert "Summary: Add alt text to 1 image" in out
    assert f"{garden.url}/wiki/Garden_by_the_sea?action=edit" in out
    before = (EXAMPLE / "garden.wiki").read_text("utf-8")
    assert patched.read_text("utf-8") == before.replace(line.format(""), new)


def test_a_text_that_cannot_be_written_is_refused_with_the_reason(call, garden, tmp_path) -> None:
    texts = tmp_path / "texts.json"
    texts.write_text('{"House.jpg": "A house", "None.jpg": "Nothing"}')
    code, out, err = call(TITLE, "--suggest", texts)
    assert (code, out) == (1, "")
    assert "entry 1: House.jpg: it is not known which parameter" in err
    assert "entry 2: None.jpg: the wikitext of the page does not name this file" in err


def test_the_wiki_tells_which_parameter_takes_the_text(call, garden, tmp_path) -> None:
    params = {"image": {}, "alt": {}, "caption": {}}
    garden.templates["Template:Infobox garden"] = {"params": params}
    texts = tmp_path / "texts.json"
    texts.write_text('{"House.jpg": "A house"}')
    code, out, err = call(TITLE, "--suggest", texts)
    assert code == 0, err
    assert "\n+| alt = A house\n" in out


def test_an_article_that_cannot_be_read_does_not_stop_the_others(call, garden, tmp_path) -> None:
    code, out, err = call("Nothing", TITLE)
    assert code == 1
    assert "has no page Nothing" in err
    assert "8 images in 1 article" in out
    assert "Not checked" in out


@pytest.mark.parametrize("answer", [b'{"query": []}', b'{"query": {"pages": [{}]}}', b"[1]"])
def test_answers_that_are_not_mediawikis_lose_one_article_alone(call, wiki, answer: bytes) -> None:
    add_simple(wiki, "Doggy")
    wiki.faults = [("titles=Cat", (200, {}, answer))]
    code, out, err = call("Cat", "Doggy")
    assert code == 1
    assert "Cat: not read, " in err
    assert "1 image in 1 article" in out


def test_a_fault_of_ours_loses_one_article_alone(call, wiki, monkeypatch) -> None:
    add_simple(wiki, "Cat")
    add_simple(wiki, "Doggy")
    audit = wiki_run.audit_article

    async def failing(article, *arguments):
        if article.title == "Cat":
            raise ZeroDivisionError("division by zero")
        return await audit(article, *arguments)

    monkeypatch.setattr(wiki_run, "audit_article", failing)
    code, out, err = call("Cat", "Doggy")
    assert code == 1
    assert "Cat: not read, the auditor failed on it (ZeroDivisionError: division by zero)" in err
    assert "1 image in 1 article" in out


def test_pictures_that_do_not_come_are_said_once(call, garden, tmp_path) -> None:
    garden.uploads.clear()
    call(TITLE, "-o", tmp_path / "report.json")
    skipped = read_json(tmp_path / "report.json")["skipped"]
    assert len({item["reason"] for item in skipped}) == len(skipped) == 4
    assert all("HTTP 404" in item["reason"] for item in skipped)


def test_file_pages_that_cannot_be_asked_for_lose_no_article(call, garden) -> None:
    garden.faults = [("imageinfo", (500, {}, b"oh"))]
    code, out, _ = call(TITLE)
    assert code == 2
    assert "pages of the files of Garden by the sea: 127" in " ".join(out.split())


def test_a_category_and_a_list_are_read_up_to_the_limit(call, wiki, tmp_path) -> None:
    for title in ("Cat", "Dog", "Cow", "Horse"):
        add_simple(wiki, title)
    wiki.categories["Category:Animals"] = ["Dog", "Cow", "Horse"]
    names = tmp_path / "list.txt"
    names.write_text("* [[Cat]]\n")
    out = tmp_path / "report.json"
    options = ["--category", "Animals", "--user-list", names, "-o", out]
    assert call(*options)[0] == 2
    assert [a["title"] for a in read_json(out)["articles"]] == ["Cat", "Dog", "Cow", "Horse"]
    code, _, _ = call(*options, "--max-articles", "2")
    assert code == 1
    assert [a["title"] for a in read_json(out)["articles"]] == ["Cat", "Dog"]
    assert any("--max-articles" in item["reason"] for item in read_json(out)["skipped"])


def test_an_empty_category_is_said(call, wiki) -> None:
    code, _, _ = call("--category", "Nothing")
    assert code == 1


def test_titles_of_one_run_may_be_of_several_wikis(call, wiki, tmp_path) -> None:
    with serve_wiki() as other:
        other.lang = "de"
        add_simple(wiki, "Cat")
        html = SIMPLE.format(LINKED.format("Katze.jpg"))
        other.add("Katze", "[[Datei:Katze.jpg]]", html, 5, lang="de")
        call("Cat", f"{other.url}/wiki/Katze", "-o", tmp_path / "report.json")
    images = read_json(tmp_path / "report.json")["images"]
    assert {image["article"]: image["wikitext"]["id"] for image in images} == {
        "Cat": "Cat.jpg",
        "Katze": "Katze.jpg",
    }


def test_an_export_is_read_without_a_wiki(call, wiki, tmp_path) -> None:
    text = (EXAMPLE / "garden.wiki").read_text("utf-8").replace("<", "&lt;")
    (tmp_path / "dump.xml").write_text(
        f"<mediawiki><page><title>{TITLE}</title><ns>0</ns><revision><id>3</id>"
        f"<text>{text}</text></revision></page></mediawiki>",
        "utf-8",
    )
    out = tmp_path / "report.json"
    code, _, err = call("--dump", tmp_path / "dump.xml", TITLE, "-o", out)
    assert code == 2, err
    found = {(i["wikitext"]["id"], i["wiki"]["origin"]) for i in read_json(out)["images"]}
    assert {("Boat.jpg", "none"), ("House.jpg#2", "explicit"), ("Bowl.jpg#2", "caption")} <= found
    assert wiki.asked == []
    code, _, err = call("--dump", tmp_path / "dump.xml", "Other")
    assert code == 1


def test_a_saved_page_is_read_without_a_wiki(call, wiki, tmp_path) -> None:
    out = tmp_path / "report.json"
    saved = EXAMPLE / "garden.html"
    code, _, err = call(saved, "--wikitext", EXAMPLE / "garden.wiki", "-o", out)
    assert code == 2, err
    report = read_json(out)
    assert report["skipped"] == []
    assert {image["picture"]["width"] for image in report["images"]} == {480}
    assert all(image["wikitext"] for image in report["images"])
    assert wiki.asked == []


def test_a_saved_page_alone_says_that_its_wikitext_is_not_known(call, tmp_path) -> None:
    out = tmp_path / "report.json"
    call(EXAMPLE / "garden.html", "-o", out)
    reasons = {image["not_located"] for image in read_json(out)["images"]}
    assert any("its wikitext was not read" in reason for reason in reasons)
    texts = tmp_path / "texts.json"
    texts.write_text('{"House.jpg": "A house"}')
    code, _, err = call(EXAMPLE / "garden.html", "--suggest", texts)
    assert code == 1
    assert "the wikitext of a saved page is wanted (--wikitext)" in err


def test_an_interrupted_run_reports_what_it_had_done(call, wiki, monkeypatch, tmp_path) -> None:
    add_simple(wiki, "Cat")
    add_simple(wiki, "Doggy")
    audit = wiki_run.audit_article

    async def interrupted(article, *arguments):
        if article.title == "Doggy":
            raise KeyboardInterrupt
        return await audit(article, *arguments)

    monkeypatch.setattr(wiki_run, "audit_article", interrupted)
    code, out, _ = call("Cat", "Doggy")
    assert code == 1
    assert out.startswith("Interrupted; this is what was done.")
    assert "Cat, revision 3" in out


def test_waits_are_told(call, wiki) -> None:
    add_simple(wiki, "Cat")
    wiki.faults = [("prop=revisions", busy())]
    _, _, err = call("Cat")
    assert f"{wiki.url} is busy: waiting 0 s" in err


def test_a_missing_contact_is_said_once(run, wiki) -> None:
    add_simple(wiki, "Cat")
    arguments = ("wiki", "--wiki", wiki.url, "--no-score", "--no-ocr", "Cat")
    _, _, err = run(*arguments)
    assert err.count("--contact") == 1
    _, _, err = run(*arguments, "--contact", "me@example.org")
    assert "--contact" not in err


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        ((), "Name an article, a --category, a --wikiproject, a user"),
        (("A", "B", "--revision", "3"), "--revision is of one article"),
        (("A", "--wikitext", EXAMPLE / "garden.wiki"), "--wikitext is of one page"),
        (("A", "--patched", "x"), "--patched goes with --suggest"),
        (("A", "--wiki", "ftp://x"), "name a wiki by its host"),
        (("A", "-o", "report.sarif"), "ends in none of .txt, .html, .json, .csv"),
    ],
)
def test_what_does_not_go_together_is_one_line(run, arguments, line: str) -> None:
    code, _, err = run("wiki", *arguments)
    assert code == 1
    assert line in err


def test_an_article_of_two_megabytes_and_seven_hundred_images(call, wiki, tmp_path) -> None:
    picture = (EXAMPLE / "Boat.jpg").read_bytes()
    filler = "<p>" + "The harbour of the town was built in stone. " * 62 + "</p>"
    figures, lines = [], []
    for number in range(700):
        file = f"Boat{number}.jpg"
        wiki.uploads[f"/upload/{file}"] = picture
        figures.append(LINKED.format(file) + filler)
        lines.append(f"[[File:{file}]]\n\nThe harbour of the town was built in stone.\n")
    html = f'<body><section data-mw-section-id="0">{"".join(figures)}</section></body>'
    assert len(html) > 2_000_000
    wiki.add("Boats", "".join(lines), html)
    out = tmp_path / "report.json"
    code, _, err = call("Boats", "-o", out)
    assert code == 2, err
    report = read_json(out)
    assert report["summary"]["images"] == 700
    assert all(image["wikitext"] for image in report["images"])
    assert wiki.most_at_once <= 3


def test_a_saved_article_is_held_against_a_baseline_as_any_scan(
    call, run, garden, tmp_path
) -> None:
    saved, known, out = tmp_path / "a.db", tmp_path / "known.json", tmp_path / "report.html"
    call(TITLE, "--save", saved)
    run("baseline", saved, "-o", known)
    run("report", saved, "--baseline", known, "--fail-on", "weak", "-o", out)
    page = out.read_text("utf-8")
    assert "0 new findings" in page
    assert "The image has no alternative text." in page
    assert "A rule of another version" not in page
