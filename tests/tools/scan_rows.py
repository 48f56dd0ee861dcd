"""Every row of a scan file as a text, so that two scans of the same pages can be compared."""

from __future__ import annotations

import dataclasses
from pathlib import Path

from auditor.store.writer import Store


def rows(path: Path) -> list[str]:
    """Image uses in the order of their ranks, then groups, pages and what was skipped. Thumbnails
    are left out: the picture's hash says them."""
    with Store(path) as store:
        report = store.report()
        uses = [
            repr(dataclasses.replace(use, picture=use.picture and use.picture.sha256))
            for use in report.uses
        ]
        groups = [repr(found) for found in report.site_findings]
        others = sorted(map(repr, (*report.pages, *report.skipped)))
    return [*uses, *groups, *others]
