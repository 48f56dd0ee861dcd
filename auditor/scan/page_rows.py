"""The rows of a page, judged and packed in one go, in a process: no picture library is loaded."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from auditor.findings import Scores, Skipped
from auditor.judge.harm import Chances
from auditor.judge.uses import judge_uses
from auditor.results import PictureInfo
from auditor.store.rows import UseRow, use_rows
from extractors.records import ImageRecord


def judge_rows(
    records: Sequence[ImageRecord],
    pictures: Mapping[int, PictureInfo],
    scores: Mapping[int, Scores],
    page: str,
    team: Chances,
) -> tuple[list[UseRow], list[Skipped]]:
    """As `judge_uses`, made ready for the scan file where it is judged."""
    outcomes, skipped = judge_uses(records, pictures, scores, page, team)
    return use_rows(outcomes), skipped
