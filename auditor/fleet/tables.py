"""The report of a fleet for programs and spreadsheets: JSON with all of it, CSV with a row a
site."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any, TextIO

from auditor.findings import Status
from auditor.fleet.records import SiteFigures
from auditor.fleet.summary import FleetSummary, FleetTotals, open_uses, per_page
from auditor.reports.csv_report import write_rows

SCHEMA = "alt-text-auditor/fleet/1"
COLUMNS = [
    "site",
    "state",
    "key",
    "pages",
    "pages_failed",
    "images",
    "open",
    "open_per_page",
    *(status.value for status in Status),
    "quality",
    "scored",
    "started",
    "reason",
]


def write_sites(summary: FleetSummary, out: TextIO) -> None:
    """CSV: the sites, worst first, then those that were not read and those that were given up."""
    rows: list[dict[str, Any]] = [
        {"site": site.url, "state": "done", "reason": site.reason, **_figures(site)}
        for site in summary.sites
    ]
    rows += [
        {"site": site.url, "state": "unread", "reason": site.reason, **_figures(site)}
        for site in summary.unread
    ]
    rows += [
        {"site": site.url, "state": "given up", "key": site.key, "reason": site.reason}
        for site in summary.skipped
    ]
    write_rows(out, COLUMNS, rows)


def _figures(site: SiteFigures) -> dict[str, Any]:
    return {
        "key": site.key,
        "pages": site.pages,
        "pages_failed": site.pages_failed,
        "images": sum(site.counts.values()),
        "open": open_uses(site),
        "open_per_page": round(per_page(site), 3),
        **{status.value: site.counts.get(status.value, 0) for status in Status},
        "quality": "" if site.quality is None else round(site.quality, 3),
        "scored": site.scored,
        "started": site.started,
    }


def as_object(summary: FleetSummary) -> dict[str, Any]:
    """JSON."""
    trend = summary.trend
    return {
        "schema": SCHEMA,
        "fleet": asdict(summary.info),
        "totals": _totals(summary.totals),
        "sites": [
            asdict(site) | {"open": open_uses(site), "open_per_page": round(per_page(site), 3)}
            for site in summary.sites
        ],
        "unread": list(map(asdict, summary.unread)),
        "skipped": list(map(asdict, summary.skipped)),
        "shared_pictures": list(map(asdict, summary.shared)),
        "trend": None
        if trend is None
        else {
            "before": trend.started,
            "same_model": trend.same_model,
            "then": _totals(trend.then),
            "now": _totals(trend.now),
            "worse": [_change(*pair) for pair in trend.worse],
            "better": [_change(*pair) for pair in trend.better],
            "came": trend.came,
            "gone": trend.gone,
        },
    }


def _totals(totals: FleetTotals) -> dict[str, Any]:
    return {
        "sites": totals.sites,
        "pages": totals.pages,
        "images": totals.uses,
        "open": totals.open,
        "statuses": dict(totals.counts),
        "scored": totals.scored,
        "mean_quality": totals.quality,
    }


def _change(then: SiteFigures, now: SiteFigures) -> dict[str, Any]:
    return {
        "site": now.url,
        "key": now.key,
        "open_per_page_then": round(per_page(then), 3),
        "open_per_page_now": round(per_page(now), 3),
    }
