from contextlib import closing
from pathlib import Path

import pytest

from auditor.decision import Choice, Decision, Subject
from auditor.findings import Status
from auditor.store.connection import Mode, connect
from auditor.store.decisions import Decisions
from auditor.store.uses import StoredUses
from tests.auditor.scan_files import Image, write

IMAGES = (
    Image("fox.png", priority=60),
    Image(None, Status.MISSING, 90, quality=None),
    Image("fox.png", priority=60, page="/den"),
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return write(tmp_path / "scan.db", IMAGES)


def test_uses_are_open_until_they_are_decided_alone_or_with_their_picture(path: Path) -> None:
    with closing(StoredUses(path)) as uses:
        ids = [1, 2, 3]
        assert uses.open_of(ids) == {1, 2, 3}
        alone = uses.placed([3])[0].subject
        assert (alone.page, alone.selector) == ("http://site/den", "#n0")
        Decisions(path).put(alone, Decision(Choice.RIGHT))
        assert uses.open_of(ids) == {1, 2}
        assert [use.is_alone for use in uses.placed(ids)] == [False, False, True]
        Decisions(path).put(alone.everywhere, Decision(Choice.WRONG))
        assert uses.open_of(ids) == {2}
        assert uses.open_of([]) == set()


def test_uses_are_placed_however_many_are_asked_for(tmp_path: Path) -> None:
    number = 1200
    path = write(tmp_path / "scan.db", [Image(f"text {n}") for n in range(number)])
    with closing(StoredUses(path)) as uses:
        placed = uses.placed(range(number, 0, -1))
        assert [use.subject.name for use in placed] == [f"text {n}" for n in range(number)]
        assert placed[1] == uses.placed_of(Subject("fox", None, ""))[1]


def test_what_was_written_settles_into_the_file(path: Path) -> None:
    with closing(StoredUses(path)) as uses, connect(path, Mode.WRITE) as writer:
        made = {"subject": "x", "alt": None, "name": "", "choice": "right"}
        made |= {"note": "n" * 9000, "better": "", "decided": ""}
        writer.insert("decisions", [made])
        before = path.read_bytes()
        uses.settle()
        assert b"n" * 4000 in path.read_bytes()
        assert b"n" * 4000 not in before


def test_a_file_that_may_not_be_written_stays_as_it_is(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.access", lambda *_: False)
    before = path.read_bytes()
    with closing(StoredUses(path)) as uses:
        uses.settle()
        assert uses.number() == 3
    assert path.read_bytes() == before
