"""Small inputs of wikis that went wrong elsewhere, read where they lie (see
../shared/cases/README.md), as an editor reads them: from files, and no wiki is asked."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Run

CASES = Path("../shared/cases/wikipedia")

Report = Callable[..., dict[str, Any]]


@pytest.fixture
def wiki(run: Run) -> Callable[..., tuple[int, str, str]]:
    """Runs `auditor wiki` on these arguments, without a score unless they ask for one."""
    if not CASES.exists():
        pytest.skip(f"{CASES} is not here")

    def call(*arguments: object, score: bool = False) -> tuple[int, str, str]:
        more = () if score or "--suggest" in arguments else ("--no-score", "--no-ocr")
        return run("wiki", *more, *arguments)

    return call


@pytest.fixture
def report(wiki, tmp_path: Path) -> Report:
    """The JSON report on a case; the code must be this one."""

    def call(*arguments: object, code: int, score: bool = False) -> dict[str, Any]:
        file = tmp_path / "report.json"
        found, _, err = wiki(*arguments, "--output", file, score=score)
        assert found == code, err
        made: dict[str, Any] = json.loads(file.read_text("utf-8"))
        return made

    return call


def test_areas_of_a_navigation_box_are_left_out_and_counted(report) -> None:
    made = report(CASES / "01-area-imagemap.html", code=0)
    assert made["images"] == []
    assert sum(made["summary"]["left_out"].values()) == 6


def test_an_icon_of_a_banner_is_left_out_and_counted(report) -> None:
    made = report(CASES / "04-ambox-icon.html", code=0)
    assert made["images"] == []
    assert sum(made["summary"]["left_out"].values()) == 1


def test_a_german_export_is_read_in_its_words(report) -> None:
    made = report("--dump", CASES / "02-dump-de.xml", code=2)
    texts = {image["file"]: image["wiki"]["alt"] for image in made["images"]}
    assert texts == {
        "Cat1.jpg": None,
        "Cat2.jpg": "Eine schwarze Katze liegt im Gras",
        "Cat3.jpg": "Graue Katze",
    }
    statuses = {image["file"]: image["status"] for image in made["images"]}
    assert statuses["Cat1.jpg"] == "missing"


def test_texts_take_the_place_of_the_german_ones_of_an_export(wiki, tmp_path) -> None:
    new = tmp_path / "new.wiki"
    code, diff, err = wiki(
        *("--dump", CASES / "02-dump-de.xml", "--suggest", CASES / "02-dump-de.csv"),
        *("--patched", new),
    )
    assert code == 0, err
    lines = [line for line in new.read_text("utf-8").splitlines() if line.startswith("[[")]
    assert [re.findall(r"(?:alternativtext|alt)=([^|]*)", line) for line in lines] == [
        ["Eine getigerte Katze auf einer Mauer"],
        ["Eine schwarze Katze im Gras mit gelben Augen"],
        ["Graue Katze"],
    ]
    assert "|alt=" not in diff
    assert "Alternativtexte: 1 ergänzt, 1 geändert" in diff


def test_images_of_a_german_page_are_located_and_patched(wiki, report, tmp_path) -> None:
    page = (CASES / "03-saved-de.html", "--wikitext", CASES / "03-saved-de.wiki")
    made = report(*page, code=2)
    assert [image["wikitext"]["kind"] for image in made["images"]] == ["file-link", "file-link"]
    new = tmp_path / "new.wiki"
    code, _, err = wiki(*page, "--suggest", CASES / "03-saved-de.csv", "--patched", new)
    assert code == 0, err
    before = (CASES / "03-saved-de.wiki").read_text("utf-8")
    assert new.read_text("utf-8") == before.replace(
        "Cat1.jpg|mini|", "Cat1.jpg|mini|alternativtext=Eine getigerte Katze auf einer Mauer|"
    ).replace("Schwarze Katze", "Eine schwarze Katze liegt im Gras")


def test_a_caption_in_the_cell_of_an_infobox_may_be_referred_to(report) -> None:
    (image,) = report(CASES / "06-infobox-caption-nfl.html", code=0)["images"]
    assert image["wiki"]["caption"] == "Lewis in 2007 with the 49ers"
    assert image["wiki"]["caption_visible"]
    assert (image["status"], image["findings"]) == ("ok", [])


def test_a_caption_in_the_row_below_is_found(report) -> None:
    (image,) = report(CASES / "07-taxobox-caption.html", code=2)["images"]
    assert image["wiki"]["caption"] == "Bufflehead (Bucephala albeola)"
    assert image["wiki"]["caption_visible"]
    assert image["status"] == "missing"


def test_no_editor_is_said_to_have_written_what_is_not_in_the_wikitext(report) -> None:
    page = CASES / "09-old-gallery.html"
    (image,) = report(page, "--wikitext", CASES / "09-old-gallery.wiki", code=2)["images"]
    assert image["wiki"]["origin"] == "generated-empty"
    assert image["wikitext"]["alt"] is None
    (alone,) = report(page, code=2)["images"]
    assert alone["wiki"]["origin"] is None


def test_lazy_pictures_of_mobile_html_are_read(report) -> None:
    (image,) = report(CASES / "10-mobile-html.html", code=2)["images"]
    assert image["file"] == "Dog morphological variation.png"
    assert image["wiki"]["caption"].startswith("Montage showing the morphological variation")
    assert image["status"] == "missing"


def test_a_page_of_no_wiki_is_no_article(wiki) -> None:
    code, out, _ = wiki(CASES / "11-not-mediawiki.html")
    assert code == 1
    assert "No article was read." in out
    assert "found to do" not in out


def test_a_good_text_beside_its_caption_is_not_weak(report) -> None:
    """Its picture is not at hand. What the score makes of texts beside captions with their pictures
    is a test of the verdict (tests/auditor/wiki/reading/test_verdict.py)."""
    (image,) = report(CASES / "12-good-alt-called-weak.html", code=0, score=True)["images"]
    assert image["status"] == "not-checkable"
    assert image["findings"] == []
