"""The baseline: findings that were known on a day, so that a check fails on new ones alone.

Findings are held against it as multisets of (rule, fingerprint): two equal uses on one page are
two known findings, and a third is new.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import date
from pathlib import Path

import cattrs

from auditor.decision import lets_stand
from auditor.errors import AuditorError
from auditor.findings import ASKS_FOR_WORK
from auditor.fingerprint import fingerprint, page_path, pages_read
from auditor.gate.ignores import Ignore
from auditor.results import FindingState, JudgedUse, ScanReport

SCHEMA = "auditor-baseline/1"
VERDICT = ""
"""In place of a rule: a use that asks for work although no rule has a finding on it."""
_TEXT_SHOWN = 200

Key = tuple[str, str]
"""Rule and fingerprint."""


class BaselineError(AuditorError):
    """A baseline cannot be read; the message is fit to show."""


@dataclass(frozen=True, slots=True, order=True)
class BaselineEntry:
    """One known finding. Only rule, fingerprint and page count; the rest helps people."""

    page: str
    """Path of the page, as the fingerprint has it."""
    rule: str
    """Id of the rule; VERDICT: the verdict itself."""
    fingerprint: str
    selector: str
    text: str
    """The accessible name, shortened."""


def rules_of(use: JudgedUse, below: float = 0.0) -> tuple[str, ...]:
    """What a use has in a baseline: its findings' rules; without any, VERDICT where it asks for
    work or its quality is `below`."""
    if use.verdict.findings:
        return tuple(finding.rule for finding in use.verdict.findings)
    low = use.scores is not None and use.scores.quality < below
    return (VERDICT,) if low or use.verdict.status in ASKS_FOR_WORK else ()


def entries(
    uses: Iterable[JudgedUse], below: float = 0.0, *, accepted: bool = False
) -> list[BaselineEntry]:
    """Everything that is known of these uses, sorted; `accepted`: only what a person lets stand."""
    return sorted(
        BaselineEntry(
            page_path(use.page_url),
            rule,
            fingerprint(use),
            use.record.selector,
            use.record.name.text[:_TEXT_SHOWN],
        )
        for use in uses
        if not accepted or lets_stand(use.decision, use.record)
        for rule in rules_of(use, below)
    )


def baseline_json(known: Sequence[BaselineEntry]) -> str:
    """The file: JSON with one entry a line, so that a diff shows what came and went. Nothing else
    is in it: equal findings give equal files."""
    lines = ",".join(f"\n  {json.dumps(asdict(entry))}" for entry in known)
    return f'{{\n "schema": "{SCHEMA}",\n "findings": [{lines}\n ]\n}}\n'


def read_baseline(path: Path) -> tuple[BaselineEntry, ...]:
    """Read what baseline_json made. Raises BaselineError."""
    try:
        data = json.loads(path.read_text("utf-8"))
    except OSError as error:
        raise BaselineError(f"{path} cannot be read: {error.strerror}") from error
    except ValueError as error:
        raise BaselineError(f"{path} is not JSON: {error}") from error
    if not isinstance(data, dict) or data.get("schema") != SCHEMA:
        raise BaselineError(f"{path} is not a baseline ({SCHEMA}); make one: auditor baseline SCAN")
    try:
        return tuple(cattrs.structure(data["findings"], list[BaselineEntry]))
    except Exception as error:  # cattrs raises a group of whatever it met
        raise BaselineError(f"{path} is damaged; make it again: auditor baseline SCAN") from error


@dataclass(frozen=True, slots=True)
class Standing:
    """A scan held against a baseline, ignores and what a person decided."""

    known: Counter[Key]
    ignores: tuple[Ignore, ...]
    """Those that have not expired."""
    below: float
    counts: dict[str, int]
    """Findings by state."""
    unread: int
    """Known findings on pages that this scan did not read: neither known again nor fixed."""
    unused: tuple[Ignore, ...]
    """Ignores that agree with nothing."""

    def applied(self, report: ScanReport) -> ScanReport:
        """The same scan with a state for every finding."""
        uses = _held(report.uses, self.known, self.ignores, self.below, Counter(), set())
        return replace(report, uses=uses, states=self.counts)


def hold(
    report: ScanReport,
    known: Sequence[BaselineEntry],
    ignores: Sequence[Ignore],
    today: date,
    below: float = 0.0,
) -> Standing:
    """Hold a scan against what is known. Reads all of `report.uses`."""
    keys = Counter((entry.rule, entry.fingerprint) for entry in known)
    valid = tuple(ignore for ignore in ignores if not ignore.expired(today))
    met: Counter[Key] = Counter()
    used: set[Ignore] = set()
    counts = {state.value: 0 for state in FindingState}
    for use in _held(report.uses, keys, valid, below, met, used):
        for state in use.states:
            counts[state.value] += 1
    read = pages_read(report)
    gone = keys - met
    pages = {(entry.rule, entry.fingerprint): entry.page for entry in known}
    fixed = sum(n for key, n in gone.items() if pages[key] in read and key[0] != VERDICT)
    counts[FindingState.FIXED.value] = fixed
    unread = sum(n for key, n in gone.items() if pages[key] not in read)
    unused = tuple(ignore for ignore in valid if ignore not in used)
    return Standing(keys, valid, below, counts, unread, unused)


def _held(
    uses: Iterable[JudgedUse],
    known: Counter[Key],
    ignores: Sequence[Ignore],
    below: float,
    met: Counter[Key],
    used: set[Ignore],
) -> Iterator[JudgedUse]:
    """The uses with their states; fills `met` (what was found, as often as it was) and `used`."""
    for use in uses:
        print_ = fingerprint(use)
        stands = lets_stand(use.decision, use.record)
        states = []
        for rule in rules_of(use, below):
            met[rule, print_] += 1
            agreeing = [ignore for ignore in ignores if ignore.agrees(rule, print_, use)]
            used.update(agreeing)
            is_known = met[rule, print_] <= known[rule, print_]
            states.append(_state(stands or bool(agreeing), is_known))
        order = (FindingState.NEW, FindingState.KNOWN, FindingState.IGNORED)
        whole = next((state for state in order if state in states), None)
        of_findings = tuple(states) if use.verdict.findings else ()
        yield replace(use, states=of_findings, state=whole)


def _state(ignored: bool, known: bool) -> FindingState:
    if ignored:
        return FindingState.IGNORED
    return FindingState.KNOWN if known else FindingState.NEW
