"""Every rule against its case page, `cases/<rule-id>.html`.

An element's id states the outcome (`failed-1`, `cantTell-2`, `passed-3`, `inapplicable-4`). What a
browser or a model would add stands in data attributes: `data-shown="300x200"` (rendered box),
`data-file="300x200"` (size of the file), `data-picture="a"` (content hash), `data-loaded="false"`,
`data-read="Open@0.2|at 9@0.1"` (lines read in it, each with its height as a share of the
picture's), `data-chromium="image|A fox"` (role and name that Chromium computed), and
`data-compatibility`, `data-relevance`, `data-informativeness` (scores).
"""

from __future__ import annotations

import dataclasses
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from auditor.findings import Outcome, Part, Scores
from auditor.pages.languages import with_languages
from auditor.results import PictureInfo
from auditor.rules import RULES, run
from auditor.rules.rule import Rule, Use
from extractors.extract import extract
from extractors.facts import Box
from extractors.records import Exposed, ImageRecord
from models.lines import Line

CASES = Path(__file__).parent / "cases"
EXPECTED_ID = re.compile(r"(?P<outcome>failed|cantTell|passed|inapplicable)-\d+")
PARTS = ("compatibility", "relevance", "informativeness", "form")


class DataAttributes(HTMLParser):
    """The attributes of every element that has an id."""

    def __init__(self) -> None:
        super().__init__()
        self.by_id: dict[str, dict[str, str]] = {}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        if "id" in values:
            assert values["id"] not in self.by_id, f"two elements have the id {values['id']}"
            self.by_id[values["id"]] = values


def pair(text: str) -> tuple[int, int]:
    width, height = text.split("x")
    return int(width), int(height)


def lines_of(text: str) -> tuple[Line, ...]:
    pairs = [line.split("@") for line in text.split("|") if line]
    return tuple(Line(said, 0.95, (0, 0, 1, float(height))) for said, height in pairs)


def use_of(record: ImageRecord, data: dict[str, str]) -> Use:
    width, height = pair(data.get("data-file", "0x0"))
    if "data-shown" in data:
        record = dataclasses.replace(record, box=Box(0, 0, *pair(data["data-shown"])))
    if "data-chromium" in data:
        role, name = data["data-chromium"].split("|")
        record = dataclasses.replace(record, chromium=(role, name))
    if "data-reads" in data:
        record = dataclasses.replace(record, lang=None, page_language=data["data-reads"])
    if "data-loaded" in data:
        record = dataclasses.replace(record, loaded=data["data-loaded"] == "true")
    picture = None
    if "data-picture" in data or "data-read" in data or width:
        sha = data.get("data-picture", record.selector)
        flat = data.get("data-pixels") != "photograph"
        lines = lines_of(data["data-read"]) if "data-read" in data else None
        mime = "image/jpeg" if (record.src or "").endswith(".jpg") else "image/png"
        picture = PictureInfo(sha, mime, width, height, size=1, flat=flat, lines=lines)
    scores = None
    likeness = {
        f"likeness to {key}": float(data[f"data-{key.replace(' ', '-')}-likeness"])
        for key in ("caption", "link text")
        if f"data-{key.replace(' ', '-')}-likeness" in data
    }
    if likeness or any(f"data-{name}" in data for name in PARTS):
        value = {name: data.get(f"data-{name}") for name in PARTS}
        parts = {k: Part(float(v) if v else None, "stated by the page") for k, v in value.items()}
        parts["form"] = dataclasses.replace(parts["form"], numbers=likeness)
        scores = Scores(**parts, quality=3.0)
    return Use(record, picture, scores)


def with_neighbours(uses: list[Use]) -> list[Use]:
    exposed = [use for use in uses if use.record.exposure.state is Exposed.EXPOSED]

    def beside(use: Use) -> tuple[tuple[ImageRecord, str | None], ...]:
        before = [n for n in exposed if n.record.ordinal < use.record.ordinal]
        after = [n for n in exposed if n.record.ordinal > use.record.ordinal]
        near = before[-1:] + after[:1]
        return tuple((n.record, n.picture.sha256 if n.picture else None) for n in near)

    return [dataclasses.replace(use, neighbours=beside(use)) for use in uses]


def read_page(path: Path) -> tuple[dict[str, Use], list[Use], set[str]]:
    """Uses by the id that states an outcome, the other uses, and all stated ids."""
    html = path.read_text("utf-8")
    parser = DataAttributes()
    parser.feed(html)
    page = extract(html, "https://example.org/pages/page.html")
    uses = [
        use_of(record, parser.by_id.get(id_of(record) or "", {}))
        for record in with_languages([page])[0].records
    ]
    stated: dict[str, Use] = {}
    others: list[Use] = []
    for use in with_neighbours(uses):
        found = id_of(use.record)
        if found and EXPECTED_ID.fullmatch(found):
            stated[found] = use
        else:
            others.append(use)
    return stated, others, set(filter(EXPECTED_ID.fullmatch, parser.by_id))


def id_of(record: ImageRecord) -> str | None:
    found = re.search(r"""#([\w-]+)$|\[id=["']([\w-]+)""", record.selector)
    return (found[1] or found[2]) if found else None


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_a_rule_says_of_its_case_page_what_the_ids_state(rule: Rule) -> None:
    stated, others, ids = read_page(CASES / f"{rule.id}.html")
    said = {key: run(rule, use).outcome.value for key, use in stated.items()}
    expected = {key: key.split("-")[0] for key in ids}
    for key in ids - set(said):
        assert key.startswith("inapplicable"), f"{key} was not extracted"
        said[key] = "inapplicable"
    assert said == expected
    findings = [
        use.record.selector
        for use in others
        if run(rule, use).outcome in (Outcome.FAILED, Outcome.CANT_TELL)
    ]
    assert not findings, "a finding on an element that states no outcome"


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_a_case_page_shows_a_finding_a_pass_and_an_element_the_rule_leaves_alone(
    rule: Rule,
) -> None:
    outcomes = {key.split("-")[0] for key in read_page(CASES / f"{rule.id}.html")[2]}
    assert outcomes & {"failed", "cantTell"}
    assert {"passed", "inapplicable"} <= outcomes


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_every_message_of_a_rule_is_used_on_its_case_page(rule: Rule) -> None:
    stated, _, _ = read_page(CASES / f"{rule.id}.html")
    used = {run(rule, use).message for use in stated.values()} - {""}
    assert used == set(rule.messages)


def test_every_case_page_belongs_to_a_rule() -> None:
    assert {path.stem for path in CASES.iterdir()} == {rule.id for rule in RULES}
