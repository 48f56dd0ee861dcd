"""A crew on Ray, the only place that imports it: a site is a task, on whatever node has a place."""

from __future__ import annotations

import faulthandler
import logging
import os
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from auditor.browser.options import BrowserError
from auditor.errors import AuditorError
from auditor.fleet.crew import TaskEnd, TaskState
from auditor.fleet.errors import EXTRA, FleetError, StorageError
from auditor.fleet.scoring import (
    Call,
    PooledEncoder,
    PoolScorer,
    ScoringPlan,
    SharedVectors,
    VectorBook,
)
from auditor.fleet.storage import Storage
from auditor.fleet.work import SiteTask, read_site
from auditor.scan.cores import cores
from auditor.store.errors import BusyError
from models.encoder import Encoder, load
from models.errors import ModelsError

log = logging.getLogger(__name__)

PATIENCE = 300.0
"""Seconds for the scorers to begin: a cluster may have to start a machine for them."""
GPU_CALLS = 32
"""That a scorer on a GPU takes at a time; they become batches there."""
BOOK_CALLS = 1_000
"""That wait at a book at a time, most of them for what others embed."""
STARTS = 3
"""Times that a cluster of its own is started: Ray gives its processes 30 s, which where others keep
every core busy is too little."""
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

    def cpus(self, scorers: int) -> int:
        """That a cluster of its own is given: one for each task and each scorer on a CPU."""
        return (self.workers or cores()) + scorers


@dataclass(frozen=True, slots=True)
class RayScoring:
    """The actors that score, as a task is given them."""

    plan: ScoringPlan
    scorers: tuple[Any, ...]
    book: Any

    def open(self) -> tuple[PooledEncoder, SharedVectors]:
        """In a worker. Raises ModelError."""
        pool = tuple(map(_call, self.scorers))
        return PooledEncoder(_front(self.plan.model), pool), SharedVectors(_call(self.book))


def _call(actor: Any) -> Call:
    import ray

    def call(method: str, *arguments: Any) -> Any:
        return ray.get(getattr(actor, method).remote(*arguments))

    return call


@cache
def _front(model: str) -> Encoder:
    """Its files are looked at once in each worker."""
    return load(model, provider="cpu", threads=1)


def connect_ray(place: RayPlace, scorers: int = 0) -> Any:
    """Join the cluster, or begin one with CPUs for so many scorers beside the tasks. Raises
    FleetError."""
    # Nothing is told to anybody; Ray asks for that by a variable that it reads when it is imported.
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    try:
        import ray
    except ImportError as error:
        raise FleetError(f"A fleet {EXTRA} ({error})") from error
    if not ray.is_initialized():
        if place.address:
            _start(ray, "reached", 1, {"address": place.address})
        else:
            own = {"num_cpus": place.cpus(scorers), "object_store_memory": place.memory}
            _start(ray, "started", STARTS, {**own, "include_dashboard": False})
    return ray


def _start(ray: Any, how: str, times: int, options: Mapping[str, Any]) -> None:
    """Raises FleetError when it does not succeed so many times."""
    for attempt in range(1, times + 1):
        try:
            ray.init(log_to_driver=False, logging_level=logging.ERROR, **options)
        except Exception as error:  # Ray has no class for what ails its own processes
            if attempt == times:
                raise FleetError(f"Ray cannot be {how}: {_first_sentence(error)}") from error
            log.warning("Ray did not start, and is started again: %s", _first_sentence(error))
            with suppress(Exception):
                ray.shutdown()
        else:
            return


@dataclass(slots=True)
class RayCrew:
    """Joins the cluster with the first site. Use as a context manager. See Crew."""

    storage: Storage
    place: RayPlace = field(default_factory=RayPlace)
    plan: ScoringPlan | None = None
    """None: nothing is scored."""
    _scoring: RayScoring | None = None
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
        self._ray = connect_ray(self.place, self._on_cpus)
        self._scoring = _begin_scoring(self._ray, self.plan) if self.plan else None
        # Whether a task is tried again is the driver's to say: Ray would not know whose fault it
        # was, and not that another task of the host must not run.
        run = self._ray.remote(run_task)
        self._run = run.options(max_retries=0, num_cpus=1, scheduling_strategy="SPREAD")

    @property
    def room(self) -> int:
        """See Crew."""
        if self._ray is None:
            return self.place.workers or 1
        every = int(self._ray.cluster_resources().get("CPU", 1))
        return self.place.workers or max(1, every - self._on_cpus)

    @property
    def _on_cpus(self) -> int:
        """Scorers that take a CPU each."""
        return self.plan.scorers if self.plan and not self.plan.gpus else 0

    def counted(self) -> dict[str, int]:
        """Pictures and texts that were embedded, and vectors that were found."""
        total: Counter[str] = Counter()
        if self._scoring is not None:
            for actor in (*self._scoring.scorers, self._scoring.book):
                with suppress(self._ray.exceptions.RayError):
                    total.update(self._ray.get(actor.counted.remote(), timeout=10))
        return dict(total)

    def start(self, task: SiteTask) -> None:
        """See Crew. Raises FleetError when there is no cluster."""
        if self._ray is None:
            self._connect()
        handle = self._run.remote(task, self.storage, self._scoring)
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
            return TaskEnd(task.key, TaskState.LOST, reason=_first_sentence(error))


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


def _begin_scoring(ray: Any, plan: ScoringPlan) -> RayScoring:
    """Raises FleetError when the model cannot be opened there."""
    lasting = {"max_restarts": -1, "max_task_retries": -1}
    scorer = ray.remote(PoolScorer).options(
        num_cpus=0 if plan.gpus else 1,
        num_gpus=plan.gpus,
        max_concurrency=GPU_CALLS if plan.gpus else 1,
        scheduling_strategy="SPREAD",
        **lasting,
    )
    book = ray.remote(VectorBook).options(num_cpus=0, max_concurrency=BOOK_CALLS, **lasting)
    scorers = tuple(scorer.remote(plan) for _ in range(plan.scorers))
    found = RayScoring(plan, scorers, book.remote(_front(plan.model).fingerprint))
    try:
        ray.get([actor.counted.remote() for actor in scorers], timeout=PATIENCE)
    except ray.exceptions.GetTimeoutError:
        what = f"{plan.gpus:g} of a GPU" if plan.gpus else "a CPU"
        raise FleetError(f"No node has {what} for each of {plan.scorers} scorers") from None
    except ray.exceptions.RayError as error:
        raise FleetError(f"The model {plan.model} cannot score: {_last_line(error)}") from error
    return found


def _last_line(error: BaseException) -> str:
    return str(error).strip().rpartition("\n")[2]


def _first_sentence(error: BaseException) -> str:
    return _first_line(error).partition(". ")[0]


def run_task(task: SiteTask, storage: Storage, scoring: RayScoring | None) -> TaskEnd:
    """In a worker: read a site. Returns what became of it, whatever that is."""
    with _ended_from_outside(task):
        try:
            encoder, vectors = scoring.open() if scoring else (None, None)
            return TaskEnd(task.key, TaskState.DONE, read_site(task, storage, encoder, vectors))
        except KeyboardInterrupt:
            return TaskEnd(task.key, TaskState.STOPPED, reason="it was stopped")
        except (StorageError, BusyError, BrowserError) as error:
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
