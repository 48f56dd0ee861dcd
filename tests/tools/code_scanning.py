"""What GitHub documents of the SARIF files that it takes ("SARIF support for code scanning" and
"SARIF results exceed one or more limits"), as assertions: it refuses a whole file for one of them.
"""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator
from typing import Any

LEVELS = ("none", "note", "warning", "error")
PRECISIONS = ("very-high", "high", "medium", "low")
PROBLEMS = ("error", "warning", "recommendation")
BYTES, RUNS, RESULTS, RULES, PLACES, TAGS = 10_000_000, 20, 25_000, 25_000, 1_000, 20
SHORT, NAME = 1_024, 255
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.\-]*:")
_PATH = re.compile(r"(?:%[0-9A-F]{2}|[A-Za-z0-9\-._~!$&'()*+,;=@/])+")


def check_code_scanning(text: str) -> None:
    """Fail where GitHub would refuse the file, or show less of it than it holds."""
    assert len(gzip.compress(text.encode("utf-8"))) <= BYTES
    log = json.loads(text)
    assert log["version"] == "2.1.0"
    assert log["$schema"].startswith("https://")
    assert len(log["runs"]) <= RUNS
    for run in log["runs"]:
        _check_run(run)


def _check_run(run: dict[str, Any]) -> None:
    driver = run["tool"]["driver"]
    assert driver["name"]
    assert driver["version"]
    assert driver["informationUri"].startswith("https://")
    assert len(driver["rules"]) <= RULES
    ids = [rule["id"] for rule in driver["rules"]]
    assert len(set(ids)) == len(ids)
    for rule in driver["rules"]:
        _check_rule(rule)
    assert len(run["results"]) <= RESULTS
    for result in run["results"]:
        _check_result(result, ids)
    for address in _addresses(run):
        _check_path(address)
    alerts = [_alert(result) for result in run["results"]]
    assert len(set(alerts)) == len(alerts), "two results would be one alert"


def _alert(result: dict[str, Any]) -> tuple[str, str, str]:
    """What GitHub tells alerts apart by."""
    path = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    return result["ruleId"], path, result["partialFingerprints"]["primaryLocationLineHash"]


def _check_rule(rule: dict[str, Any]) -> None:
    assert 0 < len(rule["name"]) <= NAME
    for name in ("shortDescription", "fullDescription"):
        assert 0 < len(rule[name]["text"]) <= SHORT, rule["id"]
    assert rule["help"]["text"]
    assert rule["help"]["markdown"]
    assert rule["helpUri"].startswith("https://")
    assert rule["defaultConfiguration"]["level"] in LEVELS
    properties = rule["properties"]
    assert 0 < len(properties["tags"]) <= TAGS
    assert properties.get("precision", "high") in PRECISIONS
    assert properties["problem.severity"] in PROBLEMS
    assert "security-severity" not in properties, "no finding is a security hole"


def _check_result(result: dict[str, Any], ids: list[str]) -> None:
    assert result["message"]["text"]
    assert result["level"] in LEVELS
    if "ruleIndex" in result:
        assert ids[result["ruleIndex"]] == result["ruleId"]
    assert 1 <= len(result["locations"]) <= PLACES
    for location in (*result["locations"], *result.get("relatedLocations", ())):
        physical = location["physicalLocation"]
        assert physical["artifactLocation"]["uri"]
        assert physical["region"]["startLine"] >= 1
    print_ = result["partialFingerprints"]["primaryLocationLineHash"]
    assert re.fullmatch(r"[0-9a-f]+:[1-9][0-9]*", print_)


def _addresses(value: Any) -> Iterator[str]:
    """Every address of an artifact, wherever it stands."""
    if isinstance(value, dict):
        if "artifactLocation" in value:
            yield value["artifactLocation"]["uri"]
        for inner in value.values():
            yield from _addresses(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _addresses(inner)


def _check_path(address: str) -> None:
    """A path below the root of the repository: no scheme, no query, no way out."""
    assert not _SCHEME.match(address), address
    assert _PATH.fullmatch(address), address
    assert not address.startswith("/"), address
    assert not {"", ".", ".."} & set(address.split("/")), address
