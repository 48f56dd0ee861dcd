"""What the documents quote is what the program says today."""

from __future__ import annotations

import pytest

from tests.tools.pictures import DOCS, said_model, shipped_model
from tests.tools.quoted import Quoted, documents, quoted, run

RUNS = [each for document in documents() for each in quoted(document)]


@pytest.mark.parametrize("each", RUNS, ids=lambda each: each.command[:40])
def test_a_quoted_run_says_the_same_today(each: Quoted) -> None:
    out = run(each.command)
    assert each.agrees(out), f"python -m tests.tools.quoted --write\n{out}"


def test_the_readme_quotes_a_scan_and_an_article() -> None:
    assert {each.command.split()[0] for each in RUNS} >= {"scan", "wiki"}


@pytest.mark.parametrize("name", sorted(path.name for path in DOCS.glob("*.png")))
def test_the_pictures_show_what_the_present_model_says(name: str) -> None:
    assert said_model(DOCS / name) == shipped_model(), "tests.tools.pictures, window_…, extension_…"
