"""Five pages as sites of their kind write them, re-made with texts of our own: the faults that were
put into one stand at the head of the queue. docs/scoring.md tells what stands elsewhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from auditor.judge.judge import Judge
from auditor.pages.languages import with_languages
from auditor.results import Judged
from extractors.extract import extract
from models.encoder import load

AMONG_THEM = 1
"""Sound texts of a page that may stand among its faults: no picture is there to speak for them."""
PAGES = sorted(Path(__file__).with_name("queue_pages").glob("*.html"))


@pytest.fixture(scope="module")
def judge() -> Judge:
    return Judge(load())


def queue(page: Path, judge: Judge) -> list[Judged]:
    (extraction,) = with_languages([extract(page.read_text("utf-8"), page.as_uri())])
    uses, broken = judge.uses(extraction.records, {}, page.as_uri())
    assert broken == []
    return sorted(uses, key=lambda use: -use.verdict.priority)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_faults_stand_at_the_head_of_the_queue(page: Path, judge: Judge) -> None:
    marks = [use.record.selector.partition("#")[2] for use in queue(page, judge)]
    faults = sum(mark.startswith("fault") for mark in marks)
    assert 0 < faults < len(marks)
    sound_among_them = [mark for mark in marks[:faults] if not mark.startswith("fault")]
    assert len(sound_among_them) <= AMONG_THEM, marks
