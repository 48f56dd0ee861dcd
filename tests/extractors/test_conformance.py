"""The peers' own cases of names and roles (see ../shared/conformance/README.md)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from extractors.probe import probe
from extractors.text import collapse

FOLDER = Path("../shared/conformance")
SAME = {"img": "image", "presentation": "none", "generic": "none", "generic or none": "none"}


def _cases(name: str) -> list[dict[str, Any]]:
    path = FOLDER / f"{name}.dev.json"
    if not path.exists():
        pytest.skip(f"{path} is not here")
    cases: list[dict[str, Any]] = json.loads(path.read_text("utf-8"))
    return cases


def _share_of_names(cases: list[dict[str, Any]]) -> float:
    right = [
        case
        for case in cases
        if probe(case["html"], "http://127.0.0.1/", case["selector"]).name.text
        == collapse(case["expected_name"])
    ]
    return len(right) / len(cases)


def _firm_names() -> list[dict[str, Any]]:
    return [case for case in _cases("accname") if not case["disputed_by"]]


def test_names_of_image_like_elements_agree_with_the_peers() -> None:
    cases = [c for c in _firm_names() if c["target"] == "image-like" and not c["tentative"]]
    assert _share_of_names(cases) >= 0.96


def test_names_of_all_elements_agree_with_the_peers() -> None:
    assert _share_of_names(_firm_names()) >= 0.95


def test_roles_agree_with_the_peers() -> None:
    cases = [case for case in _cases("roles") if case["asserted"]]
    ours = [probe(c["html"], "http://127.0.0.1/", c["selector"]).role or "none" for c in cases]
    expected = [SAME.get(c["expected_role"], c["expected_role"]) for c in cases]
    assert sum(a == b for a, b in zip(ours, expected, strict=True)) / len(cases) >= 0.97
