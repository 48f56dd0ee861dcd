"""One scan in every format at once: each tells of the same images, to the last one."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from rdflib import RDF

from auditor.findings import Status
from auditor.reports.formats import ENDINGS
from auditor.reports.words import STATUS_LABEL
from tests.tools.code_scanning import check_code_scanning
from tests.tools.contextref_site import build
from tests.tools.report_readers import (
    EARL,
    read_earl,
    read_json,
    read_junit,
    read_lines,
    read_rows,
    read_sarif,
)

ROOT = Path(__file__).parents[2]
DATA = ROOT.parent / "shared" / "benchmarks" / "contextref"


@pytest.fixture
def example() -> Path:
    return ROOT / "docs" / "example"


@pytest.fixture
def contextref(tmp_path: Path) -> Path:
    if not DATA.is_dir():
        pytest.skip("the ContextRef data is not beside the project")
    build(DATA, tmp_path / "site")
    return tmp_path / "site"


@pytest.mark.parametrize("folder", ["example", "contextref"])
def test_counts_agree_across_formats(run, tmp_path: Path, request, folder: str) -> None:
    pages = request.getfixturevalue(folder)
    paths = {ending: tmp_path / f"report{ending}" for ending in ENDINGS}
    options = [word for path in paths.values() for word in ("--output", path)]
    code, _, err = run("scan", pages, "--static", "--no-ocr", *options)
    assert code in (0, 2), err
    out = {ending: path.read_bytes().decode("utf-8") for ending, path in paths.items()}
    report = read_json(out[".json"])
    statuses = Counter(use["status"] for use in report["uses"])
    findings = Counter(f["rule"] for use in report["uses"] for f in use["findings"])
    assert statuses
    assert statuses == +Counter(report["summary"]["statuses"])
    assert lines(out[".jsonl"]) == (statuses, findings)
    assert Counter(row["status"] for row in read_rows(out[".csv"])) == statuses
    ranked = [row for row in read_rows(out[".findings.csv"]) if row["rank"]]
    assert Counter(row["rule"] for row in ranked) == findings
    assert sarif(out[".sarif"]) == (statuses, findings)
    assert junit(out[".xml"], report) == statuses.total()
    assert earl(out[".jsonld"]) == (statuses.total(), findings.total())
    assert html(paths[".html"]) == statuses.total()
    assert table(out[".md"], r"\| {} \| ([\d,]+) \|") == statuses
    assert table(out[".txt"], r"(?m)^ ?{} +([\d,]+) +\S+%") == statuses


def lines(text: str) -> tuple[Counter[str], Counter[str]]:
    uses = [line["use"] for line in read_lines(text) if "use" in line]
    statuses = Counter(use["status"] for use in uses)
    return statuses, Counter(f["rule"] for use in uses for f in use["findings"])


def sarif(text: str) -> tuple[Counter[str], Counter[str]]:
    check_code_scanning(text)
    run = read_sarif(text)
    results = [result for result in run["results"] if "ranks" not in result["properties"]]
    return +Counter(run["properties"]["statuses"]), Counter(r["ruleId"] for r in results)


def junit(text: str, report: Any) -> int:
    """Cases of pages; each suite is checked against the page that it is of."""
    images = {page["url"]: page["images"] for page in report["pages"]}
    suites = {suite.name: suite for suite in read_junit(text)}
    assert {name: suites[name].tests for name in images} == images
    assert all(len(list(suite)) == suite.tests for suite in suites.values())
    return sum(suites[name].tests for name in images)


def earl(text: str) -> tuple[int, int]:
    """Assertions on image uses as a whole, and on single rules."""
    graph = read_earl(text)
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


def html(first: Path) -> int:
    """Image uses of all parts: one an entry, folded ones too, and those it is used beside."""
    parts = [first, *first.parent.glob(f"{first.stem}-*{first.suffix}")]
    text = "".join(part.read_text("utf-8") for part in parts)
    again = [
        int(number.replace(",", "")) - 1 for number in re.findall(r"Used ([\d,]+) times", text)
    ]
    return text.count("<article") + text.count('<li class="use alike') + sum(again)


def table(text: str, pattern: str) -> Counter[str]:
    """Images by status, of a table of people's words."""
    found = Counter[str]()
    for status in Status:
        label = re.escape(STATUS_LABEL[status])
        if match := re.search(pattern.replace("{}", label), text):
            found[status.value] = int(match.group(1).replace(",", ""))
    return found
