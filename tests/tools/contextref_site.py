"""Builds a web site from the ContextRef data: one page a title, with heading, section text and a
figure whose picture has the description as alternative text.

    python -m tests.tools.contextref_site ../shared/benchmarks/contextref FOLDER
"""

from __future__ import annotations

import json
import shutil
import sys
from collections import defaultdict
from html import escape
from pathlib import Path

PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{title}</title></head>
<body><main><h1>{title}</h1>
{sections}
</main></body></html>
"""
SECTION = """<h2>{section}</h2>
<p>{before}</p>
<figure><img src="images/{image}" alt="{alt}"><figcaption>{caption}</figcaption></figure>
"""


def build(data: Path, folder: Path, titles: int | None = None) -> dict[str, str]:
    """Write the site, at most `titles` pages beside index.html.

    Returns the alternative text of each image use by "page.html images/file".
    """
    rows = json.loads((data / "stimuli.json").read_text("utf-8"))
    by_title: dict[str, list[dict[str, str]]] = defaultdict(list)
    for row in rows:
        if row["has_image"]:
            by_title[row["page_title"]].append(row)
    (folder / "images").mkdir(parents=True)
    uses: dict[str, str] = {}
    links = []
    for number, title in enumerate(sorted(by_title)[:titles]):
        name = f"{number}.html"
        links.append(f'<li><a href="{name}">{escape(title)}</a></li>')
        _write_page(folder / name, title, by_title[title])
        for row in by_title[title]:
            shutil.copy(data / "images" / row["img_id"], folder / "images")
            uses[f"{name} images/{row['img_id']}"] = " ".join(row["description"].split())
    index = PAGE.format(title="Articles", sections=f"<ul>{''.join(links)}</ul>")
    (folder / "index.html").write_text(index, "utf-8")
    return uses


def _write_page(path: Path, title: str, rows: list[dict[str, str]]) -> None:
    sections = "".join(
        SECTION.format(
            section=escape(row["section_title"] or title),
            before=escape(row["section_context"] or row["page_context"] or ""),
            image=escape(row["img_id"]),
            alt=escape(row["description"]),
            caption=escape(row["caption"] or ""),
        )
        for row in rows
    )
    path.write_text(PAGE.format(title=escape(title), sections=sections), "utf-8")


if __name__ == "__main__":
    built = build(Path(sys.argv[1]), Path(sys.argv[2]))
    print(f"{len(built)} image uses in {sys.argv[2]}")
