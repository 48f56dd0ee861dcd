"""The exit code of a scan or report: 0 nothing failed, 1 not done, 2 findings."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from auditor.findings import ASKS_FOR_WORK, Outcome, Severity, Status
from auditor.gate.ignores import suggestion
from auditor.results import FindingState, JudgedUse, ScanReport
from auditor.store.reader import StoredScan

NOTHING_FAILED, NOT_DONE, FINDINGS = 0, 1, 2
NEVER = "never"
_WORK = tuple(status for status in Status if status in ASKS_FOR_WORK)


@dataclass(frozen=True, slots=True)
class Quality:
    """A bound for the quality of texts."""

    below: float
    """Above 1, at most 5: texts of a lower quality fail."""


FailOn = Severity | Status | Quality | None
"""What makes a check fail: a failed rule of this severity or worse, an image use of this status or
worse, a text of lower quality; None: nothing does."""


def parse_fail_on(text: str) -> FailOn:
    """ "serious", "weak", "quality<2.5" or "never". Raises ValueError with a line to show."""
    if text == NEVER:
        return None
    if text.startswith("quality"):
        return _quality(text)
    if text in list(Severity):
        return Severity(text)
    if text in _WORK:
        return Status(text)
    words = [*(severity.value for severity in Severity), *(status.value for status in _WORK), NEVER]
    more = suggestion(text, words)
    raise ValueError(
        f"{text} is neither a severity ({', '.join(Severity)}), nor a status ({', '.join(_WORK)}),"
        f" nor quality<NUMBER, nor {NEVER}{more}"
    )


def _quality(text: str) -> Quality:
    number = text.removeprefix("quality").strip()
    try:
        below = float(number.removeprefix("<"))
    except ValueError:
        below = 0.0
    if not number.startswith("<") or not 1 < below <= 5:
        raise ValueError(f"{text}: write quality<NUMBER, above 1 and at most 5, as in quality<2.5")
    return Quality(below)


def failures(store: StoredScan, fail_on: FailOn) -> int:
    """How many findings (for a severity) or image uses of a scan make the check fail."""
    if fail_on is None:
        return 0
    if isinstance(fail_on, Quality):
        return store.below(fail_on.below)
    if isinstance(fail_on, Severity):
        failed = store.failed_counts()
        return sum(failed.get(severity, 0) for severity in _severities(fail_on))
    counts = store.report().counts
    return sum(counts[status.value] for status in _statuses(fail_on))


def new_failures(uses: Iterable[JudgedUse], fail_on: FailOn) -> int:
    """The same of uses that were held against a baseline: what is known or ignored is left out."""
    return sum(_new_failures(use, fail_on) for use in uses) if fail_on is not None else 0


def _new_failures(use: JudgedUse, fail_on: FailOn) -> int:
    if isinstance(fail_on, Severity):
        pairs = zip(use.verdict.findings, use.states, strict=True)
        severe = _severities(fail_on)
        return sum(
            state is FindingState.NEW and f.outcome is Outcome.FAILED and f.severity in severe
            for f, state in pairs
        )
    if isinstance(fail_on, Quality):
        low = use.scores is not None and use.scores.quality < fail_on.below
        return int(low and use.state is FindingState.NEW)
    return int(
        isinstance(fail_on, Status)
        and use.verdict.status in _statuses(fail_on)
        and _state_of_status(use) is FindingState.NEW
    )


def _state_of_status(use: JudgedUse) -> FindingState | None:
    """State of the finding that the status rests on: a new remark beside it changes nothing."""
    pairs = zip(use.verdict.findings, use.states, strict=True)
    return next((state for f, state in pairs if f.message == use.verdict.reason), use.state)


def _severities(worst_to: Severity) -> list[Severity]:
    order = list(Severity)
    return order[: order.index(worst_to) + 1]


def _statuses(worst_to: Status) -> tuple[Status, ...]:
    return _WORK[: _WORK.index(worst_to) + 1]


def exit_code(report: ScanReport, failed: int, allowed: int = 0, *, strict: bool = False) -> int:
    """1 when a named page or every page was not read, the scan was interrupted, or, if `strict`,
    anything was skipped; else 2 when more `failed` than are `allowed`; else 0."""
    read = {page.url for page in report.pages if page.state == "done"}
    unread = not read or any(url not in read for url in report.targets)
    not_done = unread or report.finished is None
    if not_done or (strict and report.skipped):
        return NOT_DONE
    return FINDINGS if failed > allowed else NOTHING_FAILED
