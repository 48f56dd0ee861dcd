"""Scan files with random bytes changed, read in every way: each is read, or refused in one line.

    python -m tests.tools.scan_fuzz --count 2000
    python -m tests.tools.scan_fuzz --count 2000 --start 2000

A case is its number: it comes out the same each time. Memory is bounded (2 GB beyond the start), so
that a file which unfolds is a finding too. Prints a line a finding, how many of the cases were
refused, and the worst seconds (of the processor).
"""

from __future__ import annotations

import argparse
import io
import json
import os
import resource
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, redirect_stderr, redirect_stdout
from functools import cache, partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import click

from app.backend.saved import Saved
from app.desk.article_request import article_again, is_of_articles
from app.desk.articles import OpenArticles
from app.desk.preferences import Preferences
from app.desk.recent import recent_words
from app.desk.scanning import request_of
from auditor.commands.cli import cli
from auditor.decision import Choice, Decision, Subject
from auditor.findings import Finding, Outcome, Severity, Skipped
from auditor.reports.formats import ENDINGS
from auditor.results import NO_MODEL
from auditor.scan.across import find_across_pages
from auditor.scan.options import ScanOptions
from auditor.store.decisions import Decisions, decisions_in
from auditor.store.errors import StoreError
from auditor.store.packing import pack
from auditor.store.query import UNDECIDED, Group, QueueQuery, Sort
from auditor.store.queue import Queue
from auditor.store.values import structured
from auditor.store.writer import ScanInfo, Store
from auditor.wiki.kept import KeptArticle, KeptImage
from auditor.wiki.reading.match import Located
from auditor.wiki.sites.article import Article
from auditor.wiki.wikitext.names import ENGLISH
from extractors.mediawiki.records import Container, Format, Link, Origin, Section, WikiImage
from extractors.records import ImageRecord
from tests.auditor.scan_files import INFO, SITE, Image, write

MOST_SECONDS = 5.0
"""Of the processor, for all ways of reading one file."""
MOST_MEMORY = 2_000_000_000
TEXTS = ("A red fox", "fox.png", None, "", "A hill at 100% zoom", "Ünïcode and 'quotes'", "Map")
THUMBNAIL = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d49444154789c6360f8"
    "cfc00000030101001827d4f70000000049454e44ae426082"
)


def build(path: Path, *, done: bool = True) -> Path:
    """A scan file with something in every table but those of articles."""
    images = [
        Image(text, page=f"/{number % 3}", picture=f"{number % 4:064x}", thumbnail=THUMBNAIL)
        for number, text in enumerate(TEXTS * 3)
    ]
    arguments = json.loads(json.dumps({"targets": [f"{SITE}/0"], "static": True, "max_pages": 3}))
    info = ScanInfo((f"{SITE}/0",), INFO.started, "0.1.0", NO_MODEL, arguments)
    write(path, images, info, done=done)
    finding = Finding("same-text", Outcome.CANT_TELL, Severity.ADVICE, "Equal.", {"text": "Map"})
    with Store(path) as store:
        store.push([f"{SITE}/later"], 1)
        store.replace_site_findings([(finding, [1, 2, 3])])
        store.skip(Skipped("a frame", "it did not load", f"{SITE}/0"))
    for number, text in enumerate(TEXTS[:3]):
        subject = Subject(f"{number % 4:064x}", text, text or "")
        Decisions(path).put(subject, Decision(Choice.WRONG, "a note", "Better", INFO.started))
    return path


def build_article(path: Path) -> Path:
    """The same with an article of a wiki."""
    build(path)
    text = "[[File:Fox.png|thumb|alt=A red fox|A fox]]"
    article = Article("Fox", f"{SITE}/0", f"{SITE}/0", "en", 7, None, text, ENGLISH)
    with Store(path) as store:
        record = next(iter(store.report().uses)).record
        kept = KeptImage(_wiki_image(record), Located(None, "not found"), None)
        packed = pack(KeptArticle(article, True, {}), "")
        store.keep_article(f"{SITE}/0", packed, {0: pack(kept, ""), 1: pack(kept, "")})
    return path


def _wiki_image(record: ImageRecord) -> WikiImage:
    return WikiImage(
        record,
        order=0,
        file="Fox.png",
        occurrence=0,
        origin=Origin.EXPLICIT,
        caption="A fox",
        caption_visible=True,
        format=Format.THUMB,
        container=Container.FIGURE,
        link=Link.FILE_DESCRIPTION,
        decorative=False,
        section=Section("Fox", 0),
        lead="A fox is an animal.",
        made_by=None,
        extension=None,
        width=30,
        height=20,
        left_out=None,
    )


@cache
def files() -> tuple[bytes, ...]:
    """The files that are changed: of a scan, of articles, of a scan that was interrupted."""
    with TemporaryDirectory() as folder:
        makers = (build, build_article, partial(build, done=False))
        paths = [make(Path(folder) / f"{n}.db") for n, make in enumerate(makers)]
        return tuple(path.read_bytes() for path in paths)


def mutant(number: int) -> bytes:
    """The file of a case."""
    random = Random(f"scan file {number}")
    data = bytearray(random.choice(files()))
    for _ in range(random.choice((1, 1, 2, 4, 16, 64))):
        place = random.randrange(len(data)) if random.random() < 0.9 else random.randrange(200)
        size = random.choice((1, 1, 2, 4, 8, 32))
        data[place : place + size] = random.choice(
            (
                random.randbytes(size),
                bytes((data[place] ^ 1 << random.randrange(8),)) + data[place + 1 : place + size],
                b"\xff" * size,
                b"\x00" * size,
                bytes(data[place : place + size])[::-1],
            )
        )
        del data[len(data) - len(data) % 512 :]
    return bytes(data) if random.random() < 0.9 else bytes(data[: random.randrange(len(data))])


def ways(path: Path, folder: Path) -> Iterator[Callable[[], object]]:
    """Every way of reading a scan file. Each returns, or raises StoreError or ClickException."""
    outputs = [["--output", str(folder / f"report{ending}")] for ending in ENDINGS]
    yield partial(_call, "report", path, *(word for words in outputs for word in words))
    yield partial(_call, "images", path, "--json")
    yield partial(_call, "images", path, "--verbose")
    yield partial(_call, "images", path, "--by-picture")
    yield partial(_call, "compare", path, path)
    yield partial(_call, "trend", path, "--svg", folder / "trend.svg")
    yield partial(_call, "baseline", path, "-o", folder / "baseline.json", "--accepted")
    yield partial(_work, path)
    yield partial(decisions_in, path)
    yield partial(recent_words, path)
    yield partial(Decisions(path).put, Subject("x", None, ""), Decision(Choice.RIGHT))
    yield partial(_go_on, path)
    yield Saved(path, None).check


def _call(*arguments: object) -> None:
    with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
        cli.main([*map(str, arguments)], standalone_mode=False)


def _work(path: Path) -> None:
    """As the window does."""
    with closing(Queue(path)) as queue:
        scan = queue.scan()
        request_of(scan, path)
        if is_of_articles(scan):
            article_again(scan, path, Preferences())
        queue.load()
        found = queue.find(QueueQuery())
        for group in Group:
            for sort in Sort:
                queue.find(QueueQuery(text="fox", decision=UNDECIDED, group=group, sort=sort))
        rows = queue.rows(found.ids)
        queue.rules()
        queue.statuses()
        decisions, articles = Decisions(path), OpenArticles(path)
        for row, rank in zip(rows[:4], found.ranks, strict=False):
            use = queue.use(row.id, rank)
            queue.others(row.id, 5)
            queue.open_of([row.id])
            queue.placed([row.id])
            decisions.get(Subject.of(use.record, use.picture.sha256 if use.picture else None))
            queue.embedding(use.picture.sha256 if use.picture else "")
            articles.facts(row.id, use)
            articles.section(row.id)
            articles.edit(row.id)


def _go_on(path: Path) -> None:
    """As a scan does that is resumed; nothing is fetched."""
    with Store(path) as store:
        info = store.resume()
        structured(info.arguments, ScanOptions).frontier()
        store.push(info.targets, 0)
        for url in (*info.targets, *(page.url for page in store.report().pages)):
            store.links_of(url)
        store.keep_each_page_once()
        find_across_pages(store)
        store.finish(INFO.started)


def check(data: bytes, part: int = 0, parts: int = 1) -> tuple[list[str], set[int], float]:
    """What is wrong with how a file is read, which ways refused it, and the seconds it took.
    `part`: only each of so many `parts` of the ways."""
    problems: list[str] = []
    refused: set[int] = set()
    start = time.process_time()
    with TemporaryDirectory() as folder:
        for number, way in enumerate(ways(Path(folder) / "scan.db", Path(folder))):
            if number % parts != part:
                continue
            (Path(folder) / "scan.db").write_bytes(data)
            try:
                way()
            except (StoreError, click.ClickException) as error:
                refused.add(number)
                if len(str(error).splitlines()) != 1:
                    problems.append(f"way {number} says {error}")
            except Exception as error:
                problems.append(f"way {number}: {type(error).__name__}: {error}")
            for left in Path(folder).glob("scan.db-*"):
                left.unlink()
    seconds = time.process_time() - start
    if seconds > MOST_SECONDS:
        problems.append(f"took {seconds:.1f} s")
    return problems, refused, seconds


def main() -> int:
    """Run the cases that the arguments name; 1 when something was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--start", type=int, default=0)
    asked = parser.parse_args()
    files()
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    resource.setrlimit(resource.RLIMIT_AS, (used + MOST_MEMORY, resource.RLIM_INFINITY))
    found, worst, unread = 0, 0.0, 0
    for number in range(asked.start, asked.start + asked.count):
        problems, refused, seconds = check(mutant(number))
        found, worst = found + bool(problems), max(worst, seconds)
        unread += 0 in refused
        for problem in problems:
            print(f"{number}: {problem}", flush=True)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 - used
    print(
        f"{asked.count} scan files from {asked.start}: {found} with faults, {unread} could not be "
        f"reported, worst {worst:.2f} s, {peak / 1e6:.0f} MB more than at the start"
    )
    return 1 if found else 0


if __name__ == "__main__":
    with TemporaryDirectory() as own:
        os.environ["XDG_STATE_HOME"] = own
        sys.exit(main())
