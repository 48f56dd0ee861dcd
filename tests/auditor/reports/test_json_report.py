from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from auditor.findings import Outcome, Severity, Status
from auditor.reports.json_report import write_json
from auditor.results import ScanReport
from extractors.records import Exposed, Kind

SCHEMA = json.loads((Path(__file__).parents[3] / "docs" / "report.schema.json").read_text("utf-8"))


def written(report: ScanReport) -> Any:
    out = io.StringIO()
    write_json(report, out)
    return json.loads(out.getvalue())


def check(data: Any) -> None:
    jsonschema.Draft202012Validator(SCHEMA).validate(data)


def test_the_schema_is_a_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


def test_a_small_report_is_valid_and_holds_what_was_found(small_report) -> None:
    data = written(small_report)
    check(data)
    assert data["schema"] == "auditor-report/1"
    assert data["summary"]["images"] == 4
    assert data["summary"]["statuses"]["weak"] == 1
    assert data["summary"]["rules"]["alt-placeholder"] == 1
    (across,) = data["site_findings"]
    assert (across["message"], across["ranks"]) == ("One picture has two texts.", [2, 3])
    assert [use["rank"] for use in data["uses"]] == [1, 2, 3, 4]
    missing, weak, _, decorative = data["uses"]
    assert missing["image"]["alt"] is None
    assert decorative["image"]["alt"] == ""
    assert missing["context"]["control"]["target"] == "https://example.org/home"
    assert weak["image"]["box"] == [0, 10, 300, 200]
    assert weak["scores"]["compatibility"]["value"] is None
    assert [finding["outcome"] for finding in weak["findings"]] == ["failed", "cantTell"]


def test_a_report_without_images_and_an_interrupted_one_are_valid(make_report) -> None:
    data = written(make_report(finished=None))
    check(data)
    assert data["uses"] == []
    assert data["finished"] is None


def test_a_use_with_every_kind_of_nothing_is_valid(make_report, make_judged) -> None:
    use = make_judged(None, Status.MISSING, src=None, lang=None, loaded=None, stamp=None)
    check(written(make_report([use])))


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("status", Status),
        ("image.kind", Kind),
        ("image.exposure.state", Exposed),
        ("severity", Severity),
    ],
)
def test_the_schema_names_every_word_of_the_program(name: str, words: Any) -> None:
    node = SCHEMA["$defs"]
    first, *rest = name.split(".")
    node = node[first]
    for key in rest:
        node = node["properties"][key]
    assert node["enum"] == [word.value for word in words]


def test_only_outcomes_that_are_reported_are_in_the_schema() -> None:
    outcomes = SCHEMA["$defs"]["outcome"]["enum"]
    assert outcomes == [Outcome.FAILED.value, Outcome.CANT_TELL.value]


def test_attacks_survive_unchanged_as_data_and_as_plain_ascii(hostile_report, hostile) -> None:
    out = io.StringIO()
    write_json(hostile_report, out)
    assert out.getvalue().isascii()
    data = json.loads(out.getvalue())
    check(data)
    assert data["uses"][0]["image"]["alt"] == hostile


def test_uses_are_written_one_by_one(make_report, make_judged) -> None:
    class Stop(Exception):
        pass

    def uses() -> Any:
        yield from (make_judged(rank=i) for i in range(1, 4))
        raise Stop

    out = io.StringIO()
    with pytest.raises(Stop):
        write_json(make_report(uses=uses()), out)
    assert sum('"rank"' in line for line in out.getvalue().splitlines()) == 3
