"""Pictures of several threads go together, and none notices the others."""

import threading

import numpy as np
import pytest

from models.batches import Batches, best_size
from models.manifest import ModelError


def doubled(batch: np.ndarray) -> np.ndarray:
    return batch * 2


def item(number: int) -> np.ndarray:
    return np.full(3, number, dtype=np.float32)


def test_each_item_gets_its_own_row_and_every_batch_is_of_one_size() -> None:
    shapes = []

    def run(batch: np.ndarray) -> np.ndarray:
        shapes.append(batch.shape)
        return doubled(batch)

    rows = Batches(run, 4).rows([item(number) for number in range(10)])
    assert [row[0] for row in rows] == [2 * number for number in range(10)]
    assert shapes == [(4, 3)] * 3


def test_threads_get_their_own_rows() -> None:
    batches = Batches(doubled, 4)
    rows: dict[int, np.ndarray] = {}
    threads = [
        threading.Thread(target=lambda n=n: rows.update({n: batches.rows([item(n)])[0]}))
        for n in range(20)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {number: row[0] for number, row in rows.items()} == {n: 2 * n for n in range(20)}


def test_what_cannot_be_run_is_said_to_whoever_asked() -> None:
    def run(batch: np.ndarray) -> np.ndarray:
        raise ModelError("no memory")

    with pytest.raises(ModelError, match="no memory"):
        Batches(run, 4).rows([item(1)])


def test_the_size_grows_as_long_as_it_pays_and_fits() -> None:
    now = [0.0]

    def run(batch: np.ndarray) -> np.ndarray:
        if len(batch) > 32:
            raise ModelError("no memory")
        now[0] += 10 + len(batch) / 100
        return batch

    assert best_size(run, item(1), lambda: now[0]) == 32


def test_a_device_that_gains_nothing_runs_one_by_one() -> None:
    now = [0.0]

    def run(batch: np.ndarray) -> np.ndarray:
        now[0] += len(batch)
        return batch

    assert best_size(run, item(1), lambda: now[0]) == 1
