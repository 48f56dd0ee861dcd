"""Builds Wikipedia articles from the ContextRef data, in four kinds of MediaWiki's HTML: Parsoid's,
the core parser's of today and of before 2023, and the mobile site's.

    python -m tests.tools.contextref_wiki ../shared/benchmarks/contextref          # read again
    python -m tests.tools.contextref_wiki ../shared/benchmarks/contextref FOLDER   # written
"""

from __future__ import annotations

import json
import re
import shutil
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from html import escape
from pathlib import Path
from urllib.parse import unquote

from extractors.context import REACH
from extractors.mediawiki.page import read_wiki
from extractors.mediawiki.records import WikiImage
from extractors.text import collapse, cut_start

Row = Mapping[str, str]

CITED = re.compile(r"\[\d+\]")
"""A marker of a reference, as the captions of the data hold it."""
BASE = "https://en.wikipedia.org/wiki/Article"
SIZE = 'width="220" height="165"'
PARSOID = """<!DOCTYPE html>
<html prefix="mw: http://mediawiki.org/rdf/"><head><meta charset="utf-8"><title>{title}</title>
</head><body lang="en" class="mw-body-content mw-parser-output">{content}</body></html>"""
SKIN = """<!DOCTYPE html>
<html class="client-nojs" lang="en" dir="ltr"><head><meta charset="utf-8">
<title>{title} - Wikipedia</title></head><body>
<div class="mw-sidebar"><img src="/logo.png" width="135" height="135" alt=""><h2>Tools</h2></div>
<main id="content"><h1 id="firstHeading" class="firstHeading">{title}</h1>
<div id="bodyContent" class="mw-body-content"><div id="mw-content-text">
<div class="mw-content-ltr mw-parser-output" lang="en" dir="ltr">{content}</div></div></div></main>
</body></html>"""


@dataclass(frozen=True, slots=True)
class Article:
    """A page, and the rows whose images stand in it in that order."""

    title: str
    kind: str
    html: str
    rows: tuple[Row, ...]
    lead: str
    """Its text before the first heading."""


def articles(data: Path, titles: int | None = None) -> Iterator[Article]:
    """The articles, at most `titles`, each of the next kind."""
    rows = json.loads((data / "stimuli.json").read_text("utf-8"))
    by_title: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        by_title[row["page_title"]].append(row)
    for number, title in enumerate(sorted(by_title)[:titles]):
        yield _article(title, by_title[title], KINDS[number % len(KINDS)])


def build(data: Path, folder: Path, titles: int | None = None) -> list[tuple[Path, Article]]:
    """Write the articles and their pictures into a folder."""
    (folder / "images").mkdir(parents=True)
    written = []
    for number, article in enumerate(articles(data, titles)):
        path = folder / f"{number}.html"
        path.write_text(article.html, "utf-8")
        written.append((path, article))
        for row in article.rows:
            if row["has_image"]:
                shutil.copy(data / "images" / row["img_id"], folder / "images")
    return written


def file_name(row: Row) -> str:
    """The name of the file on Wikimedia Commons, with spaces."""
    return unquote(row["image_url"].rpartition("/")[2]).replace("_", " ")


def _article(title: str, rows: list[Row], kind: Kind) -> Article:
    sections: dict[str, list[Row]] = {"": []}
    for row in rows:
        sections.setdefault(row["section_title"] or "", []).append(row)
    lead = next((r["section_context"] for r in sections[""]), rows[0]["page_context"])
    parts = [
        kind.section(number, escape(name), "".join(kind.figure(_values(row)) for row in inside)
                     + _prose(inside[0]["section_context"] if name else lead))
        for number, (name, inside) in enumerate(sections.items())
    ]  # fmt: skip
    html = kind.page.format(title=escape(title), content="\n".join(parts))
    ordered = tuple(row for inside in sections.values() for row in inside)
    return Article(title, kind.name, html, ordered, lead)


def _prose(text: str | None) -> str:
    lines = (text or "").splitlines()
    return "".join(f"<p>{escape(line)}</p>" for line in lines if line.strip())


def _values(row: Row) -> dict[str, str]:
    mark = '<sup class="mw-ref reference"><a href="#cite">\\g<0></a></sup>'
    return {
        "file": escape(file_name(row).replace(" ", "_")),
        "src": escape(f"images/{row['img_id']}"),
        "alt": escape(row["description"]),
        "caption": CITED.sub(mark, escape(row["caption"])),
    }


def _parsoid_section(number: int, name: str, content: str) -> str:
    heading = f'<h2 id="s{number}">{name}</h2>' if name else ""
    return f'<section data-mw-section-id="{number}">{heading}{content}</section>'


def _core_section(number: int, name: str, content: str) -> str:
    edit = f'<span class="mw-editsection">[<a href="/w/index.php?section={number}">edit</a>]</span>'
    heading = f'<div class="mw-heading"><h2>{name}</h2>{edit}</div>' if name else ""
    return heading + content


def _mobile_section(number: int, name: str, content: str) -> str:
    heading = f'<div class="mw-heading section-heading"><h2>{name}</h2></div>' if name else ""
    return f'{heading}<section class="mf-section-{number}">{content}</section>'


def _parsoid_figure(values: Mapping[str, str]) -> str:
    return (
        '<figure class="mw-default-size" typeof="mw:File/Thumb"><a href="./File:{file}" '
        'class="mw-file-description"><img alt="{alt}" resource="./File:{file}" src="{src}" '
        f"{SIZE}></a><figcaption>{{caption}}</figcaption></figure>"
    ).format_map(values)


def _core_figure(values: Mapping[str, str]) -> str:
    return (
        '<figure class="mw-default-size" typeof="mw:File/Thumb"><a href="/wiki/File:{file}" '
        f'class="mw-file-description"><img alt="{{alt}}" src="{{src}}" {SIZE} '
        'class="mw-file-element"></a><figcaption>{caption}</figcaption></figure>'
    ).format_map(values)


def _old_figure(values: Mapping[str, str]) -> str:
    return (
        '<div class="thumb tright"><div class="thumbinner" style="width:222px;">'
        f'<a href="/wiki/File:{{file}}" class="image"><img alt="{{alt}}" src="{{src}}" {SIZE} '
        'class="thumbimage"></a><div class="thumbcaption"><div class="magnify">'
        '<a href="/wiki/File:{file}" class="internal" title="Enlarge"></a></div>{caption}</div>'
        "</div></div>"
    ).format_map(values)


def _mobile_figure(values: Mapping[str, str]) -> str:
    return (
        '<figure typeof="mw:File/Thumb"><a class="mw-file-description" href="/wiki/File:{file}">'
        f'<noscript><img alt="{{alt}}" src="{{src}}" {SIZE} class="mw-file-element"></noscript>'
        '<span class="lazy-image-placeholder" data-mw-src="{src}" data-alt="{alt}" '
        'data-width="220" data-height="165"> </span></a><figcaption>{caption}</figcaption></figure>'
    ).format_map(values)


@dataclass(frozen=True, slots=True)
class Kind:
    """How one kind of HTML is written."""

    name: str
    page: str
    section: Callable[[int, str, str], str]
    figure: Callable[[Mapping[str, str]], str]


KINDS = (
    Kind("parsoid", PARSOID, _parsoid_section, _parsoid_figure),
    Kind("core", SKIN, _core_section, _core_figure),
    Kind("before 2023", SKIN, _core_section, _old_figure),
    Kind("mobile", SKIN, _mobile_section, _mobile_figure),
)


def differences(article: Article) -> list[str]:
    """What the reading of an article says otherwise than its rows, a line an image use."""
    images = [i for i in read_wiki(article.html, BASE).images if i.left_out is None]
    if len(images) != len(article.rows):
        return [f"{article.title}: {len(images)} images"] * len(article.rows)
    pairs = zip(images, article.rows, strict=True)
    both = ((_read(image), _expected(article, row)) for image, row in pairs)
    return [
        f"{article.title}: {ours} in place of {theirs}" for ours, theirs in both if ours != theirs
    ]


def _read(image: WikiImage) -> tuple[str | None, ...]:
    context = image.record.context
    text = image.record.informative_name
    around = (context.text_before, context.text_after)
    return image.file, text, context.page_title, context.heading, context.caption, *around


def _expected(article: Article, row: Row) -> tuple[str | None, ...]:
    """Lead and section are the context; the lead is a section too."""
    caption = collapse(CITED.sub("", row["caption"]))
    title, lead = collapse(article.title), cut_start(collapse(article.lead), REACH)
    section = cut_start(collapse(row["section_context"] or ""), REACH)
    around = (lead, section) if row["section_title"] else ("", lead)
    heading = collapse(row["section_title"] or "") or title
    name, text = collapse(file_name(row)), collapse(row["description"])
    return name, text, title, heading, caption, *around


def main() -> None:
    data = Path(sys.argv[1])
    if len(sys.argv) > 2:
        written = build(data, Path(sys.argv[2]))
        print(f"{sum(len(a.rows) for _, a in written)} image uses in {len(written)} articles")
        return
    uses, wrong = 0, []
    for article in articles(data):
        uses += len(article.rows)
        wrong += differences(article)
    print("\n".join([*wrong, f"{uses - len(wrong)} of {uses} image uses are read as written"]))


if __name__ == "__main__":
    main()
