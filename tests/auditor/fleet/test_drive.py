"""The driver: every site done or given up, none twice, whatever ends on the way."""

from pathlib import Path

import pytest

from auditor.fleet.crew import TaskState
from auditor.fleet.drive import FleetLimits, FleetProgress, drive, forget_skipped
from auditor.fleet.errors import FleetError, StorageError
from auditor.fleet.records import ended_keys, skipped_sites
from auditor.fleet.sites import ListedSite
from auditor.fleet.storage import Storage
from auditor.fleet.work import SiteTask
from tests.auditor.fleet.conftest import FakeCrew, plan_of

pytest.importorskip("fsspec", reason="fsspec, of the extra `fleet`, is not installed")
NO_LIMITS = FleetLimits()


@pytest.fixture
def storage(tmp_path: Path) -> Storage:
    return Storage(str(tmp_path / "out"))


def sites(*names: str) -> list[ListedSite]:
    return [ListedSite(f"https://{name}") for name in names]


def test_every_site_is_read_once(storage: Storage) -> None:
    listed = sites("a.org/", "b.org/", "c.org/")
    crew = FakeCrew(storage)
    assert drive(listed, plan_of(), storage, crew, NO_LIMITS) is None
    assert crew.started == [site.url for site in listed]
    assert ended_keys(storage) == ({site.key for site in listed}, set())


def test_what_is_done_in_the_output_is_not_read_again(storage: Storage) -> None:
    drive(sites("a.org/"), plan_of(), storage, FakeCrew(storage), NO_LIMITS)
    crew = FakeCrew(storage)
    drive(sites("a.org/", "b.org/"), plan_of(), storage, crew, NO_LIMITS)
    assert crew.started == ["https://b.org/"]


def test_a_host_is_never_read_by_two(storage: Storage) -> None:
    listed = sites("a.org/1", "a.org/2", "b.org/1", "a.org/3")
    crew = FakeCrew(storage, room=4)
    drive(listed, plan_of(), storage, crew, NO_LIMITS)
    assert len(crew.started) == 4
    assert crew.at_once[0:2] == [{"a.org"}, {"a.org", "b.org"}]
    assert all(len(hosts) <= 2 for hosts in crew.at_once)


def test_a_site_that_fails_three_times_is_given_up_with_its_reason(storage: Storage) -> None:
    crew = FakeCrew(storage, {"bad.org": [TaskState.FAILED] * 3})
    assert drive(sites("bad.org/", "a.org/"), plan_of(), storage, crew, NO_LIMITS) is None
    (skipped,) = skipped_sites(storage)
    assert (skipped.url, skipped.tries) == ("https://bad.org/", 3)
    assert skipped.reason == "given up after 3 tries: it was failed"
    assert crew.started.count("https://a.org/") == 1


def test_a_site_that_fails_twice_is_done_in_the_end(storage: Storage) -> None:
    crew = FakeCrew(storage, {"bad.org": [TaskState.FAILED] * 2})
    drive(sites("bad.org/"), plan_of(), storage, crew, NO_LIMITS)
    assert len(crew.started) == 3
    assert skipped_sites(storage) == []


def test_tries_are_counted_over_drivers(storage: Storage) -> None:
    class Killed(Exception):
        pass

    def die(progress: FleetProgress) -> None:
        if progress.end is not None:
            raise Killed

    for _ in range(2):
        crew = FakeCrew(storage, {"bad.org": [TaskState.FAILED]})
        with pytest.raises(Killed):
            drive(sites("bad.org/"), plan_of(), storage, crew, NO_LIMITS, die)
    crew = FakeCrew(storage, {"bad.org": [TaskState.FAILED]})
    drive(sites("bad.org/"), plan_of(), storage, crew, NO_LIMITS)
    assert len(crew.started) == 1
    assert [site.tries for site in skipped_sites(storage)] == [3]


def test_what_was_given_up_is_tried_anew_when_that_is_asked(storage: Storage) -> None:
    crew = FakeCrew(storage, {"bad.org": [TaskState.FAILED] * 3})
    drive(sites("bad.org/"), plan_of(), storage, crew, NO_LIMITS)
    assert forget_skipped(storage) == 1
    drive(sites("bad.org/"), plan_of(), storage, FakeCrew(storage), NO_LIMITS)
    assert len(ended_keys(storage)[0]) == 1
    assert skipped_sites(storage) == []


def test_a_lost_task_is_no_fault_of_the_site(storage: Storage) -> None:
    crew = FakeCrew(storage, {"a.org": [TaskState.LOST] * 5})
    drive(sites("a.org/"), plan_of(), storage, crew, NO_LIMITS)
    assert len(crew.started) == 6
    assert ended_keys(storage)[1] == set()


def test_when_every_task_is_lost_the_fleet_ends(storage: Storage) -> None:
    crew = FakeCrew(storage, {"a.org": [TaskState.LOST] * 1000})
    with pytest.raises(StorageError, match="in a row were lost"):
        drive(sites("a.org/"), plan_of(), storage, crew, NO_LIMITS)


def test_no_more_pages_are_read_than_all_sites_may_have(storage: Storage) -> None:
    crew = FakeCrew(storage, room=3, pages=4)
    listed = sites("a.org/", "b.org/", "c.org/", "d.org/")
    reason = drive(listed, plan_of(4), storage, crew, FleetLimits(pages=10))
    assert reason is not None
    assert "--total-pages" in reason
    # Four, four, and the two that were left; nothing for the last one.
    assert crew.started == [site.url for site in listed[:3]]
    again = drive(listed, plan_of(4), storage, FakeCrew(storage, pages=4), FleetLimits(pages=12))
    assert again is None


def test_a_fleet_ends_at_its_time_and_keeps_what_was_read(storage: Storage) -> None:
    crew = FakeCrew(storage)
    reason = drive(sites("a.org/", "b.org/"), plan_of(), storage, crew, FleetLimits(seconds=0.0))
    assert reason == "the time limit of 0 s was reached (--total-time)"
    assert (
        drive(sites("a.org/", "b.org/"), plan_of(), storage, FakeCrew(storage), NO_LIMITS) is None
    )


def test_ctrl_c_lets_every_task_keep_what_it_has(storage: Storage) -> None:
    def interrupt(progress: FleetProgress) -> None:
        if progress.done == 1:
            raise KeyboardInterrupt

    crew = FakeCrew(storage)
    with pytest.raises(KeyboardInterrupt):
        drive(sites("a.org/", "b.org/", "c.org/"), plan_of(), storage, crew, NO_LIMITS, interrupt)
    assert crew.stopped
    assert len(ended_keys(storage)[0]) == 1


def test_a_crew_that_cannot_begin_ends_the_fleet_at_once(storage: Storage) -> None:
    class NoCrew(FakeCrew):
        def start(self, task: SiteTask) -> None:
            raise FleetError("there is no cluster")

    crew = NoCrew(storage)
    with pytest.raises(FleetError, match="there is no cluster"):
        drive(sites("a.org/"), plan_of(), storage, crew, NO_LIMITS)
    assert not crew.stopped


def test_the_progress_counts_what_earlier_runs_did_apart(storage: Storage) -> None:
    drive(sites("a.org/"), plan_of(), storage, FakeCrew(storage), NO_LIMITS)
    said: list[FleetProgress] = []
    listed = sites("a.org/", "b.org/")
    drive(listed, plan_of(), storage, FakeCrew(storage), NO_LIMITS, said.append)
    assert (said[0].done, said[0].begun_with, said[0].seconds_left) == (1, 1, None)
    assert (said[-1].done, said[-1].known, said[-1].pages) == (2, 2, 2)
    assert said[-1].seconds_left == 0
