"""The peers' own cases of accessible names (see ../shared/conformance/README.md)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from bs4 import BeautifulSoup

from extractors.accname import Namer
from extractors.css import read_styles
from extractors.document import parse
from extractors.reading import read
from extractors.text import collapse

CASES = Path("../shared/conformance/accname.dev.json")


def _cases() -> list[dict[str, Any]]:
    if not CASES.exists():
        pytest.skip(f"{CASES} is not here")
    return [c for c in json.loads(CASES.read_text("utf-8")) if not c["disputed_by"]]


def _name(case: dict[str, Any]) -> str:
    """The name of the case's target, which is the same one in the parser's order of elements."""
    document = parse(case["html"], "http://127.0.0.1/", {})
    soup: BeautifulSoup = next(iter(document.tags.values())).find_parents()[-1]
    (target,) = soup.select(case["selector"])
    element = next(e for e, tag in document.tags.items() if tag is target)
    styles = read_styles(document)
    return Namer(document, read(document, styles), styles).name(element).text


def _share(cases: list[dict[str, Any]]) -> float:
    right = [c for c in cases if _name(c) == collapse(c["expected_name"])]
    return len(right) / len(cases)


def test_names_of_image_like_elements_agree_with_the_peers() -> None:
    cases = [c for c in _cases() if c["target"] != "other" and not c["tentative"]]
    assert _share(cases) >= 0.96


def test_names_of_all_elements_agree_with_the_peers() -> None:
    assert _share(_cases()) >= 0.95
