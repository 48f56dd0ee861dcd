"""Decisions: kept by picture and text, taken over, and heard by reports and checks."""

import csv
import io
import json
import sqlite3
from contextlib import closing
from dataclasses import replace

import pytest

from auditor.decision import Choice, Decision, Subject, lets_stand
from auditor.findings import Status
from auditor.reports.formats import FORMATS, format_of
from auditor.store.decisions import Decisions, decisions_in
from auditor.store.reader import StoredScan
from auditor.store.writer import Store
from tests.auditor.conftest import record_of
from tests.auditor.scan_files import Image, write

FOX = Subject("fox", "fox.png", "fox.png")
IMAGES = (
    Image("fox.png", priority=60),
    Image("fox.png", priority=60, page="/den"),
    Image(None, Status.MISSING, 90, picture="hill"),
    Image("", Status.DECORATIVE_SUSPECT, 20, picture="leaf"),
)


@pytest.fixture
def path(tmp_path):
    return write(tmp_path / "scan.db", IMAGES)


def report(path, form: str) -> str:
    with Store(path) as store:
        out = io.StringIO()
        FORMATS[form](store.report(), out)
    return out.getvalue()


def rows(path, form: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(report(path, form).removeprefix("\ufeff"))))


def test_a_decision_is_kept_replaced_and_taken_back(path):
    decisions = Decisions(path)
    assert decisions.get(FOX) is None
    decisions.put(FOX, Decision(Choice.RIGHT))
    decisions.put(FOX, Decision(Choice.WRONG, "n", "A fox", "2026-01-01T00:00:00+00:00"))
    assert decisions.get(FOX) == Decision(Choice.WRONG, "n", "A fox", "2026-01-01T00:00:00+00:00")
    assert decisions.count() == 1
    decisions.put(FOX, None)
    assert decisions.get(FOX) is None


def test_a_missing_and_an_empty_alt_are_decided_apart(path):
    decisions = Decisions(path)
    decisions.put(Subject("hill", None, ""), Decision(Choice.RIGHT))
    assert decisions.get(Subject("hill", "", "")) is None


def test_the_subject_of_a_record_is_that_of_its_row(path):
    with Store(path) as store:
        for use in store.report().uses:
            sha256 = use.picture.sha256 if use.picture else None
            Decisions(path).put(Subject.of(use.record, sha256), Decision(Choice.PERSON))
    with Store(path) as store:
        assert all(use.decision for use in store.report().uses)


def test_a_decision_holds_for_every_use_of_picture_and_text(path):
    Decisions(path).put(FOX, Decision(Choice.RIGHT, "it is the name of the file", "x"))
    decided = [row for row in rows(path, "csv") if row["decision"]]
    assert [row["page"] for row in decided] == ["http://site/", "http://site/den"]
    assert decided[0]["note"] == "it is the name of the file"
    uses = json.loads(report(path, "json"))["uses"]
    assert [use.get("decision", {}).get("choice") for use in uses].count("right") == 2
    assert "A person decided: <bdi>right" in report(path, "html")


def test_what_a_person_lets_stand_fails_no_check(path, run):
    assert run("report", path)[0] == 2
    for subject in (FOX, Subject("hill", None, ""), Subject("leaf", "", "")):
        Decisions(path).put(subject, Decision(Choice.RIGHT))
    code, out, _ = run("report", path, "-f", "csv")
    assert code == 0
    assert {row["state"] for row in csv.DictReader(io.StringIO(out))} == {"ignored"}


def test_what_a_person_calls_wrong_goes_on_failing(path, run):
    for subject in (FOX, Subject("hill", None, ""), Subject("leaf", "", "")):
        Decisions(path).put(subject, Decision(Choice.WRONG))
    assert run("report", path)[0] == 2


@pytest.mark.parametrize(("text", "stands"), [("", True), (None, False), ("A leaf", False)])
def test_what_is_decorative_stands_only_where_nothing_is_heard(text, stands):
    assert lets_stand(Decision(Choice.DECORATIVE), record_of(text)) is stands


def test_a_baseline_can_hold_what_was_accepted_alone(path, run, tmp_path):
    Decisions(path).put(FOX, Decision(Choice.RIGHT))
    run("baseline", path, "-o", tmp_path / "all.json")
    run("baseline", path, "-o", tmp_path / "accepted.json", "--accepted")
    findings = json.loads((tmp_path / "accepted.json").read_text())["findings"]
    assert [entry["text"] for entry in findings] == ["fox.png", "fox.png"]
    assert len(json.loads((tmp_path / "all.json").read_text())["findings"]) == 4


def test_the_next_scan_takes_the_decisions_over(site, picture_bytes, run, tmp_path):
    site["/"] = '<p>A page <img src="/fox.png" alt="fox.png">'
    site["/fox.png"] = picture_bytes("red")
    command = ("scan", site.url(), "--static", "--no-score", "--save")
    old, new = tmp_path / "old.db", tmp_path / "new.db"
    assert run(*command, old)[0] == 2
    with Store(old) as store:
        (use,) = store.report().uses
    Decisions(old).put(Subject.of(use.record, use.picture.sha256), Decision(Choice.RIGHT, "yes"))
    assert run(*command, new, "--decisions", old)[0] == 0
    with Store(new) as store:
        assert next(iter(store.report().uses)).decision == Decision(Choice.RIGHT, "yes")


def test_the_work_list_says_what_is_to_be_done(path):
    Decisions(path).put(FOX, Decision(Choice.WRONG, "see text", "A red fox"))
    Decisions(path).put(Subject("leaf", "", ""), Decision(Choice.DECORATIVE))
    listed = rows(path, "work-list")
    assert [row["rank"] for row in listed] == ["1", "2", "3"]
    assert listed[0]["to_do"] == "alt-file-name is broken."
    assert listed[1]["to_do"] == "Write this text: A red fox"
    assert (listed[1]["better"], listed[1]["note"]) == ("A red fox", "see text")
    Decisions(path).put(Subject("hill", None, ""), Decision(Choice.DECORATIVE))
    assert rows(path, "work-list")[0]["to_do"] == 'Mark it as decorative, with alt="".'


def test_the_name_of_a_file_says_that_it_is_a_work_list(tmp_path):
    assert format_of(tmp_path / "site.work-list.csv") == "work-list"
    assert format_of(tmp_path / "work-list.csv") == "work-list"


def test_a_file_of_an_earlier_version_gets_its_table(path):
    database = sqlite3.connect(path)
    database.execute("drop table decisions")
    database.execute("delete from _sqlite_migrations where name = 'm002_decisions'")
    database.execute("drop index idx_images_picture")
    database.commit()
    database.close()
    with Store(path) as store:
        assert not store.decided()


def test_a_file_from_before_decisions_on_one_use_keeps_its_decisions(path):
    """Such a file is read as it is, and takes a decision on one use when it is written to."""
    Decisions(path).put(FOX, Decision(Choice.RIGHT))
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("drop table use_decisions")
        later = "'m004_use_decisions', 'm007_places_of_use_decisions'"
        database.execute(f"delete from _sqlite_migrations where name in ({later})")
    assert [made.choice for _, made in decisions_in(path)] == [Choice.RIGHT]
    with StoredScan(path) as scan:
        assert any(use.decision for use in scan.report().uses)
    one = replace(FOX, page="http://site/", selector="#n0")
    Decisions(path).put(one, Decision(Choice.WRONG))
    assert Decisions(path).get(FOX).choice is Choice.RIGHT
    assert Decisions(path).get(one).choice is Choice.WRONG
    assert Decisions(path).count() == 2


def test_many_decisions_on_one_picture_are_found_and_taken_back_each_by_itself(path):
    fox = [replace(FOX, page=f"http://site/{n}", selector="#n0") for n in range(3)]
    others = [Subject("fox", None, ""), Subject("fox", "", ""), Subject("leaf", "", "")]
    decisions = Decisions(path)
    decisions.put_all(
        [(each, Decision(Choice.RIGHT, str(n))) for n, each in enumerate([*fox, *others])]
    )
    notes = [made.note for made in decisions.get_all([*others, *fox, FOX]) if made]
    assert notes == ["3", "4", "5", "0", "1", "2"]
    decisions.put_all([(fox[1], None), (others[0], Decision(Choice.WRONG, "again"))])
    notes = [made.note if made else None for made in decisions.get_all([*fox, *others])]
    assert notes == ["0", None, "2", "again", "4", "5"]


def test_who_decides_is_told_what_was_decided_before(path):
    decisions, places = Decisions(path), [f"/{n}" for n in range(600)]
    alone = [Subject("fox", "fox.png", "fox.png", page, "#n0") for page in places]
    asked = [FOX, *alone]
    made = [(each, Decision(Choice.RIGHT, str(n))) for n, each in enumerate(asked)]
    assert decisions.put_all(made) == [None] * 601
    assert decisions.put_all([(each, None) for each in asked]) == [d for _, d in made]
    assert decisions.count() == 0


def test_texts_that_differ_in_a_sign_that_cannot_be_seen_are_decided_apart(path):
    odd = [Subject("fox", "a\0b", "a\0b"), Subject("fox", "a", "a"), Subject("fox", "a ", "a ")]
    decisions = Decisions(path)
    decisions.put_all([(each, Decision(Choice.RIGHT, str(n))) for n, each in enumerate(odd)])
    assert [made.note for made in decisions.get_all(odd) if made] == ["0", "1", "2"]
    decisions.put(odd[0], None)
    assert [made.note if made else None for made in decisions.get_all(odd)] == [None, "1", "2"]
