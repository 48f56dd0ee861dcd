"""A crew on Ray, the only place that imports it: a site is a task, on whatever node has a place."""

from __future__ import annotations

import faulthandler
import logging
import os
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from auditor.errors import AuditorError
from auditor.fleet.crew import TaskEnd, TaskState
from auditor.fleet.errors import EXTRA, FleetError, StorageError
from auditor.fleet.storage import Storage
from auditor.fleet.work import SiteTask, read_site
from auditor.store.errors import BusyError
from models.errors import ModelsError

log = logging.getLogger(__name__)

GRACE = 60.0
"""Seconds beyond its limit after which a task is ended from outside: by then it hangs."""


@dataclass(frozen=True, slots=True)
class RayPlace:
    """Where a fleet runs."""

    address: str | None = None
    """Of a cluster ("auto", "ray://HOST:10001"); None: a cluster of its own on this machine."""
    workers: int | None = None
    """Sites at a time; None: one for each CPU that Ray knows of."""
    memory: int = 500_000_000
    """Bytes of the object store of a cluster of its own."""


def connect_ray(place: RayPlace) -> Any:
    """Join the cluster, or begin one. Raises FleetError."""
    # Nothing is told to anybody; Ray asks for that by a variable that it reads when it is imported.
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    try:
        import ray
    except ImportError as error:
        raise FleetError(f"A fleet {EXTRA} ({error})") from error
    quiet: dict[str, Any] = {"log_to_driver": False, "logging_level": logging.ERROR}
    if not ray.is_initialized():
        try:
            if place.address:
                ray.init(place.address, **quiet)
            else:
                own = {"num_cpus": place.workers, "object_store_memory": place.memory}
                ray.init(include_dashboard=False, **own, **quiet)
        except (ConnectionError, RuntimeError, ValueError, OSError) as error:
            raise FleetError(f"Ray cannot be reached: {error}") from error
    return ray


@dataclass(slots=True)
class RayCrew:
    """Joins the cluster with the first site. Use as a context manager. See Crew."""

    storage: Storage
    place: RayPlace = field(default_factory=RayPlace)
    _ray: Any = None
    _run: Any = None
    _tasks: dict[Any, tuple[SiteTask, float]] = field(default_factory=dict)

    def __enter__(self) -> RayCrew:
        return self

    def __exit__(self, *exc: object) -> None:
        if self._ray is not None:
            with suppress(Exception):
                self._ray.shutdown()

    def _connect(self) -> None:
        self._ray = connect_ray(self.place)
        # Whether a task is tried again is the driver's to say: Ray would not know whose fault it
        # was, and not that another task of the host must not run.
        run = self._ray.remote(run_task)
        self._run = run.options(max_retries=0, num_cpus=1, scheduling_strategy="SPREAD")

    @property
    def room(self) -> int:
        """See Crew."""
        if self._ray is None:
            return self.place.workers or 1
        return self.place.workers or max(1, int(self._ray.cluster_resources().get("CPU", 1)))

    def start(self, task: SiteTask) -> None:
        """See Crew. Raises FleetError when there is no cluster."""
        if self._ray is None:
            self._connect()
        handle = self._run.remote(task, self.storage, tuple(sys.path))
        self._tasks[handle] = (task, time.monotonic())

    def ended(self, timeout: float) -> Sequence[TaskEnd]:
        """See Crew."""
        if not self._tasks:
            return ()
        waiting = list(self._tasks)
        ready, _ = self._ray.wait(waiting, num_returns=1, timeout=timeout)
        more, _ = self._ray.wait(waiting, num_returns=len(waiting), timeout=0)
        return [self._end(handle) for handle in dict.fromkeys([*ready, *more])]

    def stop(self) -> None:
        """See Crew."""
        for handle in self._tasks:
            with suppress(Exception):
                self._ray.cancel(handle, force=False)

    def _end(self, handle: Any) -> TaskEnd:
        task, begun = self._tasks.pop(handle)
        errors = self._ray.exceptions
        try:
            end: TaskEnd = self._ray.get(handle)
            return end
        except errors.TaskCancelledError:
            return TaskEnd(task.key, TaskState.STOPPED, reason="it was stopped")
        except errors.OutOfMemoryError:
            return TaskEnd(task.key, TaskState.FAILED, reason="its worker ran out of memory")
        except errors.WorkerCrashedError:
            return TaskEnd(task.key, TaskState.FAILED, reason=_killed(task, begun))
        except errors.RayTaskError as error:
            return TaskEnd(task.key, TaskState.FAILED, reason=_first_line(error.cause or error))
        except errors.RayError as error:
            return TaskEnd(task.key, TaskState.LOST, reason=_first_line(error))


def _killed(task: SiteTask, begun: float) -> str:
    limit = _limit(task)
    if limit is not None and time.monotonic() - begun >= limit:
        return f"it did not end within {limit:g} s"
    return "its worker was killed while it was read"


def _limit(task: SiteTask) -> float | None:
    seconds = task.options.max_time
    return None if seconds is None else seconds + GRACE


def _first_line(error: BaseException) -> str:
    words = str(error).strip().partition("\n")[0]
    return words or type(error).__name__


def run_task(task: SiteTask, storage: Storage, path: Sequence[str]) -> TaskEnd:
    """In a worker: read a site. Returns what became of it, whatever that is."""
    sys.path[:] = [*dict.fromkeys([*sys.path, *path])]
    with _ended_from_outside(task):
        try:
            return TaskEnd(task.key, TaskState.DONE, read_site(task, storage))
        except KeyboardInterrupt:
            return TaskEnd(task.key, TaskState.STOPPED, reason="it was stopped")
        except (StorageError, BusyError) as error:
            return TaskEnd(task.key, TaskState.LOST, reason=str(error))
        except (AuditorError, ModelsError) as error:
            return TaskEnd(task.key, TaskState.FAILED, reason=str(error))


@contextmanager
def _ended_from_outside(task: SiteTask) -> Iterator[None]:
    """What hangs in a library hears nothing; a thread of the interpreter ends its process."""
    limit = _limit(task)
    with Path(os.devnull).open("w") as nowhere:
        if limit is not None:
            faulthandler.dump_traceback_later(limit, exit=True, file=nowhere)
        try:
            yield
        finally:
            faulthandler.cancel_dump_traceback_later()
