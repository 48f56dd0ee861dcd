"""The formats for programs, each read by what others read it with."""

from __future__ import annotations

import io
import json
import logging
import re
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
import yaml
from junitparser import JUnitXml, TestCase
from rdflib import DCTERMS, RDF, Graph, URIRef

from auditor.findings import Finding, Outcome, Severity, Skipped, Status
from auditor.reports import code_hosts, sarif_report
from auditor.reports.csv_report import CELL, FINDINGS, INVENTORY, cell
from auditor.reports.formats import FORMATS
from auditor.results import FindingState, ScanReport
from tests.auditor.reports.conftest import PAGE, finding_of, site_of
from tests.tools.code_scanning import check_code_scanning
from tests.tools.report_readers import (
    EARL,
    POINTERS,
    read_earl,
    read_junit,
    read_lines,
    read_rows,
    read_sarif,
)


def written(form: str, report: ScanReport) -> str:
    out = io.StringIO(newline="")
    FORMATS[form](report, out)
    out.getvalue().encode("utf-8")
    return out.getvalue()


def sarif(report: ScanReport) -> Any:
    text = written("sarif", report)
    check_code_scanning(text)
    return read_sarif(text)


def junit(report: ScanReport) -> JUnitXml:
    return read_junit(written("junit", report))


def rows(form: str, report: ScanReport) -> list[dict[str, str]]:
    return read_rows(written(form, report))


def lines(report: ScanReport) -> list[Any]:
    return read_lines(written("jsonl", report))


def earl(report: ScanReport) -> Graph:
    return read_earl(written("earl", report))


# What a small report becomes


def test_sarif_points_to_page_and_element_and_tells_sure_from_unsure(small_report) -> None:
    run = sarif(small_report)
    first, weak, doubt, across = run["results"]
    place = first["locations"][0]
    assert place["physicalLocation"]["artifactLocation"]["uri"] == "example.org/foxes"
    assert first["properties"]["address"] == "https://example.org/foxes"
    assert "https://example.org/foxes" in first["message"]["text"]
    assert place["logicalLocations"] == [{"fullyQualifiedName": "#logo", "kind": "element"}]
    assert (first["kind"], first["level"]) == ("fail", "error")
    assert (doubt["kind"], doubt["level"]) == ("review", "none")
    assert weak["partialFingerprints"] == doubt["partialFingerprints"]
    assert weak["partialFingerprints"] != first["partialFingerprints"]
    assert across["properties"]["ranks"] == [2, 3]
    assert across["locations"] == weak["locations"]
    assert len(across["relatedLocations"]) == 1
    rules = run["tool"]["driver"]["rules"]
    assert all(rules[r["ruleIndex"]]["id"] == r["ruleId"] for r in run["results"])
    address = {rule["id"]: rule["helpUri"] for rule in rules}["linked-image-without-name"]
    assert address == "https://www.w3.org/WAI/WCAG22/Understanding/non-text-content"
    assert run["properties"]["images"] == 4
    (note,) = run["invocations"][0]["toolExecutionNotifications"]
    assert "it did not answer" in note["message"]["text"]


@pytest.mark.parametrize(
    ("url", "path"),
    [
        ("http://localhost:8080/foxes/", "localhost%3A8080/foxes"),
        ("https://example.org/", "example.org"),
        (
            "https://example.org/index.php?title=Fox&a=1#/den",
            "example.org/index.php%3Ftitle=Fox&a=1%23/den",
        ),
        ("https://example.org/a%20b//c/../d", "example.org/a%20b/c/d"),
        ("http://[::1]:9/x", "%5B%3A%3A1%5D%3A9/x"),
        ("https://user:secret@example.org/x", "example.org/x"),
        ("javascript:alert(1)", "javascript%3Aalert(1)"),
        ("", "page"),
    ],
)
def test_a_page_of_a_server_has_a_path_and_no_scheme(make_report, make_judged, url, path) -> None:
    use = make_judged(findings=(finding_of("alt-url", "Seen."),), page_url=url)
    (result,) = sarif(make_report([use]))["results"]
    assert result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == path


def test_a_file_has_its_path_from_the_top_of_the_checkout(
    make_report, make_judged, tmp_path, monkeypatch
) -> None:
    (tmp_path / ".git").mkdir()
    below = tmp_path / "site" / "docs"
    below.mkdir(parents=True)
    monkeypatch.chdir(below)
    found = finding_of("alt-url", "Seen.")
    stamp = "line-7"
    pages = [(below / "a page.html").as_uri(), (tmp_path / "index.html").as_uri() + "#/den"]
    uses = [make_judged(findings=(found,), page_url=url, stamp=stamp) for url in pages]
    places = [
        result["locations"][0]["physicalLocation"] for result in sarif(make_report(uses))["results"]
    ]
    assert [place["artifactLocation"]["uri"] for place in places] == [
        "site/docs/a%20page.html",
        "index.html",
    ]
    assert places[0]["region"]["startLine"] == 7


def test_a_file_outside_the_checkout_has_a_path_all_the_same(
    make_report, make_judged, tmp_path, monkeypatch
) -> None:
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    page = tmp_path / "elsewhere" / "page.html"
    use = make_judged(findings=(finding_of("alt-url", "Seen."),), page_url=page.as_uri())
    (result,) = sarif(make_report([use]))["results"]
    place = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    assert place == page.as_posix().lstrip("/")


def test_equal_uses_are_two_alerts_that_stay(make_report, make_judged) -> None:
    found = (finding_of("alt-url", "Seen."),)

    def prints(*uses) -> list[str]:
        results = sarif(make_report(uses))["results"]
        return [each["partialFingerprints"]["primaryLocationLineHash"] for each in results]

    one = make_judged(findings=found, selector="#a", html="<img class=x>")
    two = make_judged(findings=found, selector="#b", rank=2)
    first, second = prints(one, two)
    assert (first[-2:], second[-2:]) == (":1", ":2")
    assert prints(two, one) == [first, second]


def test_findings_across_the_pages_have_a_place_even_where_no_use_is_known(make_report) -> None:
    (result,) = sarif(make_report(site_findings=(site_of("Two texts.", 7),)))["results"]
    assert result["locations"]


def test_sarif_holds_no_more_results_than_a_code_host_takes(
    make_report, make_judged, monkeypatch
) -> None:
    monkeypatch.setattr(sarif_report, "LIMIT", 2)
    uses = [make_judged(findings=(finding_of("alt-url", "Seen."),), rank=n) for n in (1, 2, 3)]
    run = sarif(make_report(uses))
    assert [result["rank"] for result in run["results"]] == [50.0, 50.0]
    (note,) = run["invocations"][0]["toolExecutionNotifications"]
    assert "1 less urgent finding left out" in note["message"]["text"]


def test_sarif_of_an_interrupted_scan_says_that_it_was_not_successful(make_report) -> None:
    assert not sarif(make_report(finished=None))["invocations"][0]["executionSuccessful"]


def test_a_rule_of_another_version_is_no_fault_in_sarif(make_report, make_judged) -> None:
    old = Finding("rule-that-went", Outcome.FAILED, Severity.ADVICE, "Old.")
    (result,) = sarif(make_report([make_judged(findings=(old,))]))["results"]
    assert "ruleIndex" not in result


def test_junit_has_a_suite_a_page_and_a_case_an_image_use(small_report) -> None:
    page, not_checked = junit(small_report)
    assert page.name == "https://example.org/foxes"
    assert (page.tests, page.failures, page.skipped) == (4, 2, 0)
    case = next(iter(page))
    assert isinstance(case, TestCase)
    assert case.name == "no alternative text (fox.jpg) #logo"
    assert case.result[0].type == "linked-image-without-name"
    assert (not_checked.name, not_checked.skipped) == ("Not checked", 1)


@pytest.mark.parametrize(
    ("severity", "outcome", "failures"),
    [
        (Severity.MODERATE, Outcome.FAILED, 1),
        (Severity.ADVICE, Outcome.FAILED, 0),
        (Severity.CRITICAL, Outcome.CANT_TELL, 0),
    ],
)
def test_junit_fails_where_it_is_sure_and_it_matters(
    make_report, make_judged, severity, outcome, failures
) -> None:
    use = make_judged(findings=(Finding("alt-url", outcome, severity, "Seen."),))
    (page,) = junit(make_report([use]))
    assert (page.tests, page.failures) == (1, failures)


def test_junit_skips_what_could_not_be_checked(make_report, make_judged) -> None:
    (page,) = junit(make_report([make_judged(status=Status.NOT_CHECKABLE)]))
    assert (page.failures, page.skipped) == (0, 1)


def test_earl_has_one_assertion_on_each_use_and_one_on_each_finding(small_report) -> None:
    graph = earl(small_report)
    outcomes = Counter(
        str(graph.value(graph.value(node, EARL.result), EARL.outcome)).rpartition("#")[2]
        for node in graph.subjects(RDF.type, EARL.Assertion)
        if (graph.value(node, EARL.test), RDF.type, EARL.TestRequirement) in graph
    )
    assert outcomes == {"failed": 2, "passed": 2, "untested": 1}
    assert len(list(graph.subjects(RDF.type, EARL.Assertion))) == 5 + 3 + 1
    expressions = {str(text) for text in graph.objects(None, POINTERS.expression)}
    assert expressions == {"#logo", "#fox"}
    assert "https://example.org/foxes" in {str(url) for url in graph.objects(None, DCTERMS.source)}


THEIRS = """
@prefix earl: <http://www.w3.org/ns/earl#> .
@prefix dct: <http://purl.org/dc/terms/> .
[] a earl:Assertion ; earl:assertedBy <https://tool.example/> ;
  earl:subject <https://example.org/foxes> ; earl:mode earl:manual ;
  earl:test <https://tool.example/rules/1> ; earl:result [ earl:outcome earl:failed ] .
<https://tool.example/rules/1> dct:isPartOf <https://www.w3.org/TR/WCAG22/#non-text-content> ;
  dct:relation <https://www.w3.org/WAI/standards-guidelines/act/rules/c487ae/> .
<https://example.org/foxes> a earl:TestSubject .
"""
"""A file of another tool, on the same page and criterion."""
BY_CRITERION = """
prefix earl: <http://www.w3.org/ns/earl#>
prefix dct: <http://purl.org/dc/terms/>
select distinct ?tool where {
  ?assertion earl:subject/dct:isPartOf? <https://example.org/foxes> ;
    earl:test/dct:isPartOf <https://www.w3.org/TR/WCAG22/#non-text-content> ;
    earl:result/earl:outcome earl:failed ; earl:assertedBy ?tool . }
"""


def test_earl_joins_with_the_files_of_other_tools_by_page_criterion_and_act_rule(
    small_report,
) -> None:
    graph = earl(small_report).parse(data=THEIRS, format="turtle")
    tools = {str(tool) for (tool,) in graph.query(BY_CRITERION)}
    assert tools == {"https://tool.example/", "https://alt-text-auditor.invalid/0.1.0/"}
    act = URIRef("https://www.w3.org/WAI/standards-guidelines/act/rules/c487ae/")
    assert len(set(graph.subjects(DCTERMS.relation, act))) == 2


def test_earl_names_a_use_the_same_in_every_scan(make_report, make_judged) -> None:
    def uses(rank: int) -> set[str]:
        use = make_judged(findings=(finding_of("alt-url", "Seen."),), rank=rank)
        graph = earl(make_report([use], started=f"2026-11-2{rank}T20:00:00+00:00"))
        return {str(name) for name in graph.subjects(DCTERMS.isPartOf, URIRef(PAGE))}

    assert uses(1) == uses(2) != set()


def code_quality(report: ScanReport) -> list[Any]:
    """What GitLab asks of it."""
    issues = json.loads(written("code-quality", report))
    for issue in issues:
        assert {"description", "check_name", "fingerprint", "severity", "location"} <= set(issue)
        assert issue["severity"] in ("info", "minor", "major", "critical", "blocker")
        assert not issue["location"]["path"].startswith(("/", "./"))
        assert issue["location"]["lines"]["begin"] >= 1
    assert len({issue["fingerprint"] for issue in issues}) == len(issues)
    return list(issues)


def test_code_quality_has_an_issue_a_finding_with_its_severity(small_report) -> None:
    issues = code_quality(small_report)
    assert [(issue["check_name"], issue["severity"]) for issue in issues] == [
        ("linked-image-without-name", "major"),
        ("alt-placeholder", "major"),
        ("text-says-little", "info"),
        ("one-picture-many-texts", "info"),
    ]
    assert issues[0]["location"]["path"] == "example.org/foxes"


def test_the_accessibility_report_has_the_errors_by_page(small_report) -> None:
    found = json.loads(written("accessibility", small_report))
    assert (found["total"], found["passes"], found["errors"]) == (1, 0, 2)
    (errors,) = found["results"].values()
    assert [(error["code"], error["selector"]) for error in errors] == [
        ("linked-image-without-name", "#logo"),
        ("alt-placeholder", "#fox"),
    ]
    assert {error["type"] for error in errors} == {"error"}


def test_bitbucket_gets_the_worst_annotations_that_fit(
    make_report, make_judged, monkeypatch
) -> None:
    monkeypatch.setattr(code_hosts, "BITBUCKET_LIMIT", 2)
    uses = [make_judged(findings=(finding_of("alt-url", "S" * 900),), rank=n) for n in (1, 2, 3)]
    annotations = json.loads(written("bitbucket", make_report(uses)))
    assert len({each["external_id"] for each in annotations}) == 2
    assert all(len(each["summary"]) <= 450 for each in annotations)
    assert all(each["severity"] in ("LOW", "MEDIUM", "HIGH", "CRITICAL") for each in annotations)


def test_azure_gets_one_command_a_line_and_none_that_a_page_wrote(make_report, make_judged) -> None:
    attack = "x]##vso[task.setvariable variable=a;]b\n##vso[task.complete]%"
    found = (finding_of("alt-url", attack), finding_of("alt-file-name", "?", Outcome.CANT_TELL))
    use = make_judged(attack, findings=found, page_url=f"https://example.org/{attack}")
    first, second = written("azure", make_report([use])).splitlines()
    command = (
        r"##vso\[task\.logissue type=(\w+);sourcepath=[^;\]]*;linenumber=1;code=([\w-]+)\](.*)"
    )
    (kind, code, message) = re.fullmatch(command, first).groups()
    assert (kind, code) == ("error", "alt-url")
    assert "##vso[" not in message
    assert re.fullmatch(command, second)[1] == "warning"


def test_tap_has_a_test_an_image_use(small_report) -> None:
    lines = written("tap", small_report).splitlines()
    assert lines[0] == "TAP version 14"
    assert lines[-1] == "1..5"
    tests = [line for line in lines if re.match("(not )?ok ", line)]
    assert [line.startswith("not") for line in tests] == [True, True, False, False, False]
    assert [int(re.search(r"\d+", line)[0]) for line in tests] == [1, 2, 3, 4, 5]
    assert tests[-1].endswith("# SKIP it did not answer")
    details = yaml.safe_load("\n".join(lines[lines.index("  ---") + 1 : lines.index("  ...")]))
    assert details["findings"] == ["linked-image-without-name (serious): It has no name."]


@pytest.mark.parametrize("form", ["code-quality", "bitbucket", "azure", "accessibility"])
def test_code_hosts_are_told_nothing_that_may_stand(make_report, make_judged, form) -> None:
    known = make_judged(
        findings=(finding_of("alt-url", "Seen."),),
        states=(FindingState.KNOWN,),
        state=FindingState.KNOWN,
    )
    assert "alt-url" not in written(form, make_report([known], states={"known": 1}))


def test_the_inventory_keeps_missing_apart_from_empty(small_report) -> None:
    table = rows("csv", small_report)
    assert list(table[0]) == INVENTORY
    assert [row["rank"] for row in table] == ["1", "2", "3", "4"]
    assert [row["alt_state"] for row in table] == ["missing", "written", "written", "empty"]
    assert table[1]["rules"] == "alt-placeholder text-says-little"
    assert (table[1]["quality"], table[1]["compatibility"]) == ("1.5", "")
    assert table[1]["picture_sha256"] == "f0" * 32


def test_findings_have_one_row_each_and_those_across_the_pages_no_rank(small_report) -> None:
    table = rows("csv-findings", small_report)
    assert list(table[0]) == FINDINGS
    assert [(row["rank"], row["outcome"]) for row in table] == [
        ("1", "failed"),
        ("2", "failed"),
        ("2", "cantTell"),
        ("", "cantTell"),
    ]


def test_lines_come_scan_first_and_hold_what_the_json_report_holds(
    small_report, make_report
) -> None:
    found = lines(small_report)
    assert [next(iter(line)) for line in found] == [
        "scan",
        "page",
        *["use"] * 4,
        *["group"] * 2,
        "site_finding",
        "skipped",
    ]
    assert found[0]["scan"]["summary"]["images"] == 4


def test_states_of_a_baseline_reach_every_format(make_report, make_judged) -> None:
    findings = tuple(
        Finding(rule, Outcome.FAILED, Severity.SERIOUS, "Seen.")
        for rule in ("alt-url", "alt-placeholder", "alt-file-name")
    )
    states = (FindingState.NEW, FindingState.KNOWN, FindingState.IGNORED)

    def report() -> ScanReport:
        use = make_judged(findings=findings, states=states, state=FindingState.NEW)
        settled = make_judged(
            findings=findings[1:], states=states[1:], state=FindingState.KNOWN, rank=2
        )
        return make_report([use, settled], states={"new": 1, "known": 2, "fixed": 7, "ignored": 2})

    new, known, ignored, *_ = sarif(report())["results"]
    assert (new["baselineState"], known["baselineState"]) == ("new", "unchanged")
    assert ignored["suppressions"] == [{"kind": "external"}]
    assert [row["state"] for row in rows("csv-findings", report())][:3] == list(states)
    assert [row["state"] for row in rows("csv", report())] == ["new", "known"]
    assert lines(report())[0]["scan"]["summary"]["states"]["fixed"] == 7
    (page,) = junit(report())
    assert page.failures == 1


# Attacks


def test_attacks_leave_every_format_valid(hostile_report, make_report, caplog) -> None:
    uses = tuple(hostile_report.uses)

    def report() -> ScanReport:
        return replace(hostile_report, uses=iter(uses))

    with caplog.at_level(logging.WARNING):
        assert len(sarif(report())["results"]) == 2
        assert sum(suite.tests for suite in junit(report())) == 2
        assert earl(report())
    assert not caplog.records
    assert len(rows("csv", report())) == 1
    assert len(rows("csv-findings", report())) == 2
    assert len(lines(report())) == 6
    code_quality(report())
    json.loads(written("bitbucket", report()))
    json.loads(written("accessibility", report()))
    for form in ("sarif", "junit", "earl", "csv", "code-quality", "bitbucket", "azure", "tap"):
        text = written(form, report())
        assert not {"\x00", "\x1b", "\u202e", "\u2066", "\ud800"} & set(text)
        assert not any(code in text for code in ("\\u0000", "\\u001b", "\\u202e", "\\ud800"))
        assert len(text) < 1_200_000
    for row in (*rows("csv", report()), *rows("csv-findings", report())):
        for text in row.values():
            assert not text.startswith(("=", "+", "-", "@", "\t", "\r", "\n"))
            assert len(text) <= CELL + 1


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("=1+1", "'=1+1"),
        ("  @SUM(A1)", "'  @SUM(A1)"),
        ("\t=1", "'\t=1"),
        ("\r\n=1", "'\n=1"),
        ("＝1+1", "'＝1+1"),
        ("-5 degrees", "'-5 degrees"),
        ('a "b", c', 'a "b", c'),
        ("two\nlines", "two\nlines"),
        ("", ""),
    ],
)
def test_a_cell_is_never_a_formula(text: str, made: str) -> None:
    assert cell(text) == made


def test_skipped_things_with_and_without_a_page_are_valid(make_report) -> None:
    skipped = (
        Skipped("https://[broken", "no such host"),
        Skipped("a b", "x", "https://a b/%zz#a#"),
    )
    run = sarif(make_report(skipped=skipped))
    notes = run["invocations"][0]["toolExecutionNotifications"]
    uri = notes[1]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    assert uri == "a%20b/%25zz%23a%23"
    assert earl(make_report(skipped=skipped))
