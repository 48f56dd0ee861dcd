"""The report of a fleet as one self-contained page: no script, no request, readable by eye and by
ear, in the looks of the report of a scan."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from jinja2 import ChoiceLoader, PackageLoader

from auditor.findings import Status
from auditor.fleet.records import SCAN, SiteFigures
from auditor.fleet.storage import Storage
from auditor.fleet.summary import FleetSummary, FleetTotals, open_uses, per_page
from auditor.reports.html_report import data_url, templates
from auditor.store.reader import StoredScan, StoreError

SITES = 1_000
"""Rows of the table: a page of 40,000 is one that nobody can open. CSV and JSON have all."""
CHANGED = 25
"""Sites that got better or worse."""
LISTED = 200
"""Sites of which nothing was read."""


def fleet_html(summary: FleetSummary, thumbnails: Mapping[str, bytes]) -> str:
    """The page. `thumbnails`: of shared pictures, by their hash."""
    totals = summary.totals
    page: str = _ENVIRONMENT.get_template("fleet.html").render(
        summary=summary,
        totals=totals,
        statuses=[(s, totals.counts[s.value]) for s in Status if totals.counts[s.value]],
        sentence=_sentence(summary),
        most=max((per_page(site) for site in summary.sites), default=0.0) or 1.0,
        pictures={sha256: data_url(data) for sha256, data in thumbnails.items()},
        open_uses=open_uses,
        per_page=per_page,
        SITES=SITES,
        CHANGED=CHANGED,
        LISTED=LISTED,
        weigh=_weigh,
    )
    return page


def thumbnails_of(summary: FleetSummary, storage: Storage) -> dict[str, bytes]:
    """Small copies of the shared pictures, as far as the scan files lie on this machine."""
    found: dict[str, bytes] = {}
    if storage.folder is None:
        return found
    by_site: dict[str, list[str]] = {}
    for picture in summary.shared:
        by_site.setdefault(picture.first_site, []).append(picture.sha256)
    for site, wanted in by_site.items():
        try:
            with StoredScan(storage.folder / SCAN.format(site)) as stored:
                for sha256 in wanted:
                    picture_info = stored.picture(sha256)
                    if picture_info is not None and picture_info.thumbnail:
                        found[sha256] = picture_info.thumbnail
        except (StoreError, OSError):
            continue  # without it, the report says the same
    return found


def _sentence(summary: FleetSummary) -> str:
    totals = summary.totals
    words = _ENVIRONMENT.globals["words"]
    images, pages = words.counted(totals.uses, "image"), words.counted(totals.pages, "page")
    said = f"{images} on {pages} of {words.counted(len(summary.sites), 'site')}: "
    said += f"{totals.open:,} {'asks' if totals.open == 1 else 'ask'} for work"
    if totals.quality is not None:
        said += f", and {words.counted(totals.scored, 'text')} have a mean quality of "
        said += f"{totals.quality:.2f} of 5"
    return f"{said}."


def _weigh(then: FleetTotals, now: FleetTotals) -> list[tuple[Status, int, int]]:
    """Statuses that either has."""
    return [
        (status, then.counts[status.value], now.counts[status.value])
        for status in Status
        if then.counts[status.value] or now.counts[status.value]
    ]


def site_name(site: SiteFigures) -> str:
    """A site as people call it: its address without the scheme."""
    return site.url.partition("://")[2].removesuffix("/")


_ENVIRONMENT: Any = templates()
_ENVIRONMENT.loader = ChoiceLoader(
    [PackageLoader("auditor", "fleet"), PackageLoader("auditor", "reports")]
)
_ENVIRONMENT.globals.update(site_name=site_name)
