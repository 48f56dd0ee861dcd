import sqlite3
from dataclasses import replace

import pytest

from auditor.decision import Choice, Decision, Subject
from auditor.findings import Status
from auditor.store.decisions import Decisions
from auditor.store.errors import StoreError
from auditor.store.query import TO_DO, UNDECIDED, Group, QueueQuery, Sort
from auditor.store.queue import Queue
from auditor.store.writer import Store
from tests.auditor.scan_files import Image, write

IMAGES = (
    Image("fox.png", priority=60),
    Image(None, Status.MISSING, 90, quality=None, rule="image-without-name"),
    Image("A hill at 100% zoom", Status.OK, 2, picture="hill", quality=4.5),
    Image("fox.png", priority=60, page="/den"),
    Image("", Status.DECORATIVE, 0, "/den", "leaf", None),
    Image("Map", Status.WEAK, 40, "/den", None, 1.5),
)


@pytest.fixture
def queue(tmp_path):
    opened = Queue(write(tmp_path / "scan.db", IMAGES))
    opened.load()
    yield opened
    opened.close()


def texts(queue, asked: QueueQuery) -> list[str]:
    return [row.name for row in queue.rows(queue.find(asked).ids)]


def test_the_ranks_are_those_of_the_reports(queue, tmp_path):
    with Store(tmp_path / "scan.db") as store:
        reported = [(use.rank, use.page_url, use.record.selector) for use in store.report().uses]
    found = queue.find(QueueQuery())
    uses = [queue.use(image, rank) for image, rank in zip(found.ids, found.ranks, strict=True)]
    assert [(use.rank, use.page_url, use.record.selector) for use in uses] == reported


def test_a_filter_leaves_out_and_keeps_the_ranks(queue):
    found = queue.find(QueueQuery(status="ok"))
    assert list(found.ranks) == [5]
    assert len(queue.find(QueueQuery(status=TO_DO))) == 4
    assert len(queue.find(QueueQuery(rule="image-without-name"))) == 1
    assert len(queue.find(QueueQuery(page="DEN"))) == 3
    assert texts(queue, QueueQuery(below=1.8)) == ["Map"]
    assert len(queue.find(QueueQuery(text="fox.PNG", page="/den"))) == 1


@pytest.mark.parametrize(
    ("text", "number"), [("red foxes", 6), ("Page /DEN", 3), ("site/den", 3), ("leaf", 1)]
)
def test_a_text_is_looked_for_in_headings_pages_and_files_too(queue, text, number):
    assert len(queue.find(QueueQuery(text=text))) == number


def test_what_became_of_uses_since_another_scan_can_be_asked_for(queue):
    den, ordinal = "http://site/den", 2
    marked = queue.mark({(den, ordinal): "better", ("http://site/", 0): "worse", ("gone", 9): "x"})
    assert sorted(marked.values()) == ["better", "worse"]
    assert texts(queue, QueueQuery(change="better")) == ["Map"]
    assert texts(queue, QueueQuery(change="worse", group=Group.PICTURE)) == ["fox.png"]
    assert len(queue.find(QueueQuery(change="changed"))) == 0
    assert queue.mark({}) == {}


def test_a_filter_takes_signs_as_they_are(queue):
    assert texts(queue, QueueQuery(text="100%")) == ["A hill at 100% zoom"]
    assert texts(queue, QueueQuery(text="1_0")) == []
    assert texts(queue, QueueQuery(text="'")) == []


def test_rows_are_sorted_both_ways(queue):
    assert texts(queue, QueueQuery(sort=Sort.TEXT))[-1] == "Map"
    assert texts(queue, QueueQuery(sort=Sort.TEXT, descending=True))[0] == "Map"
    assert texts(queue, QueueQuery(sort=Sort.QUALITY))[0] == "Map"
    assert texts(queue, QueueQuery(sort=Sort.STATUS, descending=True))[0] == ""
    assert list(queue.find(QueueQuery(sort=Sort.USES, descending=True)).uses) == [3, 3, 3, 1, 1, 1]


def test_a_group_is_stood_for_by_its_worst_use(queue):
    pictures = queue.find(QueueQuery(group=Group.PICTURE))
    assert list(pictures.ranks) == [1, 4, 5, 6]
    assert list(pictures.uses) == [3, 1, 1, 1]
    rules = queue.find(QueueQuery(group=Group.RULE))
    assert rules.rules == ("image-without-name", "alt-file-name")
    assert list(rules.uses) == [1, 3]
    assert list(queue.find(QueueQuery(group=Group.PAGE)).uses) == [3, 3]


def test_decisions_are_shown_and_asked_for(queue, tmp_path):
    decisions = Decisions(tmp_path / "scan.db")
    decisions.put(Subject("fox", "fox.png", "fox.png"), Decision(Choice.WRONG, "a note"))
    assert len(queue.find(QueueQuery(decision="wrong"))) == 2
    assert len(queue.find(QueueQuery(decision=UNDECIDED))) == 4
    row = queue.rows(queue.find(QueueQuery(decision="wrong")).ids)[0]
    assert row.decision == Decision(Choice.WRONG, "a note")


def test_every_question_can_be_asked_in_every_order_and_group(queue):
    full = QueueQuery("weak", "alt-file-name", "den", "fox", 3.0, UNDECIDED, "fox")
    for group in Group:
        for sort in Sort:
            assert len(queue.find(replace(full, group=group, sort=sort, descending=True))) == 1


def test_other_uses_of_a_picture_are_found(queue):
    rows, number = queue.others(queue.find(QueueQuery(text="fox.png")).ids[0], 1)
    assert number == 2
    assert len(rows) == 1
    assert queue.others(queue.find(QueueQuery(text="Map")).ids[0], 9) == ([], 0)


def test_what_a_scan_adds_is_there_after_loading_again(queue, tmp_path):
    with Store(tmp_path / "scan.db") as store:
        store.push(["http://site/new"], 1)
    assert queue.load() == len(IMAGES)


def test_an_image_that_is_gone_is_said(queue):
    assert queue.rows([999]) == []
    with pytest.raises(StoreError, match="not in the scan file any more"):
        queue.use(999, 1)


def test_a_file_of_an_earlier_version_is_said(tmp_path):
    path = write(tmp_path / "old.db", IMAGES)
    database = sqlite3.connect(path)
    database.execute("drop view queue")
    database.execute("alter table images drop column details")
    database.commit()
    database.close()
    with pytest.raises(StoreError, match="of an earlier version of the program: scan again"):
        Queue(path)


def test_details_that_are_damaged_are_said(queue, tmp_path):
    database = sqlite3.connect(tmp_path / "scan.db")
    database.execute("update images set details = x'00'")
    database.commit()
    database.close()
    with pytest.raises(StoreError, match="is damaged: an image use in it"):
        queue.use(queue.find(QueueQuery()).ids[0], 1)


def test_a_use_on_which_several_rules_found_something_is_one_image(queue, tmp_path):
    found = queue.find(QueueQuery(group=Group.RULE))
    assert found.images == 4
    with sqlite3.connect(tmp_path / "scan.db") as database:
        again = "insert into findings (image, rule, outcome, severity)"
        database.execute(f"{again} select image, 'alt-url', outcome, severity from findings")
        again = "insert into findings (image, rule, rule_number, outcome, severity)"
        kept = "select image, rule, rule_number, outcome, severity from findings"
        database.execute(f"{again} {kept}")
    database.close()
    queue.load()
    found = queue.find(QueueQuery(group=Group.RULE))
    assert dict(zip(found.rules, found.uses, strict=True)) == {
        "image-without-name": 1,
        "alt-file-name": 3,
        "alt-url": 4,
    }
    assert found.images == 4
    assert queue.find(QueueQuery(group=Group.PAGE)).images == 6


def test_a_group_tells_how_many_of_its_uses_are_decided(queue, tmp_path):
    decisions = Decisions(tmp_path / "scan.db")
    decisions.put(Subject("fox", None, ""), Decision(Choice.RIGHT))
    pictures = queue.find(QueueQuery(group=Group.PICTURE))
    assert list(zip(pictures.decided, pictures.uses, strict=True)) == [
        (1, 3),
        (0, 1),
        (0, 1),
        (0, 1),
    ]
    assert list(queue.find(QueueQuery(group=Group.PAGE)).decided) == [1, 0]


def test_of_one_priority_the_picture_that_is_used_most_leads(tmp_path):
    images = (
        Image("once", picture="leaf"),
        Image("thrice", picture="fox"),
        Image("thrice", picture="fox", page="/den"),
        Image("thrice", picture="fox", page="/hill"),
        Image("worse", priority=60, picture="hill"),
    )
    queue = Queue(write(tmp_path / "scan.db", images))
    queue.load()
    assert texts(queue, QueueQuery()) == ["worse", "thrice", "thrice", "thrice", "once"]
    queue.close()
    with Store(tmp_path / "scan.db") as store:
        assert [use.record.name.text for use in store.report().uses][-1] == "once"


def steps(queue: Queue, asked: QueueQuery) -> int:
    """Thousands of steps that SQLite takes for an answer."""
    counted: list[int] = []
    queue._db.raw.set_progress_handler(lambda: counted.append(1), 1000)
    queue.find(asked)
    queue._db.raw.set_progress_handler(None, 0)
    return len(counted)


def test_a_logo_that_is_decided_page_by_page_is_gone_through_once(tmp_path):
    number = 400
    images = [Image("logo", page=f"/{n}") for n in range(number)]
    path = write(tmp_path / "scan.db", images)
    decided = Decision(Choice.RIGHT)
    places = [f"http://site/{n}" for n in range(number - 1)]
    made = [(Subject("fox", "logo", "logo", each, "#n0"), decided) for each in places]
    Decisions(path).put_all(made)
    assert Decisions(path).get(made[-1][0]) == decided
    queue = Queue(path)
    queue.load()
    queue.load_texts()
    assert steps(queue, QueueQuery(decision=UNDECIDED)) < number
    assert queue.progress(QueueQuery()) == (number - 1, number)
    queue.close()


def test_what_is_decided_meanwhile_is_told_with_the_next_answer(queue, tmp_path):
    assert queue.progress(QueueQuery()) == (0, 6)
    decisions = Decisions(tmp_path / "scan.db")
    decisions.put(Subject("fox", "fox.png", "fox.png"), Decision(Choice.WRONG))
    assert queue.progress(QueueQuery()) == (2, 6)
    decisions.put(Subject("fox", "fox.png", "fox.png"), None)
    assert queue.progress(QueueQuery(page="/den")) == (0, 3)


def test_orders_that_are_made_ready_change_no_answer(queue):
    every = [
        replace(QueueQuery(), sort=s, group=g, descending=d)
        for s in Sort
        for g in Group
        for d in (False, True)
    ]
    before = [queue.find(asked) for asked in every]
    queue.load()
    made = 0
    while queue.prepare_order():
        made += 1
    assert made == 2
    assert [queue.find(asked) for asked in every] == before


def test_a_letter_more_or_less_gives_the_same_as_the_whole_text(queue, tmp_path):
    typed = ["f", "fo", "fox", "fox.", "fo", "o", "den", "DEN", "zz", ""]
    asked = [QueueQuery(text=text, status=status) for status in ("", "weak") for text in typed]
    for each in asked:
        fresh = Queue(tmp_path / "scan.db")
        fresh.load()
        assert queue.find(each) == fresh.find(each)
        fresh.close()


def test_rows_of_a_logo_that_is_decided_on_every_page_are_read_by_their_place(tmp_path):
    number = 400
    path = write(tmp_path / "scan.db", [Image("logo", page=f"/{n}") for n in range(number)])
    places = [f"http://site/{n}" for n in range(number)]
    decided = Decision(Choice.RIGHT)
    Decisions(path).put_all(
        [(Subject("fox", "logo", "logo", each, "#n0"), decided) for each in places]
    )
    queue = Queue(path)
    queue.load()
    counted: list[int] = []
    queue._db.raw.set_progress_handler(lambda: counted.append(1), 1000)
    assert all(row.decision == decided for row in queue.rows(queue.find(QueueQuery()).ids))
    assert len(counted) < number
    queue.close()
