"""The evaluation on small cases of our own, and the figures on the published ones."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from auditor.bench import conformance
from auditor.bench.data import peers
from auditor.bench.errors import BenchError
from auditor.commands.cli import cli
from auditor.rules import RULES

PEERS = (peers.AXE, peers.ACT, peers.ALFA, peers.IBM, peers.OTHER)
DATA = Path("../shared")
AT_LEAST = {"accname_image": 98, "accname_all": 95, "roles": 97, "axe": 99, "act": 97, "alfa": 93}
AT_LEAST |= {"ibm": 90}


def _case(rule: str, html: str, expected: str, **more: Any) -> dict[str, Any]:
    return {
        "id": f"{rule}:1",
        "rule": rule,
        "html": html,
        "selector": "#t",
        "expected": expected,
        "comparable": True,
        "automatable": True,
        **more,
    }


def _cases(**groups: list[dict[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    names = ("accname", "roles", "axe", "act", "alfa", "ibm", "other")
    return {name: groups.get(name, []) for name in names}


@pytest.mark.parametrize(
    ("html", "expected", "right"),
    [
        ("<img id=t>", "fail", True),
        ("<img id=t>", "incomplete", True),
        ("<img id=t>", "pass", False),
        ("<img id=t alt=fox>", "inapplicable", True),
        ("<img id=t alt=fox><img>", "pass", True),
        ("<p id=t><img></p>", "fail", True),
    ],
)
def test_a_finding_on_the_target_or_inside_it_is_a_problem(html, expected, right) -> None:
    results = conformance.evaluate(_cases(axe=[_case("image-alt", html, expected)]))
    assert [result.right for result in results["axe"]] == [right]


def test_findings_of_other_rules_and_kinds_do_not_count() -> None:
    cases = [
        _case("image-alt", "<img id=t alt='fox.jpg' src='fox.jpg'>", "pass"),
        _case("svg-img-alt", "<div id=t role=img></div>", "inapplicable"),
        _case("no-such-rule", "<img id=t>", "pass"),
    ]
    assert all(result.right for result in conformance.evaluate(_cases(axe=cases))["axe"])


def test_every_rule_that_a_question_names_is_there() -> None:
    known = {rule.id for rule in RULES}
    questions = [q for peer in PEERS for q in peer.values() if isinstance(q, peers.Finds)]
    assert {rule for question in questions for rule in question.rules} <= known


def test_cases_that_cannot_be_compared_are_left_out() -> None:
    cases = [_case("image-alt", "<img id=t>", "fail", comparable=False)]
    results = conformance.evaluate(_cases(axe=cases))
    assert results["axe"] == []
    assert "axe" not in conformance.metrics(results, 0)


def test_names_that_the_suites_contradict_one_another_on_have_a_figure_of_their_own() -> None:
    def name(html: str, expected: str) -> dict[str, Any]:
        more = {"disputed_by": [], "tentative": False, "target": "image-like"}
        return _case("name", html, "", expected_name=expected, **more)

    cases = [
        name("<img id=t alt='a  fox'>", "a fox"),
        name("<img id=t alt='' title=fox>", "fox"),
        name("<img id=t>", "fox"),
    ]
    results = conformance.evaluate(_cases(accname=cases))
    assert [result.right for result in results["accname_image"]] == [True, False]
    assert [result.right for result in results["accname_image_contested"]] == [False]
    assert conformance.metrics(results, 0)["accname_all"].n == 3


def test_a_missing_folder_is_said_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(BenchError, match="cannot be read"):
        conformance.run(tmp_path)


@pytest.mark.skipif(not (DATA / "conformance").exists(), reason=f"{DATA}/conformance is not here")
def test_the_figures_on_the_published_cases() -> None:
    answer = CliRunner().invoke(
        cli, ["bench", "conformance", "--data", str(DATA), "--json", "--list"]
    )
    assert answer.exit_code == 0, answer.output
    result = json.loads(answer.output)
    values = {key: metric["value"] for key, metric in result["metrics"].items()}
    assert {key: value for key, value in values.items() if value < AT_LEAST.get(key, 0)} == {}
    assert result["metrics"]["axe"]["n"] == 164, "no case is left out"
    assert result["model"] is None
    assert {"id", "expected", "ours"} == set(result["differences"]["ibm"][0])


@pytest.mark.skipif(not (DATA / "conformance").exists(), reason=f"{DATA}/conformance is not here")
def test_every_difference_is_explained_in_the_documentation() -> None:
    explained = Path("docs/conformance.md").read_text("utf-8")
    results = [result for found in conformance.run(DATA).values() for result in found]
    differ = {result.id.split(" ")[0] for result in results if not result.right}
    assert {identity for identity in differ if identity not in explained} == set()
