"""One scan that is killed again and again, and must end as if nothing had happened.

    python -m tests.tools.kills --kills 20 --seed 0 --static

Each kill (SIGKILL, browser included) comes at a random moment after a random number of pages. In
the end every row is held against those of a scan that was left alone.
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random

from auditor.store.reader import StoreError
from auditor.store.writer import Store
from tests.tools.big_site import BigSite, served
from tests.tools.scan_rows import rows

PAGES_A_KILL = 2
"""Pages that a scan does at most before it is killed."""
MOST_DELAY = 0.4
"""Seconds after the last of these pages."""
MOST_SECONDS = 3600
"""For a scan that is left alone."""


def scan(arguments: Sequence[str]) -> subprocess.Popen[str]:
    """A scan that says each page on stderr, in a process group of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "app", "scan", "--progress", "json", *arguments],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def killed(arguments: Sequence[str], random: Random) -> bool:
    """Scan until it is killed; False when it ended before that."""
    pages, delay = random.randint(0, PAGES_A_KILL), random.uniform(0, MOST_DELAY)
    with scan(arguments) as process:
        assert process.stderr is not None
        for line in process.stderr:
            pages -= line.startswith('{"event": "page"')
            if pages <= 0:
                break
        time.sleep(delay)
        ended = process.poll() is not None
        if not ended:
            os.killpg(process.pid, signal.SIGKILL)
    return not ended


def begun(path: Path) -> bool:
    """Whether a killed scan came as far as saying what it scans."""
    with Store(path) as store:
        try:
            store.report()
        except StoreError:
            return False
    return True


def broken(url: str, path: Path, options: Sequence[str], kills: int, random: Random) -> int:
    """Scan into `path` with so many kills, if it lasts long enough, then to the end. How often it
    was killed."""
    start, done = [url, "--save", str(path), *options], 0
    while done < kills:
        again = path.exists() and begun(path)
        if not killed([url, "--resume", str(path), "--no-score"] if again else start, random):
            return done
        done += 1
    with scan([url, "--resume", str(path), "--no-score"]) as last:
        last.communicate(timeout=MOST_SECONDS)
    return done


def differences(kills: int, seed: int, pages: int, options: Sequence[str]) -> tuple[int, list[str]]:
    """How often a scan of so many pages was killed, and the rows that it has and an unbroken one
    has not, or the other way round."""
    options = ["--no-score", "--max-pages", str(pages), *options]
    with (
        served(BigSite(pages, uses=4, pictures=40)) as url,
        tempfile.TemporaryDirectory() as folder,
    ):
        whole, cut = Path(folder) / "whole.db", Path(folder) / "cut.db"
        with scan([url, "--save", str(whole), *options]) as process:
            process.communicate(timeout=MOST_SECONDS)
        done = broken(url, cut, options, kills, Random(seed))
        one, other = rows(whole), rows(cut)
    if one == other:
        return done, []
    return done, sorted(set(one) ^ set(other)) or ["the same rows in another order"]


def main() -> int:
    """Kill as the arguments say; 1 when the rows differ."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--pages", type=int, default=60)
    asked, options = parser.parse_known_args()
    done, found = differences(asked.kills, asked.seed, asked.pages, options)
    for row in found[:10]:
        print(row[:300])
    print(f"{done} kills over {asked.pages} pages: {len(found)} rows differ")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
