"""The exit code of a scan or report: 0 nothing failed, 1 not done, 2 findings."""

from __future__ import annotations

from collections.abc import Mapping

from auditor.findings import Severity
from auditor.results import ScanReport

NOTHING_FAILED, NOT_DONE, FINDINGS = 0, 1, 2


def exit_code(
    report: ScanReport,
    failed: Mapping[Severity, int],
    fail_on: Severity | None,
    *,
    strict: bool = False,
) -> int:
    """1 when a named page was not read, the scan was interrupted, or, if `strict`, anything was
    skipped; else 2 when a rule failed at `fail_on` or worse (None: never); else 0."""
    read = {page.url for page in report.pages if page.state == "done"}
    not_done = report.finished is None or any(url not in read for url in report.targets)
    if not_done or (strict and report.skipped):
        return NOT_DONE
    order = list(Severity)
    counted = order[: order.index(fail_on) + 1] if fail_on else []
    return FINDINGS if any(failed.get(severity, 0) for severity in counted) else NOTHING_FAILED
