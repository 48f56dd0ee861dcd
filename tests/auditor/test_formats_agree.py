"""One scan in every format at once: each tells of the same images, to the last one."""

from __future__ import annotations

import csv
import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from junitparser import JUnitXml
from rdflib import RDF, Graph, Namespace

from auditor.findings import Status
from auditor.reports.formats import ENDINGS
from auditor.reports.words import STATUS_LABEL
from tests.tools.contextref_site import build

# The reader of JSON-LD warns of its own library's past.
pytestmark = pytest.mark.filterwarnings("ignore:ConjunctiveGraph:DeprecationWarning")

ROOT = Path(__file__).parents[2]
DATA = ROOT.parent / "shared" / "benchmarks" / "contextref"
EARL = Namespace("http://www.w3.org/ns/earl#")


@pytest.fixture
def example() -> Path:
    return ROOT / "docs" / "example"


@pytest.fixture
def contextref(tmp_path: Path) -> Path:
    if not DATA.is_dir():
        pytest.skip("the ContextRef data is not beside the project")
    build(DATA, tmp_path / "site", titles=6)
    return tmp_path / "site"


@pytest.mark.parametrize("folder", ["example", "contextref"])
def test_counts_agree_across_formats(run, tmp_path: Path, request, folder: str) -> None:
    pages = request.getfixturevalue(folder)
    out = {ending: tmp_path / f"report{ending}" for ending in ENDINGS}
    options = [word for path in out.values() for word in ("--output", path)]
    code, _, err = run("scan", pages, *options)
    assert code in (0, 2), err
    report = json.loads(out[".json"].read_text("utf-8"))
    statuses = Counter(use["status"] for use in report["uses"])
    findings = Counter(f["rule"] for use in report["uses"] for f in use["findings"])
    assert statuses
    assert statuses == +Counter(report["summary"]["statuses"])
    assert lines(out[".jsonl"]) == (statuses, findings)
    assert Counter(row["status"] for row in rows(out[".csv"])) == statuses
    ranked = [row for row in rows(out[".findings.csv"]) if row["rank"]]
    assert Counter(row["rule"] for row in ranked) == findings
    assert sarif(out[".sarif"]) == (statuses, findings)
    assert junit(out[".xml"], report) == statuses.total()
    assert earl(out[".jsonld"]) == (statuses.total(), findings.total())
    html = out[".html"].read_text("utf-8")
    places = re.findall(r"Used ([\d,]+) times", html)
    again = sum(int(number.replace(",", "")) - 1 for number in places)
    assert html.count("<article") + again == statuses.total()
    assert table(out[".md"].read_text("utf-8"), r"\| {} \| ([\d,]+) \|") == statuses
    assert table(out[".txt"].read_text("utf-8"), r"(?m)^ ?{} +([\d,]+) +\S+%") == statuses


def lines(path: Path) -> tuple[Counter[str], Counter[str]]:
    found = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    uses = [line["use"] for line in found if "use" in line]
    statuses = Counter(use["status"] for use in uses)
    return statuses, Counter(f["rule"] for use in uses for f in use["findings"])


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file, strict=True))


def sarif(path: Path) -> tuple[Counter[str], Counter[str]]:
    (run,) = json.loads(path.read_text("utf-8"))["runs"]
    results = [result for result in run["results"] if result.get("locations")]
    return +Counter(run["properties"]["statuses"]), Counter(r["ruleId"] for r in results)


def junit(path: Path, report: Any) -> int:
    """Cases of pages; each suite is checked against the page that it is of."""
    images = {page["url"]: page["images"] for page in report["pages"]}
    suites = {suite.name: suite for suite in JUnitXml.fromfile(str(path))}
    assert {name: suites[name].tests for name in images} == images
    assert all(len(list(suite)) == suite.tests for suite in suites.values())
    return sum(suites[name].tests for name in images)


def earl(path: Path) -> tuple[int, int]:
    """Assertions on image uses as a whole, and on single rules."""
    graph = Graph().parse(path, format="json-ld")
    whole = rules = 0
    for node in graph.subjects(RDF.type, EARL.Assertion):
        test, result = graph.value(node, EARL.test), graph.value(node, EARL.result)
        if graph.value(result, EARL.outcome) == EARL.untested:
            continue
        if (test, RDF.type, EARL.TestRequirement) in graph:
            whole += 1
        elif graph.value(result, EARL.pointer) is not None:
            rules += 1
    return whole, rules


def table(text: str, pattern: str) -> Counter[str]:
    """Images by status, of a table of people's words."""
    found = Counter[str]()
    for status in Status:
        label = re.escape(STATUS_LABEL[status])
        if match := re.search(pattern.replace("{}", label), text):
            found[status.value] = int(match.group(1).replace(",", ""))
    return found
