"""What many sites cost, and how long they take: costs that were measured turned into a table, and
a simulation of sites whose latencies follow a heavy tail.

    python -m auditor.bench.fleet

prints both for docs/scale.md. Pure but for printing.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random

TAIL = 1.5
"""Shape of the Pareto distribution of latencies: the mean is three times the least."""
HOUR = 3600.0


@dataclass(frozen=True, slots=True)
class FleetCosts:
    """Measured (tests/tools/fleet_show.py costs)."""

    page: float
    """Seconds of CPU: to read a page, extract its images and judge them, without a score."""
    browser: float
    """The same in Chromium, all of its processes."""
    picture: float
    """Seconds of CPU to embed a picture."""
    text: float
    """Seconds of CPU to embed a text."""
    site: float
    """Seconds of CPU that a site costs beside its pages."""
    scan_bytes: float
    """Of the scan file, an image use."""
    parquet_bytes: float
    """Of the data set, an image use."""


@dataclass(frozen=True, slots=True)
class FleetShape:
    """What sites are like."""

    pages: int = 50
    """That are read of a site."""
    uses: float = 12.0
    """Image uses of a page."""
    new_pictures: float = 3.0
    """Pictures of a page that no page before it had, on its site or another."""
    new_texts: float = 6.0
    """Texts, likewise."""
    gpu_pictures: float = 1_000.0
    """That a GPU embeds in a second: a guess to be replaced by `auditor bench speed` there."""


@dataclass(frozen=True, slots=True)
class FleetBill:
    """What so many pages cost."""

    pages: int
    read_hours: float
    """Of one core, in Chromium."""
    static_hours: float
    """Of one core, without it."""
    score_hours: float
    """Of one core."""
    gpu_hours: float
    """In place of `score_hours`."""
    scan_gigabytes: float
    parquet_gigabytes: float


def bill(pages: int, costs: FleetCosts, shape: FleetShape) -> FleetBill:
    """The costs of so many pages."""
    sites = pages / shape.pages
    uses = pages * shape.uses
    pictures, texts = pages * shape.new_pictures, pages * shape.new_texts
    return FleetBill(
        pages=pages,
        read_hours=(pages * costs.browser + sites * costs.site) / HOUR,
        static_hours=(pages * costs.page + sites * costs.site) / HOUR,
        score_hours=(pictures * costs.picture + texts * costs.text) / HOUR,
        gpu_hours=(pictures + texts) / shape.gpu_pictures / HOUR,
        scan_gigabytes=uses * costs.scan_bytes / 1e9,
        parquet_gigabytes=uses * costs.parquet_bytes / 1e9,
    )


def site_seconds(latency: float, pages: int, at_a_time: int, cpu: float) -> float:
    """How long a site takes: robots.txt, the first page and its pictures, then the others,
    `at_a_time` together, each two answers long; and its CPU, which nothing else uses meanwhile.

    latency: seconds of an answer; cpu: seconds for the whole site.
    """
    rounds = 1 + 2 + 2 * -(-max(0, pages - 1) // at_a_time)
    return rounds * latency + cpu


def latencies(number: int, mean: float, seed: int) -> list[float]:
    """Seconds, of a Pareto distribution with the shape TAIL."""
    random = Random(seed)  # noqa: S311 - no secret hangs on it
    least = mean * (TAIL - 1) / TAIL
    return [least * random.paretovariate(TAIL) for _ in range(number)]


def makespan(seconds: Iterable[float], workers: int) -> float:
    """When the last one ends, each begun by the first worker that is free, in their order."""
    free = [0.0] * workers
    for each in seconds:
        heapq.heappush(free, heapq.heappop(free) + each)
    return max(free)


def busy_share(seconds: Sequence[float], workers: int) -> float:
    """Of the workers' time, until the last one ends."""
    return sum(seconds) / (workers * makespan(seconds, workers))


MEASURED = FleetCosts(
    page=0.055,  # docs/crawling.md: 2,000 pages without a browser, CPU of both processes
    browser=0.74,  # docs/crawling.md: 2.7 pages a second on two cores
    picture=0.016,
    text=0.0075,
    site=0.75,
    scan_bytes=1_616,  # docs/crawling.md
    parquet_bytes=48,
)
"""The others by `python -m tests.tools.fleet_show costs`, 4 sites of 2 and 4 of 12 pages, 24
pictures of 640 by 480 and 24 texts of 60 characters: two cores of a server that others share."""


def _print() -> None:
    shape = FleetShape()
    heads = ("pages", "reading in Chromium", "reading `--static`", "scoring on cores")
    print(f"| {' | '.join((*heads, 'scoring on a GPU', 'scan files', 'Parquet'))} |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for pages in (10**4, 10**6, 10**8):
        b = bill(pages, MEASURED, shape)
        print(
            f"| {pages:,} | {b.read_hours:,.1f} | {b.static_hours:,.1f} | {b.score_hours:,.1f} | "
            f"{b.gpu_hours:,.1f} | {b.scan_gigabytes:,.1f} GB | {b.parquet_gigabytes:,.2f} GB |"
        )
    sites = latencies(100_000, 0.3, 0)
    cpu = shape.pages * MEASURED.browser + MEASURED.site
    hour = [min(site_seconds(each, shape.pages, 2, cpu), HOUR) for each in sites]
    print()
    print("| workers | 100,000 sites take | workers busy |")
    print("| --- | --- | --- |")
    for workers in (16, 64, 256, 1024, 4096):
        hours = makespan(hour, workers) / HOUR
        print(f"| {workers:,} | {hours:,.1f} h | {busy_share(hour, workers):.1%} |")


if __name__ == "__main__":
    _print()
