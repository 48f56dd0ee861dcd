from dataclasses import replace

import pytest

from auditor.findings import Finding, Outcome, Severity, Skipped, Status, Verdict
from auditor.gate.exit_code import FailOn, Quality, exit_code, new_failures, parse_fail_on
from auditor.results import NO_MODEL, FindingState, JudgedUse, PageInfo, ScanReport
from tests.auditor.conftest import record_of, scores_of

URL = "http://site/"


def report(*, state: str = "done", finished: str | None = "now", skipped: int = 0) -> ScanReport:
    page = PageInfo(URL, URL, 200, "", None, state, 0)
    left_out = tuple(Skipped("a", "b") for _ in range(skipped))
    return ScanReport(
        (URL,), "then", finished, "0", NO_MODEL, (page,), {}, {}, (), left_out, iter(())
    )


@pytest.mark.parametrize(
    ("failed", "allowed", "code"), [(0, 0, 0), (1, 0, 2), (3, 3, 0), (4, 3, 2)]
)
def test_more_failures_than_are_allowed_give_two(failed, allowed, code: int) -> None:
    assert exit_code(report(), failed, allowed) == code


def test_a_named_page_that_was_not_read_gives_one_even_with_findings() -> None:
    assert exit_code(report(state="failed"), 1) == 1


def test_a_scan_of_a_list_that_read_no_page_gives_one() -> None:
    assert exit_code(replace(report(state="failed"), targets=()), 0) == 1


def test_an_interrupted_scan_gives_one() -> None:
    assert exit_code(report(finished=None), 0) == 1


def test_something_skipped_gives_one_only_when_strict() -> None:
    assert exit_code(report(skipped=1), 0) == 0
    assert exit_code(report(skipped=1), 0, strict=True) == 1


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("serious", Severity.SERIOUS),
        ("weak", Status.WEAK),
        ("quality<2.5", Quality(2.5)),
        ("quality < 3", Quality(3)),
        ("never", None),
    ],
)
def test_a_limit_is_a_severity_a_status_or_a_quality(text: str, value: FailOn) -> None:
    assert parse_fail_on(text) == value


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("seriuos", "did you mean serious?"),
        ("ok", "neither"),
        ("", "neither"),
        ("quality", "quality<2.5"),
        ("quality<9", "at most 5"),
        ("quality<nan", "above 1"),
        ("quality>2", "quality<2.5"),
    ],
)
def test_a_wrong_limit_is_one_line_that_says_what_is_right(text: str, words: str) -> None:
    with pytest.raises(ValueError, match=words) as error:
        parse_fail_on(text)
    assert "\n" not in str(error.value)


def use(
    status: Status,
    *found: tuple[str, Outcome, Severity, FindingState],
    state: FindingState,
    quality=3.0,
):
    findings = tuple(Finding(rule, outcome, severity, "") for rule, outcome, severity, _ in found)
    verdict = Verdict(status, "", findings, 1)
    states = tuple(s for *_, s in found)
    return JudgedUse(1, URL, "", record_of(), None, scores_of(quality), verdict, states, state)


def test_of_uses_held_against_a_baseline_only_what_is_new_fails() -> None:
    missing = ("image-without-name", Outcome.FAILED, Severity.CRITICAL)
    doubt = ("alt-repeats-caption", Outcome.CANT_TELL, Severity.SERIOUS)
    remark = ("alt-very-long", Outcome.FAILED, Severity.ADVICE)
    new, known, ignored = FindingState.NEW, FindingState.KNOWN, FindingState.IGNORED
    uses = [
        use(Status.MISSING, (*missing, new), state=new),
        use(Status.MISSING, (*missing, known), (*remark, new), state=new),
        use(Status.MISSING, (*missing, ignored), state=ignored),
        use(Status.REDUNDANT, (*doubt, new), state=new, quality=4.0),
        use(Status.WEAK, state=new, quality=2.0),
        use(Status.WEAK, state=known, quality=2.0),
    ]
    expected = {"serious": 1, "advice": 2, "missing": 1, "weak": 2, "redundant": 3}
    found = {text: new_failures(uses, parse_fail_on(text)) for text in expected}
    assert found == expected
    assert new_failures(uses, Quality(3.5)) == 3
    assert new_failures(uses, None) == 0
