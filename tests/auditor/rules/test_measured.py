"""What was read on real pages, as data."""

from __future__ import annotations

import pytest

from auditor.rules import RULES
from auditor.rules.measured import Readings, readings, sample, total


def test_the_interval_is_wilsons() -> None:
    low, high = Readings(right=9, arguable=1, wrong=0).interval
    assert (low, high) == pytest.approx((0.5958, 0.9821), abs=1e-4)
    assert Readings(right=4, arguable=0, wrong=0).interval == pytest.approx((0.5101, 1), abs=1e-4)


def test_what_was_read_is_of_rules_that_there_are() -> None:
    assert set(readings()) <= {rule.id for rule in RULES}
    assert all(each.n > 0 for each in readings().values())
    assert sample()["pages"] > 0


def test_over_all_rules_most_findings_are_right() -> None:
    every = total()
    assert every.n == sum(each.n for each in readings().values())
    assert every.right / every.n >= 0.9
    assert every.wrong / every.n <= 0.03
