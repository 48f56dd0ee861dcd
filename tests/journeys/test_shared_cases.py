"""Small inputs that went wrong elsewhere, read where they lie (see ../shared/cases/README.md)."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Run, Site

CASES = Path("../shared/cases")
TYPES = {".html": "text/html; charset=utf-8", ".svg": "image/svg+xml"}

Scan = Callable[..., tuple[int, dict[str, Any]]]


@pytest.fixture
def scan(run: Run, site: Site, tmp_path: Path) -> Scan:
    """Serves a folder of the cases and scans one of its pages; the code and the JSON report."""

    def call(folder: str, page: str, *options: object) -> tuple[int, dict[str, Any]]:
        if not (CASES / folder).exists():
            pytest.skip(f"{CASES / folder} is not here")
        for path in (CASES / folder).iterdir():
            site[f"/{path.name}"] = (200, {"Content-Type": TYPES[path.suffix]}, path.read_bytes())
        report = tmp_path / "report.json"
        code, _, _ = run(
            "scan", site.url(f"/{page}"), "--no-score", "--no-ocr", "--no-save", "--timeout", 10,
            "--output", report, *options,
        )  # fmt: skip
        found: dict[str, Any] = json.loads(report.read_text("utf-8"))
        return code, found

    return call


def by_selector(report: dict[str, Any]) -> dict[str, str]:
    return {use["image"]["selector"]: use["status"] for use in report["uses"]}


def names(report: dict[str, Any]) -> dict[str, str]:
    return {use["image"]["selector"]: use["image"]["name"]["text"] for use in report["uses"]}


def missing(report: dict[str, Any]) -> set[str]:
    return {selector for selector, status in by_selector(report).items() if status == "missing"}


def test_images_by_element_internals_are_images(scan) -> None:
    _, report = scan("public/04-element-internals", "index.html", "--depth", 0)
    assert names(report) == {
        "#named": "Dark blue sky over an orange horizon",
        "#attr": "Evening sky, orange below",
        "#nameless": "",
        "#linked x-sky": "",
        "#reflected": "Clouds over the lighthouse at noon",
        "#viaprop": "Two red buoys in grey water",
    }
    assert missing(report) == {"#nameless", "#linked x-sky"}


@pytest.mark.parametrize("how", [(), ("--static",)])
def test_drawings_are_named_by_what_they_use_and_hold(scan, how: Sequence[str]) -> None:
    code, report = scan("public/18-svg-sprites", "variants.html", "--depth", 0, *how)
    assert code == 2
    assert missing(report) == {
        "#b5 svg", "#b7 svg", "#l1 image", "#l3 path", "#f1", "#f3",
    }  # fmt: skip
    heard = {
        use["image"]["selector"]: use["context"]["control"]["name"]
        for use in report["uses"]
        if use["context"]["control"]
    }
    assert [heard[f"#b{number} svg"] for number in (1, 2, 3, 6, 8, 9)] == [
        "Pen", "Pen", "Group", "Edit", "Deep", "Go",
    ]  # fmt: skip
    _, report = scan("public/18-svg-sprites", "index.html", "--depth", 0, *how)
    assert {"#a1", "#a4 svg", "#a6 svg", "#a7", "#a8", "#fo", "#a11 image"} <= missing(report)


def test_a_caption_is_no_alternative_text(scan) -> None:
    code, report = scan("pages", "figcaption-no-alt.html", "--static", "--depth", 0)
    assert (code, list(by_selector(report).values())) == (2, ["missing"])


def test_a_private_use_glyph_names_no_link(scan) -> None:
    code, report = scan("pages", "pua-icon-link.html", "--depth", 0)
    assert (code, Counter(by_selector(report).values())) == (2, {"missing": 1})
