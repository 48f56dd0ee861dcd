"""Time and memory of every report format on a large scan that is made up.

    python -m tests.tools.report_speed FOLDER [IMAGES]

Each format runs in a process of its own, so that its peak memory is its own.
"""

from __future__ import annotations

import io
import random
import resource
import sys
import time
from collections.abc import Iterator
from hashlib import sha256
from multiprocessing import get_context
from pathlib import Path

from PIL import Image

from auditor.commands.options import Reports
from auditor.findings import Finding, Outcome, Part, Scores, Severity, Status, Verdict
from auditor.reports.formats import ENDINGS, FORMATS
from auditor.results import Judged as Judged
from auditor.results import ModelIdentity, PageInfo, PictureInfo
from auditor.rules import RULES
from auditor.store.rows import use_rows
from auditor.store.writer import ScanInfo, Store
from extractors.records import (
    AccessibleName,
    Context,
    Control,
    Exposed,
    Exposure,
    ImageRecord,
    Kind,
    NameSource,
)

PER_PAGE = 40
REPEATED = 8
"""Of the uses on a page, those that stand on every page, as logos and icons do."""


def build(path: Path, uses: int) -> None:
    """Write a scan file with `uses` image uses, the same whenever it is made."""
    chance = random.Random(7)
    with Store(path) as store:
        store.begin(
            ScanInfo(
                ("https://example.org/",),
                "2026-11-27T20:00:00+00:00",
                "0",
                ModelIdentity("c", ""),
                {},
            )
        )
        for number in range(uses // PER_PAGE):
            url = f"https://example.org/articles/{number}"
            store.push([url], 0)
            made = [_judged(number, place, chance) for place in range(PER_PAGE)]
            pictures = {info.sha256: (info, None) for info, _ in made}
            page = PageInfo(url, url, 200, f"Article number {number}", "en", "done", PER_PAGE)
            store.page_done(page, pictures, use_rows(judged for _, judged in made), ())
        store.finish("2026-11-27T21:00:00+00:00")


def _judged(page: int, place: int, chance: random.Random) -> tuple[PictureInfo, Judged]:
    subject = f"logo {place}" if place < REPEATED else f"picture {page} {place}"
    name = sha256(subject.encode()).hexdigest()
    words = " ".join(chance.choices(_WORDS, k=chance.randint(2, 20)))
    text = f"The {subject}" if place < REPEATED else f"{words} {subject}"
    status = list(Status)[place % len(Status)] if place < REPEATED else chance.choice(list(Status))
    thumbnail = _thumbnail(place)
    info = PictureInfo(name, "image/jpeg", 640, 480, 90_000, thumbnail=thumbnail)
    findings = tuple(_findings(status, place))
    verdict = Verdict(status, f"It is about {words}.", findings, round(chance.uniform(0, 100), 1))
    return info, Judged(_record(place, text, words), name, _scores(chance, words), verdict)


_WORDS = ("red", "fox", "stands", "in", "the", "snow", "near", "old", "birch", "trees", "today")
_THUMBNAILS: dict[int, bytes] = {}


def _thumbnail(place: int) -> bytes:
    if place not in _THUMBNAILS:
        out = io.BytesIO()
        noise = random.Random(place).randbytes(64 * 48 * 3)
        Image.frombytes("RGB", (64, 48), noise).resize((256, 192)).save(out, "JPEG", quality=75)
        _THUMBNAILS[place] = out.getvalue()
    return _THUMBNAILS[place]


def _findings(status: Status, place: int) -> Iterator[Finding]:
    if status in (Status.NOT_COMPARED, Status.OK, Status.DECORATIVE):
        return
    for rule in (RULES[place % len(RULES)], RULES[(place + 7) % len(RULES)]):
        message = f"The text “{rule.id}” is not what a listener needs here; say what is to be seen."
        yield Finding(rule.id, Outcome.FAILED, Severity.SERIOUS, message, {"text": rule.id})


def _record(place: int, text: str, words: str) -> ImageRecord:
    passage = f"{words}. " * 6
    return ImageRecord(
        kind=Kind.IMG,
        tag="img",
        selector=f"main > article:nth-of-type(1) > figure:nth-of-type({place}) > img",
        ordinal=place,
        role="image",
        src=f"https://cdn.example.org/pictures/{place}.jpg?width=640",
        alt=text,
        name=AccessibleName(text, NameSource.ALT, ("alt of img",)),
        exposure=Exposure(Exposed.EXPOSED, "shown, not hidden"),
        context=Context(
            page_title="Articles",
            heading=words,
            caption=words,
            control=Control("link", text, "", "https://example.org/next"),
            text_before=passage[:400],
            text_after=passage[:400],
        ),
        html=f'<img class="picture wide" src="pictures/{place}.jpg?width=640" alt="…">',
    )


def _scores(chance: random.Random, words: str) -> Scores:
    parts = [Part(chance.random(), f"close to “{words}”", {"cosine": 0.3}) for _ in range(4)]
    return Scores(*parts, quality=chance.uniform(1, 5))


def _measure(scan: Path, form: str, target: Path) -> None:
    begin = time.monotonic()
    with Store(scan) as store:
        Reports(((form, target),), 20).write(store.report)
    seconds = time.monotonic() - begin
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    files = list(target.parent.glob("*"))
    size = sum(file.stat().st_size for file in files) / 1e6
    print(f"{form:13} {seconds:6.1f} s {peak:6.0f} MB peak {len(files):4} files {size:8.1f} MB")


def main(folder: Path, uses: int = 40_000) -> None:
    """Build the scan file if it is not there, and measure each format."""
    scan = folder / f"{uses}.db"
    folder.mkdir(parents=True, exist_ok=True)
    if not scan.exists():
        build(scan, uses)
    endings = {form: ending for ending, form in ENDINGS.items()}
    for form in FORMATS:
        target = folder / form / f"report{endings[form]}"
        target.parent.mkdir(exist_ok=True)
        process = get_context("spawn").Process(target=_measure, args=(scan, form, target))
        process.start()
        process.join()


if __name__ == "__main__":
    main(Path(sys.argv[1]), *map(int, sys.argv[2:]))
