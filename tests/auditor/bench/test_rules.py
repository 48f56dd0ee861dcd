from __future__ import annotations

import json
from dataclasses import asdict
from importlib.resources import files
from pathlib import Path

import pytest
from click.testing import CliRunner

from auditor.bench import rules
from auditor.bench.errors import BenchError
from auditor.commands.cli import cli
from auditor.findings import Severity
from auditor.rules import RULES

SHARED = Path(__file__).parents[4] / "shared"
needs_texts = pytest.mark.skipif(
    not (SHARED / "training" / "web" / "pairs.json").is_file(),
    reason="the collections of texts are not here",
)
PUBLISHED = json.loads((files("auditor.rules") / "precision.json").read_text("utf-8"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    ratings = tmp_path / "benchmarks" / "web-alt-ratings"
    ratings.mkdir(parents=True)
    rows = 'fox.jpg\nfox.jpg\n"A fox,\n red"\nFox &amp; owl\n'
    (ratings / "unlabelled-alts.csv").write_text(rows)
    for name, alt in (("web", "hero_banner_2"), ("conceptual", "A fox , red")):
        (tmp_path / "training" / name).mkdir(parents=True)
        pairs = [{"alt": alt, "path": "img/hero_banner_2.jpg"}]
        (tmp_path / "training" / name / "pairs.json").write_text(json.dumps(pairs))
    return tmp_path


def test_every_text_is_read_once_and_as_a_browser_would_read_it(folder: Path) -> None:
    texts = [text.text for text in rules.read(folder)]
    assert texts == ["fox.jpg", "A fox, red", "Fox & owl", "hero_banner_2", "A fox , red"]


def test_hits_are_counted_by_rule_and_the_picture_of_a_text_is_known(folder: Path) -> None:
    found = rules.hits(rules.read(folder))
    assert found["alt-file-name"] == ["fox.jpg", "hero_banner_2"]
    assert found["alt-url"] == []


def test_a_sample_depends_on_the_texts_and_not_on_their_order() -> None:
    texts = [f"fox {number}" for number in range(100)]
    drawn = rules.sample("alt-url", texts, seed=0)
    assert drawn == rules.sample("alt-url", reversed(texts), seed=0)
    assert drawn != rules.sample("alt-url", texts, seed=1)
    assert len(set(drawn)) == rules.SAMPLE


def test_a_hit_that_nobody_has_labelled_stops_the_figures(folder: Path) -> None:
    with pytest.raises(BenchError, match="without a label"):
        rules.run(folder, 0)


def test_a_folder_without_the_texts_is_named(tmp_path: Path) -> None:
    result = CliRunner().invoke(cli, ["bench", "rules", "--data", str(tmp_path)])
    assert result.exit_code == 1
    assert "unlabelled-alts.csv" in result.output


@pytest.mark.parametrize(
    ("right", "total", "low", "high"),
    [(40, 40, 91.2, 100.0), (0, 40, 0.0, 8.8), (20, 40, 35.2, 64.8), (0, 0, 0.0, 100.0)],
)
def test_the_interval_is_wilsons(right: int, total: int, low: float, high: float) -> None:
    assert rules.wilson(right, total) == pytest.approx((low, high), abs=0.05)


def test_the_labels_hold_no_text() -> None:
    for labels in rules.read_labels().values():
        assert all(len(key) == 16 and int(key, 16) >= 0 for key in labels)


def test_a_rule_that_is_often_wrong_is_advice() -> None:
    severity = {rule.id: rule.severity for rule in RULES}
    weak = [rule for rule, figure in PUBLISHED.items() if figure["value"] < 95]
    assert {severity[rule] for rule in weak} <= {Severity.ADVICE}


def test_every_measured_rule_has_published_figures() -> None:
    assert PUBLISHED.keys() == {rule.id for rule in rules.MEASURED}


@needs_texts
def test_the_published_figures_are_those_of_the_collections() -> None:
    found = {rule: asdict(figure) for rule, figure in rules.run(SHARED, 0).items()}
    assert found == PUBLISHED, (
        "run: python -m auditor.bench.rules ../shared > auditor/rules/precision.json"
    )


@needs_texts
def test_the_command_gives_the_figures_as_a_table_and_as_json() -> None:
    answer = CliRunner().invoke(cli, ["bench", "rules", "--data", str(SHARED), "--json"])
    assert json.loads(answer.stdout)["rules"] == PUBLISHED
    table = CliRunner().invoke(cli, ["bench", "rules", "--data", str(SHARED)])
    assert table.exit_code == 0
    assert "alt-url" in table.stdout
