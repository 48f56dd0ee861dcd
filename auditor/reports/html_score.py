"""The score of an image use, as HTML."""

from __future__ import annotations

from collections.abc import Iterator

from auditor.findings import Part
from auditor.reports import explain
from auditor.reports.html_tongue import HtmlTongue, bar, safe
from auditor.results import JudgedUse


def score(use: JudgedUse, number: str, say: HtmlTongue) -> str:
    """Quality and its parts, or what is expected of the text; `number`: of its entry, as HTML."""
    head, summary = "", say.translated("What is expected")
    if use.scores:
        quality = f"<strong>{say.number(use.scores.quality, '.1f')}</strong>"
        level = safe(explain.level(use.scores.quality, use.profile, say.tongue))
        told = say.translated("Quality {quality} of 5: {level}", quality=quality, level=level)
        head, summary = f"<h4>{told}</h4>\n", say.translated("Why this quality")
    return (
        f'<div class="score">\n{head}<details class="explain">\n'
        f"<summary>{summary}{say.of_number(number)}</summary>\n"
        f'<dl class="parts">\n{"".join(_rows(use, say))}</dl>\n</details>\n</div>\n'
    )


def _rows(use: JudgedUse, say: HtmlTongue) -> Iterator[str]:
    if use.profile:
        label, purpose = say.translated("Purpose"), safe(explain.purpose(use.profile, say.tongue))
        yield f'<div><dt>{label}</dt><dd><span class="words">{purpose}</span></dd></div>\n'
    if use.scores:
        for label, part in explain.part_rows(use.scores, say.tongue):
            yield f"<div>\n<dt>{safe(label)}</dt>\n{_part(part, say)}</div>\n"
    if read := explain.read_words(use.picture, say.tongue):
        label = say.translated("Text in the picture")
        yield f'<div><dt>{label}</dt><dd><bdi class="words">{safe(read)}</bdi></dd></div>\n'


def _part(part: Part, say: HtmlTongue) -> str:
    value, reason = safe(explain.part_value(part, say.tongue)), safe(part.reason)
    if part.value is None:
        return (
            f'<dd><span class="number">{value}</span> <span class="reason">{reason}</span></dd>\n'
        )
    found = explain.evidence(part, say.tongue)
    evidence = f": <bdi>{safe(found)}</bdi>" if found else ""
    numbers = ", ".join(f"{safe(name)} {number:.3g}" for name, number in part.numbers.items())
    shown = f' <span class="numbers"><bdi>({numbers})</bdi></span>' if numbers else ""
    return (
        f'<dd>{bar(part.value)}\n<span class="number">{value}</span>\n'
        f'<span class="reason">{reason}{evidence}{shown}</span></dd>\n'
    )
