"""What a report of a fleet says: its sites, worst first, what they have in common, and what changed
since the run before."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from auditor.findings import ASKS_FOR_WORK, Status
from auditor.fleet.data_set import SharedPicture, open_data
from auditor.fleet.errors import FleetError
from auditor.fleet.records import (
    FLEET,
    FleetInfo,
    SiteFigures,
    SkippedSite,
    figures_of_all,
    skipped_sites,
    understood_as,
)
from auditor.fleet.storage import Storage

SHARED = 100
"""Pictures that are listed."""


@dataclass(frozen=True, slots=True)
class FleetTotals:
    """All sites together."""

    sites: int
    pages: int
    counts: Mapping[str, int]
    """Image uses by status, every status named."""
    scored: int
    quality: float | None
    """Mean of the scored texts."""

    @property
    def uses(self) -> int:
        """All image uses."""
        return sum(self.counts.values())

    @property
    def open(self) -> int:
        """Those that ask for work."""
        return sum(self.counts[status.value] for status in ASKS_FOR_WORK)


@dataclass(frozen=True, slots=True)
class FleetTrend:
    """The same sites in the run before."""

    started: str
    """When that began."""
    then: FleetTotals
    now: FleetTotals
    """Of the sites that both runs read."""
    worse: Sequence[tuple[SiteFigures, SiteFigures]]
    better: Sequence[tuple[SiteFigures, SiteFigures]]
    """Sites then and now, those that changed most first."""
    came: int
    gone: int
    """Sites that only one of them read."""
    same_model: bool


@dataclass(frozen=True, slots=True)
class FleetSummary:
    """All that a report says."""

    info: FleetInfo
    totals: FleetTotals
    sites: Sequence[SiteFigures]
    """Those of which something was read, worst first."""
    unread: Sequence[SiteFigures]
    skipped: Sequence[SkippedSite]
    shared: Sequence[SharedPicture]
    trend: FleetTrend | None = None


def summarise(storage: Storage, before: Storage | None = None) -> FleetSummary:
    """Raises FleetError, also when no site is done."""
    info, figures = _info(storage), figures_of_all(storage)
    with open_data(storage) as data:
        shared = data.shared_pictures(SHARED)
    read = sorted((each for each in figures if not each.unread), key=badness, reverse=True)
    trend = None
    if before is not None:
        trend = trend_of(_info(before), figures_of_all(before), info, figures)
    return FleetSummary(
        info=info,
        totals=totals_of(figures),
        sites=read,
        unread=[each for each in figures if each.unread],
        skipped=skipped_sites(storage),
        shared=shared,
        trend=trend,
    )


def open_uses(site: SiteFigures) -> int:
    """Image uses that ask for work."""
    return sum(site.counts.get(status.value, 0) for status in ASKS_FOR_WORK)


def per_page(site: SiteFigures) -> float:
    """Image uses that ask for work, a page: what a listener meets, however many pages were read."""
    return open_uses(site) / max(site.pages, 1)


def badness(site: SiteFigures) -> tuple[float, int, str]:
    """What sites are ordered by."""
    return per_page(site), open_uses(site), site.key


def totals_of(sites: Iterable[SiteFigures]) -> FleetTotals:
    """Sums, and the mean quality by texts."""
    every = list(sites)
    counts: Counter[str] = Counter()
    for site in every:
        counts.update(site.counts)
    scored = sum(site.scored for site in every)
    weighed = sum(site.scored * (site.quality or 0.0) for site in every)
    return FleetTotals(
        sites=len(every),
        pages=sum(site.pages for site in every),
        counts={status.value: counts[status.value] for status in Status},
        scored=scored,
        quality=weighed / scored if scored else None,
    )


def trend_of(
    then_info: FleetInfo,
    then: Sequence[SiteFigures],
    now_info: FleetInfo,
    now: Sequence[SiteFigures],
) -> FleetTrend:
    """What changed on the sites that both runs read something of."""
    old = {site.key: site for site in then if not site.unread}
    new = {site.key: site for site in now if not site.unread}
    both = [(old[key], new[key]) for key in sorted(old.keys() & new.keys())]

    def change(pair: tuple[SiteFigures, SiteFigures]) -> float:
        return per_page(pair[1]) - per_page(pair[0])

    ordered = sorted(both, key=change)
    return FleetTrend(
        started=then_info.started,
        then=totals_of(pair[0] for pair in both),
        now=totals_of(pair[1] for pair in both),
        worse=[pair for pair in reversed(ordered) if change(pair) > 0],
        better=[pair for pair in ordered if change(pair) < 0],
        came=len(new.keys() - old.keys()),
        gone=len(old.keys() - new.keys()),
        same_model=then_info.model_sha256 == now_info.model_sha256,
    )


def _info(storage: Storage) -> FleetInfo:
    data = storage.read(FLEET)
    if data is None:
        raise FleetError(f"{storage.place} holds no fleet")
    return understood_as(FleetInfo, data, f"{storage.place}/{FLEET}")
