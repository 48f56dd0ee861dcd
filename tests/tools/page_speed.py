"""What is computed of a page without a browser, here and in another checkout, by turns.

    python -m tests.tools.page_speed OTHER_CHECKOUT FOLDER [--pages 60]

Both read the HTML files below FOLDER, each in a process of its own, and take turns with every
page, so that other work on the machine meets both alike. Prints CPU milliseconds a page by stage,
their ratios, and the pages of which records or findings differ; ends with 1 when any do. Each
picture is made up of its address, the same in both.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from statistics import median
from typing import TypeVar

T = TypeVar("T")
WARM_UP = 8
"""Pages that are not counted: models and lists are opened."""
SIZES = ((1, 1), (16, 16), (64, 48), (160, 120), (640, 480), (1200, 800))
HERE = Path(__file__).parents[2]


def worker() -> None:
    """Read paths, a line each; answer each with seconds by stage and a digest of what was found."""
    from auditor.judge.uses import judge_uses
    from auditor.pages.frames import extract_frames
    from auditor.pages.languages import with_languages
    from auditor.pages.page import FrameSnapshot
    from auditor.results import Judged, PictureInfo
    from auditor.scan.one_page import numbered, to_look_at
    from auditor.store import rows
    from extractors.encoding import decode_html
    from extractors.records import ImageRecord

    def use_rows(judged: list[Judged]) -> list[object]:
        if hasattr(rows, "use_rows"):
            return list(rows.use_rows(judged))
        return [rows.use_row(outcome) for outcome in judged]  # a checkout of before 2026-12

    def picture(record: ImageRecord) -> PictureInfo:
        digest = hashlib.sha256((record.src or record.html).encode()).hexdigest()
        number = int(digest[:8], 16)
        width, height = SIZES[number % len(SIZES)]
        return PictureInfo(digest, "image/png", width, height, number % 99_999, flat=not number % 5)

    def answer(path: Path) -> dict[str, object]:
        seconds: dict[str, float] = {}

        def timed(stage: str, work: Callable[[], T]) -> T:
            start = time.thread_time()
            found = work()
            seconds[stage] = time.thread_time() - start
            return found

        url = f"https://example.org/{path.name}"
        html = decode_html(path.read_bytes(), None)
        frames = (FrameSnapshot(url, url, "", html, {}),)
        extractions = timed("extract", lambda: extract_frames(frames))
        spoken = timed("languages", lambda: with_languages(extractions))
        found = numbered(frames, spoken)
        pictures = {record.ordinal: picture(record) for record, _ in to_look_at(found)[0]}
        records = [record for record, _ in found]
        judged = timed("judge", lambda: judge_uses(records, pictures, {}, url)[0])
        timed("rows", lambda: use_rows(judged))
        whole = repr(([replace(each, records=()) for each in spoken], records, judged))
        digest = hashlib.sha256(whole.encode("utf-8", "replace")).hexdigest()
        return {"seconds": seconds, "digest": digest}

    for line in sys.stdin:
        print(json.dumps(answer(Path(line.rstrip("\n")))), flush=True)


def main() -> int:
    """Run what the arguments name; 1 when a page differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("other", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--pages", type=int, default=60)
    asked = parser.parse_args()
    paths = sorted(asked.folder.rglob("*.html"))[: asked.pages]
    checkouts = (asked.other.resolve(), HERE)
    workers = [_started(checkout) for checkout in checkouts]
    answers: list[list[dict[str, dict[str, float]]]] = [[], []]
    for number, path in enumerate(paths):
        for which in ((0, 1), (1, 0))[number % 2]:
            workers[which].stdin.write(f"{path}\n")
            workers[which].stdin.flush()
            answers[which].append(json.loads(workers[which].stdout.readline()))
    for each in workers:
        each.stdin.close()
        each.wait()
    other, own = ([a["seconds"] for a in each[WARM_UP:]] for each in answers)
    for stage in (*own[0], "all"):
        before, after = (
            [1000 * (sum(s.values()) if stage == "all" else s[stage]) for s in each]
            for each in (other, own)
        )
        ratio = median(b / a for a, b in zip(before, after, strict=True))
        print(
            f"{stage:10} {median(before):7.2f} {median(after):7.2f} ms  {ratio:.2f}  n {len(own)}"
        )
    pairs = zip(paths, *answers, strict=True)
    differ = [path for path, before, after in pairs if before["digest"] != after["digest"]]
    print(
        *(f"differs: {path}" for path in differ), f"{len(differ)} of {len(paths)} differ", sep="\n"
    )
    return 1 if differ else 0


def _started(checkout: Path) -> subprocess.Popen[str]:
    """This file's worker, with the modules of a checkout."""
    return subprocess.Popen(
        [sys.executable, __file__, "--work"],
        cwd=checkout,
        env={**os.environ, "PYTHONPATH": str(checkout)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


if __name__ == "__main__":
    if sys.argv[1:] == ["--work"]:
        worker()
    else:
        sys.exit(main())
