"""What a task does in a worker of Ray, without Ray."""

import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from auditor.browser.options import BrowserError
from auditor.fleet import on_ray
from auditor.fleet.crew import TaskState
from auditor.fleet.errors import FleetError, StorageError
from auditor.fleet.on_ray import RayPlace, connect_ray, run_task
from auditor.fleet.storage import Storage
from auditor.fleet.work import SiteTask
from auditor.scan.options import ScanOptions
from auditor.store.errors import BusyError, StoreError

TASK = SiteTask("a.org", "https://a.org/", ScanOptions(("https://a.org/",), max_time=5.0))
HANGS = """
import time
from auditor.fleet import on_ray
from auditor.fleet.work import SiteTask
from auditor.scan.options import ScanOptions
on_ray.GRACE = 0.2
task = SiteTask("a", "https://a.org/", ScanOptions(("https://a.org/",), max_time=0.1))
with on_ray._ended_from_outside(task):
    time.sleep(3600)
"""


def test_what_hangs_is_ended_with_its_process() -> None:
    done = subprocess.run([sys.executable, "-c", HANGS], timeout=300, check=False)
    assert done.returncode == 1


@pytest.mark.parametrize(
    ("error", "state"),
    [
        (StoreError("it is damaged"), TaskState.FAILED),
        (BusyError("another scan writes"), TaskState.LOST),
        (StorageError("it is away"), TaskState.LOST),
        (BrowserError("No Chromium was found"), TaskState.LOST),
        (FleetError("Chromium did not start again"), TaskState.FAILED),
        (KeyboardInterrupt(), TaskState.STOPPED),
    ],
)
def test_what_a_task_ends_by_is_told_by_whose_fault_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: BaseException, state: TaskState
) -> None:
    def fails(*arguments: object) -> None:
        raise error

    monkeypatch.setattr(on_ray, "read_site", fails)
    end = run_task(TASK, Storage(str(tmp_path)), None)
    assert (end.key, end.state) == ("a.org", state)
    assert end.reason


def test_a_task_beyond_its_time_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(on_ray, "GRACE", 0.0)
    assert on_ray._killed(TASK, time.monotonic()) == "its worker was killed while it was read"
    assert on_ray._killed(TASK, time.monotonic() - 6) == "it did not end within 5 s"


def test_a_cluster_of_its_own_has_a_place_for_every_task_and_scorer() -> None:
    assert RayPlace(workers=4).cpus(scorers=1) == 5


@dataclass
class SlowRay:
    """Of which so many starts come to nothing."""

    failing: int
    started: list[dict[str, object]] = field(default_factory=list)

    def is_initialized(self) -> bool:
        return False

    def init(self, **options: object) -> None:
        self.started.append(options)
        if len(self.started) <= self.failing:
            raise Exception("The current node timed out during startup. It may be busy.")

    def shutdown(self) -> None:
        pass


def test_ray_is_started_again_where_the_machine_was_too_busy_for_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    busy = SlowRay(failing=2)
    monkeypatch.setitem(sys.modules, "ray", busy)
    assert connect_ray(RayPlace()) is busy
    assert len(busy.started) == 3


@pytest.mark.parametrize(
    ("place", "times", "said"),
    [
        (RayPlace(), 3, "Ray cannot be started: The current node timed out during startup"),
        (RayPlace("auto"), 1, "Ray cannot be reached: The current node timed out during startup"),
    ],
)
def test_a_ray_that_does_not_start_is_said_in_a_line(
    monkeypatch: pytest.MonkeyPatch, place: RayPlace, times: int, said: str
) -> None:
    none = SlowRay(failing=9)
    monkeypatch.setitem(sys.modules, "ray", none)
    with pytest.raises(FleetError, match=f"^{said}$"):
        connect_ray(place)
    assert len(none.started) == times
