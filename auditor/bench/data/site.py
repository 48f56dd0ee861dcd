"""A web site made of samples: one page an article, a figure with heading and text for each."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from html import escape
from pathlib import Path

from auditor.bench.data.stimuli import Stimulus
from auditor.bench.scorers import TextSample

PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{title}</title></head>
<body><main><h1>{title}</h1>
{sections}
</main></body></html>
"""
SECTION = """<h2>{heading}</h2>
<p>{before}</p>
<figure><img src="images/{image}" alt="{alt}"><figcaption>{caption}</figcaption></figure>
"""


def write(
    rows: Sequence[Stimulus], samples: Sequence[TextSample], folder: Path
) -> list[tuple[str, int]]:
    """Write the site; a sample is what stands on the page of its row.

    Returns where each is found: the page's file and the image's number on it.
    """
    pages: dict[str, list[int]] = defaultdict(list)
    for number, row in enumerate(rows):
        pages[row.article].append(number)
    (folder / "images").mkdir(parents=True)
    places: dict[int, tuple[str, int]] = {}
    for page, (title, numbers) in enumerate(pages.items()):
        sections = []
        for on_page, number in enumerate(numbers):
            (folder / "images" / rows[number].img_id).write_bytes(samples[number].picture or b"")
            sections.append(_section(rows[number].img_id, samples[number]))
            places[number] = (f"{page}.html", on_page)
        html = PAGE.format(title=escape(title), sections="".join(sections))
        (folder / f"{page}.html").write_text(html, "utf-8")
    links = "".join(
        f'<li><a href="{page}.html">{escape(title)}</a></li>' for page, title in enumerate(pages)
    )
    index = PAGE.format(title="Articles", sections=f"<ul>{links}</ul>")
    (folder / "index.html").write_text(index, "utf-8")
    return [places[number] for number in range(len(rows))]


def _section(image: str, sample: TextSample) -> str:
    context = sample.context
    return SECTION.format(
        heading=escape(context.heading or context.page_title),
        before=escape(context.text_before),
        image=escape(image),
        alt=escape(sample.text),
        caption=escape(context.caption),
    )
