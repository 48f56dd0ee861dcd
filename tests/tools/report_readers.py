"""Reads each report as others read it, and fails where it is not valid."""

from __future__ import annotations

import csv
import io
import json
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import jsonschema
from fluidattacks_core.sarif import SarifLog
from junitparser import Failure, JUnitXml, Skipped, TestCase
from junitparser.junitparser import Result
from rdflib import RDF, Graph, Namespace
from referencing import Registry
from referencing.jsonschema import DRAFT202012

ROOT = Path(__file__).parents[2]
OURS = json.loads((ROOT / "docs" / "report.schema.json").read_text("utf-8"))
REPORT = jsonschema.Draft202012Validator(OURS)
LINE = jsonschema.Draft202012Validator(
    {"$ref": "urn:report#/$defs/line"},
    registry=Registry().with_resource("urn:report", DRAFT202012.create_resource(OURS)),
)
EARL = Namespace("http://www.w3.org/ns/earl#")
POINTERS = Namespace("http://www.w3.org/2009/pointers#")
TERMS = {
    "Assertion", "Assertor", "Software", "TestCase", "TestCriterion", "TestRequirement",
    "TestResult", "TestSubject", "assertedBy", "automatic", "cantTell", "failed", "info", "mode",
    "outcome", "passed", "pointer", "result", "subject", "test", "untested",
}  # fmt: skip
"""Terms of the EARL 1.0 Schema (section 2) that a report may use."""


def read_json(text: str) -> Any:
    """The report, valid by our own schema."""
    report = json.loads(text)
    REPORT.validate(report)
    return report


def read_lines(text: str) -> list[Any]:
    """The lines of JSON Lines, each valid by our own schema."""
    lines = [json.loads(line) for line in text.splitlines()]
    for line in lines:
        LINE.validate(line)
    return lines


def read_rows(text: str) -> list[dict[str, str]]:
    """The rows of a CSV report, which begins with a byte order mark."""
    assert text.startswith("\ufeff")
    return list(csv.DictReader(io.StringIO(text[1:], newline=""), strict=True))


def read_sarif(text: str) -> Any:
    """The one run of a log that is valid: the models are made from the standard's schema and forbid
    what it does not know."""
    log = json.loads(text)
    SarifLog.model_validate(log)
    (run,) = log["runs"]
    return run


def read_junit(text: str) -> JUnitXml:
    """The suites, whose counts are those of their cases."""
    suites = JUnitXml.fromstring(text.encode("utf-8"))
    for suite in suites:
        cases = list(suite)
        assert all(case.name and case.classname for case in cases)
        # Jenkins: package and class; GitLab: what it tells cases of a suite apart by.
        assert all(case.classname.count(".") == 1 for case in cases)
        assert suite.tests == len(cases)
        assert suite.failures == _with_result(cases, Failure)
        assert suite.skipped == _with_result(cases, Skipped)
    return suites


def _with_result(cases: Sequence[TestCase], kind: type[Result]) -> int:
    return sum(any(isinstance(result, kind) for result in case.result) for case in cases)


def read_earl(text: str) -> Graph:
    """The graph, whose assertions have what EARL asks of them."""
    with warnings.catch_warnings():
        # The reader warns of a class of its own library.
        warnings.filterwarnings("ignore", "ConjunctiveGraph", DeprecationWarning)
        graph = Graph().parse(data=text, format="json-ld")
    prefix = str(EARL)
    used = {term for triple in graph for term in triple if str(term).startswith(prefix)}
    assert {str(term).removeprefix(prefix) for term in used} <= TERMS
    for assertion in graph.subjects(RDF.type, EARL.Assertion):
        for one in (EARL.assertedBy, EARL.mode, EARL.subject, EARL.test, EARL.result):
            assert len(list(graph.objects(assertion, one))) == 1
        (result,) = graph.objects(assertion, EARL.result)
        assert len(list(graph.objects(result, EARL.outcome))) == 1
        assert (graph.value(assertion, EARL.subject), RDF.type, EARL.TestSubject) in graph
        assert (graph.value(assertion, EARL.test), RDF.type, EARL.TestCriterion) in graph
    return graph
