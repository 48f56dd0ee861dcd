"""Texts that are tried, decisions, exports."""

import csv
import sqlite3
from dataclasses import replace

import pytest

from app.desk.decider import DecideError, Decider
from app.desk.exports import FORM_WORDS, ReportExportError, ending, export
from app.desk.scopes import Reach
from app.desk.tries import Try, TryError, TryScorer, best, tried, tuning_of
from auditor.decision import Choice, Decision, Subject
from auditor.findings import Status, Verdict
from auditor.reports.formats import FORMATS, format_of
from auditor.results import Judged, JudgedUse
from auditor.scoring.tuning import FEATURES, Tuning, to_json
from auditor.store.query import QueueQuery
from auditor.store.queue import Queue
from tests.auditor.conftest import record_of, scores_of
from tests.auditor.scan_files import INFO, Image, write

FOX = Subject("fox", "fox.png", "fox.png")
ON_FOX = Reach((FOX,), (), (1,))


def outcome(quality: float | None, **parts) -> Judged:
    scores = None if quality is None else scores_of(quality, **parts)
    return Judged(record_of(), None, scores, Verdict(Status.OK, "It is fine.", (), 2))


def test_a_try_says_quality_first_and_each_change():
    made = tried("A fox", outcome(3.4, compatibility=0.9), scores_of(1.2, relevance=0.8))
    assert made.summary.startswith("Quality 3.4 of 5, was 1.2: good, ")
    assert made.parts[0] == "Fits the picture: 0.90, up 0.10. reason of compatibility"
    assert made.parts[1].startswith("Serves the page: 0.80, the same.")


def test_a_part_that_is_not_known_is_said():
    made = tried("A fox", outcome(3.4, compatibility=None), None)
    assert made.summary.startswith("Quality 3.4 of 5: good")
    assert made.parts[0].startswith("Fits the picture: not known. ")


def test_an_empty_text_is_not_scored_but_judged():
    assert tried("", outcome(None), None).summary == "Not scored: good. It is fine."


def test_the_best_texts_are_kept_once_each():
    kept: tuple[Try, ...] = ()
    for text, quality in (("a", 2.0), ("b", 3.0), (" b ", 3.0), ("", None), ("c", 1.0)):
        kept = best(kept, Try(text, quality, "", ()))
    assert [each.text.strip() for each in kept] == ["b", "a", "c"]
    for number in range(9):
        kept = best(kept, Try(f"t{number}", 4.0, "", ()))
    assert len(kept) == 5


@pytest.mark.parametrize("name", ["{}", "{}/", "../{}", "hf:nobody/nothing", "compact+{}"])
def test_a_model_that_a_scan_file_names_is_only_taken_where_it_is_installed(tmp_path, name):
    """A stranger's file could name any folder of this machine."""
    (tmp_path / "manifest.json").write_text("{}")
    use = JudgedUse.of(outcome(2.0), None, rank=1, page_url="", page_title="")
    with pytest.raises(TryError, match="is not installed here"):
        TryScorer(name.format(tmp_path), "0" * 64).score(use, None, "A fox")


@pytest.fixture
def path(tmp_path):
    return write(tmp_path / "scan.db", [Image("fox.png"), Image(None, Status.MISSING, 90)])


def test_the_shipped_model_scores_a_text_of_a_scan_without_one(path):
    queue = Queue(path)
    queue.load()
    use = queue.use(queue.find(QueueQuery(text="fox")).ids[0], 1)
    queue.close()
    made = TryScorer("none", "").score(use, None, "A red fox stands in the snow")
    assert made.quality is not None
    assert len(made.parts) == 4


def test_a_text_is_tried_by_the_profile_that_the_scan_was_made_with(path):
    learned = Tuning(
        0.0,
        4.25,
        dict.fromkeys(FEATURES, 0.0),
        dict.fromkeys(FEATURES, 0.0),
        dict.fromkeys(FEATURES, 1.0),
        {},
    )
    scan = replace(INFO, arguments={"profile": to_json(learned)})
    assert tuning_of(scan) == learned
    assert tuning_of(INFO) is None
    assert tuning_of(replace(INFO, arguments={"profile": {"profile": 9}})) is None
    queue = Queue(path)
    queue.load()
    use = queue.use(queue.find(QueueQuery(text="fox")).ids[0], 1)
    queue.close()
    scorer = TryScorer("none", "")
    scorer.tuning = tuning_of(scan)
    assert scorer.score(use, None, "A red fox stands in the snow").quality == 4.25


def test_a_model_that_is_not_there_is_said(path):
    queue = Queue(path)
    queue.load()
    use = queue.use(queue.find(QueueQuery()).ids[0], 1)
    queue.close()
    with pytest.raises(TryError, match="No text can be scored: "):
        TryScorer("openclip:no:such", "").score(use, None, "A fox")


def test_decisions_are_undone_one_by_one(path):
    decider = Decider(path)
    assert not decider.undo()
    decider.decide(ON_FOX, Decision(Choice.RIGHT))
    decider.decide(ON_FOX, Decision(Choice.WRONG, "no"))
    assert decider.get(FOX).choice is Choice.WRONG
    assert decider.get(FOX).decided
    assert decider.undo()
    assert decider.get(FOX).choice is Choice.RIGHT
    assert decider.undo()
    assert not decider.undo()
    assert decider.get(FOX) is None


def test_a_decision_that_cannot_be_kept_is_said_and_not_undone(path):
    decider = Decider(path)
    decider.decide(ON_FOX, Decision(Choice.RIGHT))
    database = sqlite3.connect(path)
    database.execute("alter table decisions rename to gone")
    database.commit()
    database.close()
    with pytest.raises(DecideError, match=r"scan\.db is damaged: decisions in it is no table"):
        decider.decide(ON_FOX, Decision(Choice.WRONG))
    with pytest.raises(DecideError, match=r"scan\.db is damaged"):
        decider.undo()


@pytest.mark.parametrize("form", FORM_WORDS)
def test_every_form_is_written_with_the_decisions(path, tmp_path, form):
    Decider(path).decide(ON_FOX, Decision(Choice.WRONG, "a note", "A red fox"))
    target = tmp_path / f"out{ending(form)}"
    assert format_of(target) == form
    export(path, form, target)
    assert target.stat().st_size
    if form in ("csv", "work-list"):
        with target.open(encoding="utf-8-sig", newline="") as out:
            assert "A red fox" in [row["better"] for row in csv.DictReader(out)]


def test_every_format_of_the_reports_can_be_exported():
    assert set(FORM_WORDS) == set(FORMATS)


def test_a_place_that_cannot_be_written_is_said(path, tmp_path):
    for form in ("html", "csv"):
        with pytest.raises(ReportExportError, match="cannot be written: "):
            export(path, form, tmp_path / "absent" / "x")
    with pytest.raises(ReportExportError, match="unable to open database file"):
        export(tmp_path / "empty.db", "csv", tmp_path / "x.csv")
