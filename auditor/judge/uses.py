"""Runs the rules on the image uses of a page and gives each its verdict. Pure functions."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from auditor.findings import Scores, Skipped, Status, Verdict
from auditor.judge.harm import SHIPPED, Chances
from auditor.judge.verdict import STATUS_BY_RULE, judge, leading, purpose
from auditor.message import Message
from auditor.results import Judged, PictureInfo
from auditor.rules import evaluate
from auditor.rules.rule import Use
from extractors.records import Exposed, ImageRecord

FEWEST_PARTS = 3
"""Parts with texts of their own from which on a drawing is told in them."""
_PARTS_TELL = Message(
    "It is told in its parts, which are heard one by one. See that it fits the picture."
)


def judge_uses(
    records: Sequence[ImageRecord],
    pictures: Mapping[int, PictureInfo],
    scores: Mapping[int, Scores],
    page: str,
    team: Chances = SHIPPED,
) -> tuple[list[Judged], list[Skipped]]:
    """The outcome of each image use of one page, and the rules that broke. Pictures and scores go
    by the record's ordinal; `page`: its URL; `team`: what a team's decisions say of
    rules."""
    hashes = {ordinal: info.sha256 for ordinal, info in pictures.items()}
    neighbours, told = _neighbours(records, hashes), _told_in_parts(records)
    outcomes, skipped = [], []
    for record in records:
        number = record.ordinal
        picture = pictures.get(number)
        use = Use(record, picture, scores.get(number), neighbours.get(number, ()))
        evaluation = evaluate(use)
        verdict = judge(use, evaluation.findings, STATUS_BY_RULE, team)
        verdict = _with_parts(verdict, use, told)
        outcomes.append(Judged(record, hashes.get(number), use.scores, verdict, purpose(use)))
        for rule in evaluation.broken:
            skipped.append(Skipped(f"rule {rule} on {record.selector}", "it failed", page))
    return _drawings_folded(outcomes), skipped


def _told_in_parts(records: Sequence[ImageRecord]) -> set[tuple[str, str]]:
    """Frame and selector of the drawings whose parts have texts of their own: their data are heard
    there, and a few words are enough for the whole."""
    texts: dict[tuple[str, str], set[str]] = defaultdict(set)
    for record in records:
        if record.part_of is not None and record.name.text:
            texts[record.frame, record.part_of].add(record.name.text)
    return {drawing for drawing, found in texts.items() if len(found) >= FEWEST_PARTS}


def _with_parts(verdict: Verdict, use: Use, told: Collection[tuple[str, str]]) -> Verdict:
    """Of a drawing told in parts, its own few words are not weak by their score alone."""
    drawing = (use.record.frame, use.record.selector)
    if verdict.status is not Status.WEAK or drawing not in told or leading(verdict.findings):
        return verdict
    fine = judge(replace(use, scores=None), verdict.findings)
    return replace(fine, status=Status.OK, reason=_PARTS_TELL)


def _drawings_folded(outcomes: Sequence[Judged]) -> list[Judged]:
    """The marks of one drawing as one, in the place of the worst of them: a chart has hundreds."""
    marks: dict[tuple[str, str], list[Judged]] = defaultdict(list)
    for outcome in outcomes:
        if outcome.record.part_of is not None:
            marks[outcome.record.frame, outcome.record.part_of].append(outcome)
    stands_for = {id(max(group, key=_priority)): len(group) - 1 for group in marks.values()}
    return [
        _with_others(outcome, stands_for[id(outcome)]) if id(outcome) in stands_for else outcome
        for outcome in outcomes
        if outcome.record.part_of is None or id(outcome) in stands_for
    ]


def _priority(outcome: Judged) -> float:
    return outcome.verdict.priority


def _with_others(outcome: Judged, others: int) -> Judged:
    if not others:
        return outcome
    reason = Message.counted(
        "{reason} {number} more mark stands in the same drawing, and none is worse.",
        "{reason} {number} more marks stand in the same drawing, and none is worse.",
        others,
        reason=outcome.verdict.reason,
    )
    return replace(outcome, verdict=replace(outcome.verdict, reason=reason))


def _neighbours(
    records: Sequence[ImageRecord], hashes: Mapping[int, str]
) -> dict[int, tuple[tuple[ImageRecord, str | None], ...]]:
    """Of each image that is not hidden, the exposed ones just before and after it, by ordinal."""
    exposed = [record for record in records if record.exposure.state is Exposed.EXPOSED]
    places = [record.ordinal for record in exposed]
    found = {}
    for record in records:
        if record.exposure.state is not Exposed.HIDDEN:
            start, end = bisect_left(places, record.ordinal), bisect_right(places, record.ordinal)
            beside = exposed[max(start - 1, 0) : start] + exposed[end : end + 1]
            found[record.ordinal] = tuple((other, hashes.get(other.ordinal)) for other in beside)
    return found
