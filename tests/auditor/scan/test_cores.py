"""How much is computed at a time."""

import os

import pytest

from auditor.scan.cores import cores, judging_pool


def test_cores_that_this_process_may_not_use_do_not_count(monkeypatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {1, 5, 6}, raising=False)
    assert cores() == 3


def test_where_nobody_can_say_so_all_of_the_machine_count(monkeypatch) -> None:
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: 12)
    assert cores() == 12


@pytest.mark.parametrize("count", [1, 3])
def test_there_is_one_thread_a_core(monkeypatch, count: int) -> None:
    monkeypatch.setattr("auditor.scan.cores.cores", lambda: count)
    with judging_pool() as pool:
        assert pool._max_workers == count
