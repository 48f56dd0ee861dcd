"""What many sites cost and how long they take, on numbers worked out by hand."""

import pytest

from auditor.bench.fleet import (
    FleetCosts,
    FleetShape,
    bill,
    busy_share,
    latencies,
    makespan,
    site_seconds,
)

COSTS = FleetCosts(
    page=0.1, browser=1.0, picture=0.05, text=0.02, site=5.0, scan_bytes=2000, parquet_bytes=100
)
SHAPE = FleetShape(pages=50, uses=10, new_pictures=2, new_texts=4, gpu_pictures=100)


def test_the_bill_of_a_hundred_thousand_pages() -> None:
    found = bill(100_000, COSTS, SHAPE)
    assert found.read_hours == pytest.approx((100_000 + 2_000 * 5) / 3600)
    assert found.static_hours == pytest.approx((10_000 + 2_000 * 5) / 3600)
    assert found.score_hours == pytest.approx((10_000 + 8_000) / 3600)
    assert found.gpu_hours == pytest.approx(600_000 / 100 / 3600)
    assert (found.scan_gigabytes, found.parquet_gigabytes) == pytest.approx((2.0, 0.1))


def test_a_site_waits_for_its_answers_and_computes() -> None:
    # robots.txt, the first page and its pictures; then five pages, two together: three times two.
    assert site_seconds(0.5, pages=6, at_a_time=2, cpu=1.0) == pytest.approx(9 * 0.5 + 1.0)
    assert site_seconds(0.5, pages=1, at_a_time=2, cpu=0.0) == pytest.approx(3 * 0.5)


def test_the_next_site_goes_to_who_is_free_first() -> None:
    assert makespan([3, 1, 1, 1, 1], workers=2) == 4
    assert makespan([1, 1, 1, 5], workers=2) == 6
    assert busy_share([1, 1, 1, 5], workers=2) == pytest.approx(8 / 12)


def test_latencies_have_their_mean_and_a_heavy_tail() -> None:
    found = sorted(latencies(100_000, 0.3, seed=1))
    assert sum(found) / len(found) == pytest.approx(0.3, rel=0.1)
    assert found[0] == pytest.approx(0.1, rel=0.01)
    assert found[99_000] > 2.0
