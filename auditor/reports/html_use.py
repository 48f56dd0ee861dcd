"""One image use of the HTML report, as HTML: written by functions, since a template took several
times as long (docs/decisions/reports.md). What depends on the file that it comes to stand in is
left open as a mark."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from auditor.findings import Outcome
from auditor.reports import words
from auditor.reports.html_score import score
from auditor.reports.html_templates import other_findings
from auditor.reports.html_tongue import HtmlTongue, address, cut, link_target, safe
from auditor.results import JudgedUse, PictureInfo
from auditor.rules.reasons import why_exposed
from extractors.records import Context, Control, ImageRecord

# A NUL stands in no text of a page.
PICTURE, USED, RULES_FILE = "\0picture\0", "\0used\0", "\0rules\0"
NUMBER, CLASSES, FOLDED = "\0number\0", "\0classes\0", "\0folded\0"


def article(use: JudgedUse, say: HtmlTongue) -> str:
    """A use in full."""
    name = f"use-{use.rank}"
    says, spoken = say.translated("A screen reader says:"), words.spoken(use.record, say.tongue)
    scored = score(use, NUMBER, say) if use.scores or use.profile else ""
    return (
        f'<article class="use{CLASSES}" id="{name}" aria-labelledby="{name}-title">\n{PICTURE}\n'
        f'<div class="body">\n<h3 id="{name}-title">{_title(use, say)}</h3>\n'
        f"{_why(use)}{_decided(use, say)}{_others(use, say)}"
        f'<p class="says"><span>{says}</span> '
        f"<bdi>{safe(spoken)}</bdi></p>\n{scored}{_context(use.record.context, say)}\n{USED}\n"
        f"{_origin(use, say)}\n{FOLDED}\n</div>\n</article>\n"
    )


def alike(use: JudgedUse, say: HtmlTongue) -> str:
    """One more with the same fault: its picture, its text, why, and where."""
    return (
        f'<li class="use alike{CLASSES}" id="use-{use.rank}">\n{PICTURE}\n<div>\n{_told(use, say)}'
        f'<p class="soft">{_where(use)}</p>\n{USED}\n</div>\n</li>\n'
    )


def brief(use: JudgedUse, say: HtmlTongue) -> str:
    """One of those after the first of its status."""
    quality, picture = "", ""
    if use.scores:
        number = say.number(use.scores.quality, ".1f")
        quality = say.translated("Quality {quality} of 5", quality=number) + " · "
    if target := link_target(use.record.src or ""):
        said = say.translated("the picture") + say.of_number(NUMBER)
        picture = f' · <a href="{safe(target)}">{said}</a>'
    return (
        f'<li class="use brief{CLASSES}" id="use-{use.rank}">\n{_told(use, say)}'
        f'{_decided(use, say)}<p class="soft">{quality}{_where(use)}{picture}</p>\n'
        f"{USED}\n{FOLDED}\n</li>\n"
    )


def _told(use: JudgedUse, say: HtmlTongue) -> str:
    """What an entry in a line says: its text, why, and each finding."""
    return f"<p>{_title(use, say)}</p>\n{_why(use)}{_others(use, say)}"


def _title(use: JudgedUse, say: HtmlTongue) -> str:
    title = safe(words.title_of(use.record, tongue=say.tongue))
    state = ""
    if use.state:
        state = f' <span class="state">{say.translated(words.STATE_LABEL[use.state])}</span>'
    return f'<span class="rank">{NUMBER}.</span> <bdi>{title}</bdi>{state}'


def _why(use: JudgedUse) -> str:
    return f'<p class="why">{safe(use.verdict.reason)}</p>\n'


def _decided(use: JudgedUse, say: HtmlTongue) -> str:
    if not use.decision:
        return ""
    decision = f"<bdi>{safe(words.decided(use.decision, say.tongue))}</bdi>"
    said = say.translated("A person decided: {decision}", decision=decision)
    return f'<p class="decided">{said}</p>\n'


def _others(use: JudgedUse, say: HtmlTongue) -> str:
    """The findings whose message is not the verdict's reason already."""
    doubt = ", " + say.translated("to be looked at")
    return "".join(
        f'<p class="also">{_rule(finding.rule)}'
        f"{doubt if finding.outcome is Outcome.CANT_TELL else ''}: {safe(finding.message)}</p>\n"
        for finding in other_findings(use)
    )


@lru_cache(1_000)
def _rule(name: str) -> str:
    return f'<a href="{RULES_FILE}#rule-{safe(name)}">{safe(name)}</a>'


def _where(use: JudgedUse) -> str:
    selector = cut(use.record.selector, 200)
    return f"{address(use.page_url, use.page_title)} <code>{selector}</code>"


def _context(around: Context, say: HtmlTongue) -> str:
    title, nothing = say.translated("Where it stands"), say.translated("Nothing stands around it.")
    told = "".join(f"{each}\n" for each in _surroundings(around, say)) or f"<p>{nothing}</p>\n"
    return f'<div class="context">\n<h4>{title}</h4>\n{told}</div>\n'


def _surroundings(around: Context, say: HtmlTongue) -> Iterator[str]:
    if around.heading:
        heading = f"<bdi>{cut(around.heading, 200)}</bdi>"
        said = say.translated("Under the heading “{heading}”", heading=heading)
        yield f"<p>{said}</p>"
    if around.control:
        yield f"<p>{_control(around.control, say)}</p>"
    if around.text_before or around.text_after:
        before, image = safe(words.ending(around.text_before, 200)), say.translated("[the image]")
        after = cut(around.text_after, 200)
        yield (
            f'<p class="passage"><bdi>{before}</bdi> <mark>{image}</mark> <bdi>{after}</bdi></p>'
        )
    if around.caption:
        caption = f"<bdi>{cut(around.caption, 400)}</bdi>"
        said = say.translated("Caption: {text}", text=caption)
        yield f"<p>{said}</p>"
    if around.described_by:
        described = f"<bdi>{cut(around.described_by, 600)}</bdi>"
        said = say.translated("Description: {text}", text=described)
        yield f"<p>{said}</p>"


def _control(control: Control, say: HtmlTongue) -> str:
    role = safe(say.tongue(words.role_word(control.role)))
    name = f"<bdi>{cut(control.name, 200)}</bdi>"
    target = address(control.target or "")
    if control.name and control.target:
        return say.translated(
            "In a {role} named “{name}”, to {target}", role=role, name=name, target=target
        )
    if control.name:
        return say.translated("In a {role} named “{name}”", role=role, name=name)
    if control.target:
        return say.translated("In a {role} without a name, to {target}", role=role, target=target)
    return say.translated("In a {role} without a name", role=role)


def _origin(use: JudgedUse, say: HtmlTongue) -> str:
    rows = "".join(
        f"<div><dt>{label}</dt><dd>{shown}</dd></div>\n" for label, shown in _facts(use, say)
    )
    summary = say.translated("Find it on the page") + say.of_number(NUMBER)
    return (
        f'<details class="origin">\n<summary>{summary}</summary>\n<dl>\n{rows}</dl>\n</details>\n'
    )


def _facts(use: JudgedUse, say: HtmlTongue) -> Iterator[tuple[str, str]]:
    """Label and value of what tells where it came from, as HTML."""
    record = use.record
    yield say.translated("Page"), address(use.page_url, use.page_title)
    if record.frame:
        yield say.translated("Frame"), address(record.frame)
    yield say.translated("Selector"), f"<code>{cut(record.selector, 400)}</code>"
    yield say.translated("Element"), f"<code>{cut(record.html, 500)}</code>"
    if record.src:
        yield say.translated("File"), address(record.src)
    if use.picture:
        yield say.translated("Picture"), _file(use.picture, say)
    yield say.translated("Name from"), f"<bdi>{_name_from(record)}</bdi>"
    why = safe(say.tongue(why_exposed(record)))
    yield say.translated("Exposure"), f"{safe(record.exposure.state)}: {why}"
    place = say.translated(
        "{priority} of 100, rank {rank} among all image uses",
        priority=str(use.verdict.priority),
        rank=say.number(use.rank),
    )
    yield say.translated("Priority"), place


def _name_from(record: ImageRecord) -> str:
    steps = "; ".join(record.name.steps)
    return f"{safe(record.name.source)}{f' ({cut(steps, 400)})' if steps else ''}"


def _file(picture: PictureInfo, say: HtmlTongue) -> str:
    told = say.translated(
        "{width} × {height} pixels, {mime}, {bytes} bytes",
        width=say.number(picture.width),
        height=say.number(picture.height),
        mime=safe(picture.mime),
        bytes=say.number(picture.size),
    )
    if picture.frames > 1:
        told += ", " + say.counted("{number} frame", "{number} frames", picture.frames)
    return f"{told}; {safe(picture.problem)}" if picture.problem else told
