"""`auditor agreement`: the published figures, every form of file, and what is not counted."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from auditor.browser.context import open_browser
from auditor.browser.options import BrowserOptions
from auditor.rating import Question, RatedItem, Rating, version_of
from auditor.ratings.agreement import agreement
from auditor.ratings.agreement_html import agreement_html
from auditor.ratings.files import read_ratings, write_ratings
from auditor.ratings.table import table_of
from auditor.store.ratings import add_ratings
from tests.auditor.reports.test_html_look import axe
from tests.auditor.reports.test_languages import BRACKETS, HumanText, outside
from tests.auditor.scan_files import SITE, Image, write

PUBLISHED = Path(__file__).parents[3] / "../shared/benchmarks/flickr8k-ratings"
PUBLISHED /= "ExpertAnnotations.txt"
PAPER = {
    "tau_1": 47.7,
    "tau_2": 54.8,
    "tau_3": 54.0,
    "kendall_w": 84.0,
    "fleiss_kappa": 48.8,
    "fleiss_kappa_joined": 48.8,
}
"""Scott et al. 2023, section 4."""


def rating(rater: str, level: int, picture: str = "fox", **changes) -> Rating:
    item = RatedItem(f"{SITE}/", picture, version_of("A red fox"))
    made = Rating(rater, item, level, True, "2026-01-01T00:00:00+00:00", "A red fox")
    return replace(made, **changes)


def three(seed: int = 0) -> list[Rating]:
    """Three raters, of whom the third skips every other item."""
    return [
        rating(
            name,
            min(5, max(1, 1 + (n * 7 + seed) % 5 + place % 2)),
            f"picture {n}",
            answers={Question.OBJECTS: n % 3 > 0, Question.SERVES_PAGE: (n + place) % 2 > 0},
        )
        for n in range(12)
        for place, name in enumerate(("Anna", "Ben", "Cara"))
        if place < 2 or n % 2
    ]


def written(path: Path, ratings: list[Rating]) -> Path:
    with path.open("w", encoding="utf-8", newline="") as out:
        write_ratings(ratings, path.suffix[1:], out)
    return path


@pytest.mark.skipif(not PUBLISHED.exists(), reason="the published ratings are not here")
def test_the_published_ratings_agree_as_their_paper_says(run) -> None:
    code, out, _ = run("agreement", PUBLISHED, "--json")
    found = json.loads(out)
    assert code == 0
    assert {key: found[key] for key in PAPER} == pytest.approx(PAPER, abs=0.3)
    assert (found["items"], found["ratings"]) == (5664, 16992)
    assert "158 pairs not counted" in found["left_out"][0]


@pytest.mark.parametrize("ending", ["csv", "jsonl"])
def test_ratings_come_back_from_a_file_as_they_were(tmp_path, ending: str) -> None:
    odd = rating("=cmd", 3, seen=False, note="- two\nlines", text='“=A, "red" fox”', answers={})
    ratings = [*three(), replace(odd, item=RatedItem("", "@x", version_of(odd.text)))]
    assert list(read_ratings(written(tmp_path / f"r.{ending}", ratings)).ratings) == ratings


def test_each_form_says_the_same(run, tmp_path) -> None:
    path = written(tmp_path / "three.jsonl", three())
    html, data = tmp_path / "a.html", tmp_path / "a.json"
    code, out, _ = run("agreement", path, "-o", "-", "-o", html, "-o", data)
    found = json.loads(data.read_text("utf-8"))
    assert (code, found["items"], found["raters"]) == (0, 12, ["Anna", "Ben", "Cara"])
    value = f"{found['krippendorff_alpha']:.1f}"
    assert value in out
    assert value in html.read_text("utf-8")
    assert set(found["questions"]) == {"objects", "serves-page"}
    assert found["questions"]["objects"]["value"] == pytest.approx(100)
    assert found["questions"]["serves-page"]["value"] < 0


def test_it_is_told_in_the_language_that_is_named(run, tmp_path) -> None:
    path, html = written(tmp_path / "three.jsonl", three()), tmp_path / "a.html"
    _, out, _ = run("agreement", path, "-o", "-", "-o", html, "--language", "de")
    for text in (out, html.read_text("utf-8")):
        assert "für 12 Texte durch 3 Personen" in text
        assert "Krippendorffs α ist" in text
        assert "Krippendorff's α is" not in text
    parser = HumanText()
    parser.feed(agreement_html(agreement(table_of(three()), {}, 0), (), 0, BRACKETS))
    assert not re.search("[a-z]{3,}", outside("\n".join(parser.found)))


def test_what_raters_differ_on_most_comes_first(run, tmp_path) -> None:
    ratings = [
        *(rating("Anna", 4, p) for p in ("a", "b", "c")),
        *(rating("Ben", level, p) for p, level in (("a", 4), ("b", 1), ("c", 3))),
    ]
    found = json.loads(run("agreement", written(tmp_path / "r.csv", ratings), "--json")[1])
    assert [each["picture"] for each in found["disputed"]] == ["b", "c"]
    assert found["disputed"][0]["levels"] == {"Anna": 4, "Ben": 1}


def test_the_last_rating_of_a_person_holds_and_seen_can_be_told_apart(run, tmp_path) -> None:
    later = "2026-02-01T00:00:00+00:00"
    ratings = [
        rating("Anna", 1, seen=False),
        rating("Anna", 4, rated=later),
        rating("Ben", 2, seen=False),
        rating("Ben", 4, rated=later),
    ]
    path = written(tmp_path / "r.jsonl", ratings)
    assert json.loads(run("agreement", path, "--json")[1])["disputes"] == 0
    before = json.loads(run("agreement", path, "--json", "--seen", "no")[1])
    assert before["disputed"][0]["levels"] == {"Anna": 1, "Ben": 2}


def test_a_rating_of_a_text_that_has_changed_since_is_not_counted(run, tmp_path) -> None:
    scan = write(
        tmp_path / "scan.db",
        (Image("A red fox"), Image("A grey owl", picture="owl"), Image("A hill", picture="hill")),
    )
    add_ratings(
        scan,
        [
            rating("Anna", 4),
            rating("Ben", 3),
            rating("Anna", 2, "owl"),
            rating("Anna", 2, "old hill"),
            rating("Anna", 5, item=RatedItem(f"{SITE}/gone", "fox", version_of("A red fox"))),
        ],
    )
    found = json.loads(run("agreement", scan, "--json")[1])
    assert (found["items"], found["ratings"]) == (1, 2)
    said = " ".join(found["left_out"])
    for why in ("text has changed", "picture has changed", "page is not in the scan"):
        assert f"1 not counted, for the {why}" in said


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "no column"),
        ("rater,level\nAnna,3\n", "no column"),
        ("rater,rated,level,seen,picture\nAnna,2026-01-01,6,yes,fox\n", "line 2"),
        ("rater,rated,level,seen,picture\nAnna,then,4,yes,fox\n", "line 2"),
        ("rater,rated,level,seen,picture\nAnna,2026-01-01,4,perhaps,fox\n", "line 2"),
        ('{"level": 3}\n', "line 1"),
        ('{"level": 3\n', "line 1"),
        ("{}\n", "There is no rating"),
    ],
)
def test_a_file_that_holds_no_ratings_is_told_in_a_line(run, tmp_path, text, why) -> None:
    path = tmp_path / "odd.csv"
    path.write_text(text, "utf-8")
    code, _, error = run("agreement", path)
    assert code == 1
    assert why in error
    assert "Traceback" not in error


def test_one_rater_agrees_with_nobody(run, tmp_path) -> None:
    path = written(tmp_path / "r.csv", [rating("Anna", 4), rating("Anna", 2, "owl")])
    code, out, _ = run("agreement", path)
    assert code == 0
    assert "agreement takes two" in out
    assert json.loads(run("agreement", path, "--json")[1])["kendall_w"] is None


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 320)])
async def test_axe_finds_nothing_and_the_page_fits_its_window(
    run, tmp_path, scheme: str, width: int
) -> None:
    page_file = tmp_path / "agreement.html"
    run("agreement", written(tmp_path / "three.jsonl", three()), "-o", page_file)
    async with open_browser(BrowserOptions()) as context:
        page = await context.new_page()
        await page.emulate_media(color_scheme=scheme)
        await page.set_viewport_size({"width": width, "height": 800})
        await page.goto(page_file.as_uri())
        assert await axe(page) == {"violations": [], "incomplete": []}
        assert await page.evaluate("document.documentElement.scrollWidth") == width
