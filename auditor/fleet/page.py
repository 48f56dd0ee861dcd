"""The report of a fleet as one self-contained page: no script, no request, readable by eye and by
ear, in the looks of the report of a scan."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from jinja2 import ChoiceLoader, Environment, PackageLoader

from auditor.catalogue import ENGLISH, Tongue
from auditor.findings import Status
from auditor.fleet.records import SCAN, SiteFigures
from auditor.fleet.storage import Storage
from auditor.fleet.summary import FleetSummary, FleetTotals, open_uses, per_page
from auditor.reports import words
from auditor.reports.html_templates import templates
from auditor.reports.html_tongue import data_url
from auditor.store.reader import StoredScan, StoreError

SITES = 1_000
"""Rows of the table: a page of 40,000 is one that nobody can open. CSV and JSON have all."""
CHANGED = 25
"""Sites that got better or worse."""
LISTED = 200
"""Sites of which nothing was read."""


def fleet_html(
    summary: FleetSummary, thumbnails: Mapping[str, bytes], tongue: Tongue = ENGLISH
) -> str:
    """The page. `thumbnails`: of shared pictures, by their hash."""
    totals = summary.totals
    page: str = (
        _environment(tongue)
        .get_template("fleet.html")
        .render(
            summary=summary,
            totals=totals,
            statuses=[(s, totals.counts[s.value]) for s in Status if totals.counts[s.value]],
            sentence=_sentence(summary, tongue),
            most=max((per_page(site) for site in summary.sites), default=0.0) or 1.0,
            pictures={sha256: data_url(data) for sha256, data in thumbnails.items()},
            open_uses=open_uses,
            per_page=per_page,
            SITES=SITES,
            CHANGED=CHANGED,
            LISTED=LISTED,
            weigh=_weigh,
        )
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


def _sentence(summary: FleetSummary, tongue: Tongue) -> str:
    totals = summary.totals
    values = {
        "images": words.images(totals.uses, tongue),
        "pages": words.pages(totals.pages, tongue),
        "sites": tongue.counted("{number} site", "{number} sites", len(summary.sites)),
    }
    if totals.quality is None:
        return tongue.counted(
            "{images} on {pages} of {sites}: {number} asks for work.",
            "{images} on {pages} of {sites}: {number} ask for work.",
            totals.open,
            **values,
        )
    return tongue.counted(
        "{images} on {pages} of {sites}: {number} asks for work, and {texts} have a mean quality "
        "of {quality:.2f} of 5.",
        "{images} on {pages} of {sites}: {number} ask for work, and {texts} have a mean quality "
        "of {quality:.2f} of 5.",
        totals.open,
        texts=tongue.counted("{number} text", "{number} texts", totals.scored),
        quality=totals.quality,
        **values,
    )


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


@cache
def _environment(tongue: Tongue) -> Environment:
    found = templates(tongue)
    found.loader = ChoiceLoader(
        [PackageLoader("auditor", "fleet"), PackageLoader("auditor", "reports")]
    )
    found.globals.update(site_name=site_name)
    return found
