"""docs/benchmarks.md and its plots say what the kept results say."""

import hashlib
from pathlib import Path

import pytest

from auditor.bench.docs import page, plots, results

DOCS = Path(__file__).parents[4] / "docs"
KEPT = DOCS / "benchmarks"


@pytest.fixture
def found():
    return results.read(KEPT)


def test_the_page_is_made_of_the_results(found):
    assert (DOCS / "benchmarks.md").read_text("utf-8") == page.page(found), (
        "run: python -m auditor.bench.docs.page docs/benchmarks > docs/benchmarks.md"
    )


def test_every_plot_is_of_these_results_and_carries_them_as_text(found):
    made = plots.plots(found)
    assert made
    for plot in made:
        assert plot.alt in (KEPT / plot.file).read_text("utf-8"), (
            "run auditor.bench.docs.everything"
        )


def test_all_results_are_of_one_program_and_one_model(found):
    made_by = {(r["program"], r["model"]["sha256"], r["seed"]) for r in found.by_key.values()}
    assert len(made_by) == 1


def test_a_program_is_told_by_its_code(monkeypatch):
    own = results.program()
    monkeypatch.setattr(results, "CODE", ("extractors",))
    assert results.program() != own
    monkeypatch.setattr(results, "CODE", ("no-such-folder",))
    assert results.program() == hashlib.sha256().hexdigest() != own


def test_the_text_of_a_plot_names_every_bar_and_figure():
    plot = plots.Plot(
        "x.svg",
        "Title",
        "percent",
        {"ours": {"a_b": (90.0, 80.0, 95.0), "c": (1.0, 1.0, 1.0)}, "theirs": {"c": (50, 50, 50)}},
    )
    assert plot.alt == "Bar chart. Title, percent: a b 90.0 (ours); c 1.0 (ours), 50.0 (theirs)."


def test_a_result_that_is_not_there_leaves_a_dash():
    text = page.page(results.Results({}))
    assert "| shuffled words | – |" in text


def test_what_is_written_is_read_again(tmp_path):
    metrics = {"auc": {"value": 12.345678, "n": 3, "low": 0.0, "high": 20.0}}
    result = {"bench": "web-alts", "scorer": "length", "metrics": metrics}
    results.write(results.path_of(tmp_path, "web-alts", "length"), result)
    assert results.read(tmp_path).metrics("web-alts", "length")["auc"]["value"] == 12.3457
