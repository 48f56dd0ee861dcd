"""How fast sites are scanned, beside a bare loop over the same pages in the same browser.

The pages of a folder are served on loopback by a process of its own. Every way reads all of them,
with the same number of tabs, or without a browser twice as many connections; starting and ending
the browser counts. The ways take turns, so that other work on the machine meets all of them.
"""

from __future__ import annotations

import asyncio
import json
import shutil
import subprocess
import sys
import time
from collections.abc import (
    AsyncIterator,
    Awaitable,
    Callable,
    Coroutine,
    Iterator,
    Mapping,
    Sequence,
)
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, replace
from functools import partial
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from tempfile import NamedTemporaryFile, TemporaryDirectory
from typing import Any
from urllib.parse import quote

from auditor.bench.errors import BenchError
from auditor.browser.bare import load_and_run, load_content, used_executable
from auditor.browser.context import open_browser
from auditor.browser.options import BrowserOptions
from auditor.browser.tab import BrowserReader
from auditor.clock import now
from auditor.crawl.listing import pages_of
from auditor.net.address_guard import AddressGuard, open_guard
from auditor.net.addresses import named_by
from auditor.results import NO_MODEL
from auditor.scan.options import ScanOptions
from auditor.scan.run import scan
from auditor.store.writer import ScanInfo, Store
from models.encoder import Encoder

TABS = 2
ROUNDS = 2
MOST_SECONDS = 600
"""For pa11y to read a page."""
OPTIONS = BrowserOptions()
Way = Callable[[Sequence[str]], Coroutine[Any, Any, None]]


@dataclass(frozen=True, slots=True)
class CrawlSpeed:
    """How fast one way was."""

    pages_per_s: float
    """Of all rounds together."""
    rounds: tuple[float, ...]
    """Pages a second of each round."""
    of_bare: float
    """Share of what the bare loop reads in the same time."""


def site_in(folder: Path) -> Path:
    """The folder of pages: sites/ of the one folder that holds all data, else `folder`."""
    sites = folder / "sites"
    return sites if (folder / "benchmarks").is_dir() and sites.is_dir() else folder


def run(folder: Path, encoder: Encoder | None) -> dict[str, CrawlSpeed]:
    """Measure every way on the pages of a folder. Raises BenchError, BrowserError."""
    folder = site_in(folder)
    paths = pages_of(folder) if folder.is_dir() else []
    if not paths:
        raise BenchError(f"{folder} holds no page")
    with served(folder) as root:
        urls = [root + quote(path.relative_to(folder).as_posix()) for path in paths]
        found = ways(encoder)
        seconds: dict[str, list[float]] = {name: [] for name in found}
        asyncio.run(_bare(urls[:5]))  # what is loaded once
        for turn in range(ROUNDS):
            names = list(found) if turn % 2 == 0 else list(reversed(found))
            for name in names:
                start = time.perf_counter()
                asyncio.run(found[name](urls))
                seconds[name].append(time.perf_counter() - start)
    return paces(seconds, len(urls))


def paces(seconds: Mapping[str, Sequence[float]], pages: int) -> dict[str, CrawlSpeed]:
    """Pages a second from the seconds of each round; the first way is what others are held
    against."""
    bare = sum(next(iter(seconds.values())))
    return {
        name: CrawlSpeed(
            pages * len(taken) / sum(taken),
            tuple(pages / each for each in taken),
            bare / sum(taken),
        )
        for name, taken in seconds.items()
    }


def ways(encoder: Encoder | None) -> dict[str, Way]:
    """What is measured, by name. Scores are left out without a model, axe-core where it is not
    installed (the extra `dev`), pa11y where it is not on the path."""
    found: dict[str, Way] = {
        "open, settle, snapshot": _bare,
        "open, content": _content,
        "scan without scores": _scan(None, static=False),
        "scan --static without scores": _scan(None, static=True),
    }
    if encoder is not None:
        found["scan"] = _scan(encoder, static=False)
        found["scan --static"] = _scan(encoder, static=True)
    if (script := _axe()) is not None:
        found["open, axe-core"] = _with_axe(script)
    if shutil.which("pa11y"):
        found["pa11y, a browser a page"] = _pa11y
    return found


async def _bare(urls: Sequence[str]) -> None:
    """What the scan does in the browser, and nothing else."""
    async with _guarded(urls[0]) as guard, open_browser(OPTIONS, guard) as context:
        readers = [BrowserReader(context, OPTIONS, guard) for _ in range(TABS)]
        await _shared(urls, [reader.read for reader in readers])
        for reader in readers:
            await reader.close()


async def _content(urls: Sequence[str]) -> None:
    await _in_tabs(urls, load_content)


def _with_axe(script: str) -> Way:
    async def way(urls: Sequence[str]) -> None:
        await _in_tabs(urls, partial(load_and_run, scripts=(script, "axe.run(document)")))

    return way


async def _pa11y(urls: Sequence[str]) -> None:
    """The command as its users run it, so many at a time as others have tabs."""
    launch = {"executablePath": await used_executable(), "args": ["--no-sandbox"]}
    with NamedTemporaryFile("w", suffix=".json") as config:
        json.dump({"chromeLaunchConfig": launch}, config)
        config.flush()

        async def check(url: str) -> None:
            command = ("pa11y", "--reporter", "json", "--config", config.name, url)
            run = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
            try:
                out, _ = await asyncio.wait_for(run.communicate(), MOST_SECONDS)
            except TimeoutError:
                run.kill()
                raise BenchError(f"pa11y did not end on {url}") from None
            if not out.startswith(b"["):
                raise BenchError(f"pa11y could not read {url}")

        await _shared(urls, [check] * TABS)


async def _in_tabs(urls: Sequence[str], work: Callable[[Any, str], Awaitable[None]]) -> None:
    async with _guarded(urls[0]) as guard, open_browser(OPTIONS, guard) as context:
        tabs = [await context.new_page() for _ in range(TABS)]
        await _shared(urls, [partial(work, tab) for tab in tabs])


def _scan(encoder: Encoder | None, *, static: bool) -> Way:
    async def way(urls: Sequence[str]) -> None:
        options = ScanOptions(
            targets=tuple(urls),
            max_depth=0,
            max_pages=None,
            concurrency=2 * TABS if static else TABS,
            static=static,
        )
        info = ScanInfo(options.targets, now(), "", NO_MODEL, {})
        with TemporaryDirectory() as folder, Store(Path(folder) / "scan.db") as store:
            store.begin(info)
            await scan(replace(options, robots=False), store, encoder)
            read = sum(page.state == "done" for page in store.report().pages)
        if read != len(urls):
            raise BenchError(f"{len(urls) - read} of {len(urls)} pages could not be read")

    return way


async def _shared(urls: Sequence[str], readers: Sequence[Callable[[str], Awaitable[Any]]]) -> None:
    """All pages, each read by whoever is free."""
    left = iter(urls)

    async def work(read: Callable[[str], Awaitable[Any]]) -> None:
        for url in left:
            await read(url)

    await asyncio.gather(*map(work, readers))


@asynccontextmanager
async def _guarded(url: str) -> AsyncIterator[AddressGuard | None]:
    async with open_guard([place for place in (named_by(url),) if place]) as guard:
        yield guard


def _axe() -> str | None:
    try:
        package = import_module("axe_playwright_python")
    except ImportError:
        return None
    return files(package).joinpath("axe.min.js").read_text("utf-8")


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The folder on loopback, by a process that shares nothing with what is measured."""
    command = [sys.executable, "-u", "-m", "http.server", "0", "--bind", "127.0.0.1"]
    command += ["--directory", str(folder), "--protocol", "HTTP/1.1"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as server:
        try:
            assert server.stdout is not None
            first = server.stdout.readline()
            yield first.partition("(")[2].partition(")")[0]
        finally:
            server.terminate()
