"""What an entry of the HTML report has beside its image use, as HTML."""

from __future__ import annotations

from collections.abc import Iterator

from auditor.reports.html_entries import Entry
from auditor.reports.html_tongue import HtmlTongue, address, cut


def folded(entry: Entry, rows: str, say: HtmlTongue) -> str:
    """Those with the same fault, folded under an entry; `rows`: what stands there for each."""
    number, template = len(entry.folded), entry.group.template if entry.group else ""
    told = say.counted(
        "{number} more image with the same fault",
        "{number} more images with the same fault",
        number,
    )
    if template:
        told = say.counted(
            "{number} more image with the same fault, all at {place}",
            "{number} more images with the same fault, all at {place}",
            number,
            place=f"<code>{cut(template, len(template))}</code>",
        )
    below = say.translated("below number {number}", number=f"{entry.number}")
    return (
        f'<details class="folded">\n<summary>{told}<span class="unseen">, {below}</span>'
        f"</summary>\n<ul>\n{rows}\n</ul>\n</details>\n"
    )


def picture(url: str, same_as: Entry | None, say: HtmlTongue) -> str:
    """The picture of an entry, or the entry that shows it. `url`: a data: URL of base64 letters
    alone. It has an empty text: what is known of the picture stands beside it in words, and nobody
    has described it yet."""
    if url:
        shown = f'<img src="{url}" alt="">'
    elif same_as:
        told = say.translated("The picture of number {number}", number=f"{same_as.number}")
        shown = f'<p class="no-picture"><a href="#use-{same_as.rank}">{told}</a></p>'
    else:
        told = say.translated("No picture")
        shown = f'<p class="no-picture">{told}</p>'
    return f'<div class="picture">\n{shown}\n</div>\n'


def used(entry: Entry, say: HtmlTongue) -> str:
    """Where an entry is used; "" for a place alone."""
    if entry.total == 1:
        return ""
    told = say.translated("Used {number} times; the worst is shown", number=say.number(entry.total))
    rows = "".join(f"<li>{each}</li>\n" for each in _places(entry, say))
    return (
        f'<details class="used">\n<summary>{told}{say.of_number(f"{entry.number}")}</summary>\n'
        f"<ul>\n{rows}</ul>\n</details>\n"
    )


def _places(entry: Entry, say: HtmlTongue) -> Iterator[str]:
    for place in entry.places:
        stands = say.translated(
            "Rank {rank}: {place}",
            rank=say.number(place.rank),
            place=address(place.page_url, place.page_title),
        )
        yield f"{stands} <code>{cut(place.selector, 200)}</code>"
    if rest := entry.total - len(entry.places):
        yield say.translated(
            "and {number} more, which the JSON and CSV reports list", number=say.number(rest)
        )
