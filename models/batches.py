"""Runs what several threads hand in together, in batches of one fixed size."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future

import numpy as np
from numpy.typing import NDArray

from models.manifest import ModelError

Matrix = NDArray[np.float32]
Run = Callable[[Matrix], Matrix]
"""(n, …) in, (n, dimension) out."""

SIZES = (1, 2, 4, 8, 16, 32, 64, 128)
WORTH = 1.1
"""A batch twice as large must be this much faster for each item: it also waits longer."""
REPEATS = 3


class Batches:
    """Whoever comes while a batch runs goes into the next one. A batch that is not full is filled
    with zeros: kernels are chosen by shape, so that no result depends on what else is in it."""

    def __init__(self, run: Run, size: int) -> None:
        self._run = run
        self.size = size
        self._waiting: deque[tuple[Matrix, Future[Matrix]]] = deque()
        self._turn = threading.Lock()

    def rows(self, items: Sequence[Matrix]) -> list[Matrix]:
        """One row for each item, in their order. Raises what `run` raises."""
        answers: list[Future[Matrix]] = [Future() for _ in items]
        self._waiting.extend(zip(items, answers, strict=True))
        for answer in answers:
            while not answer.done():
                with self._turn:
                    self._run_next()
        return [answer.result() for answer in answers]

    def _run_next(self) -> None:
        batch = [self._waiting.popleft() for _ in range(min(self.size, len(self._waiting)))]
        if not batch:
            return
        items = np.stack([item for item, _ in batch])
        missing = [(0, self.size - len(items)), *[(0, 0)] * (items.ndim - 1)]
        try:
            rows = self._run(np.pad(items, missing))
        except Exception as error:
            for _, answer in batch:
                answer.set_exception(error)
        else:
            for (_, answer), row in zip(batch, rows, strict=False):
                answer.set_result(row)


def best_size(run: Run, item: Matrix, clock: Callable[[], float] = time.perf_counter) -> int:
    """The largest size of SIZES up to which each doubling still pays, measured here and now.

    A size that the device has no memory for ends the search. Raises ModelError when not even one
    item can be run.
    """
    best, fastest = SIZES[0], _seconds(run, item, SIZES[0], clock)
    for size in SIZES[1:]:
        try:
            seconds = _seconds(run, item, size, clock)
        except ModelError:
            break
        if fastest / seconds < WORTH:
            break
        best, fastest = size, seconds
    return best


def _seconds(run: Run, item: Matrix, size: int, clock: Callable[[], float]) -> float:
    """For one item, the quickest of some runs; the first one, which sets up, does not count."""
    batch = np.repeat(item[np.newaxis], size, axis=0)
    run(batch)
    times = []
    for _ in range(REPEATS):
        start = clock()
        run(batch)
        times.append((clock() - start) / size)
    return min(times)
