import pytest

from auditor.exit_code import exit_code
from auditor.findings import Severity, Skipped
from auditor.results import PageInfo, ScanReport

URL = "http://site/"


def report(*, state: str = "done", finished: str | None = "now", skipped: int = 0) -> ScanReport:
    page = PageInfo(URL, URL, 200, "", None, state, 0)
    left_out = tuple(Skipped("a", "b") for _ in range(skipped))
    return ScanReport(
        (URL,), "then", finished, "0", "compact", "", (page,), {}, {}, (), left_out, iter(())
    )


@pytest.mark.parametrize(
    ("failed", "fail_on", "code"),
    [
        ({}, Severity.MODERATE, 0),
        ({Severity.MODERATE: 1}, Severity.MODERATE, 2),
        ({Severity.CRITICAL: 1}, Severity.MODERATE, 2),
        ({Severity.ADVICE: 9}, Severity.MODERATE, 0),
        ({Severity.ADVICE: 1}, Severity.ADVICE, 2),
        ({Severity.MODERATE: 1}, Severity.CRITICAL, 0),
        ({Severity.CRITICAL: 1}, None, 0),
    ],
)
def test_findings_at_the_threshold_or_worse_give_two(failed, fail_on, code: int) -> None:
    assert exit_code(report(), failed, fail_on) == code


def test_a_named_page_that_was_not_read_gives_one_even_with_findings() -> None:
    assert exit_code(report(state="failed"), {Severity.CRITICAL: 1}, Severity.MODERATE) == 1


def test_an_interrupted_scan_gives_one() -> None:
    assert exit_code(report(finished=None), {}, Severity.MODERATE) == 1


def test_something_skipped_gives_one_only_when_strict() -> None:
    assert exit_code(report(skipped=1), {}, Severity.MODERATE) == 0
    assert exit_code(report(skipped=1), {}, Severity.MODERATE, strict=True) == 1
