"""Runs `auditor scan` in a process of its own, and says how it goes on."""

from __future__ import annotations

import json
import subprocess
import threading
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import IO

from app.desk.article_request import ArticleRequest
from app.desk.program import begin, end
from auditor.message import Message, row
from auditor.store.errors import StoreError
from auditor.store.info import ScanInfo
from auditor.store.uses import StoredUses


@dataclass(frozen=True)
class ScanRequest:
    """What is to be scanned, and how. Empty: as the command line does without the option."""

    targets: tuple[str, ...]
    """URLs, files and folders."""
    sitemap: str = ""
    max_pages: int = 100
    depth: int | None = None
    """Links to follow; None: no limit."""
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    static: bool = False
    storage_state: str = ""
    """A file with the session of a browser."""
    decisions: Path | None = None
    """The scan file whose decisions are taken over."""


def request_of(scan: ScanInfo, decisions: Path) -> ScanRequest:
    """The same scan again, with the decisions that were made in its file. A session is not kept
    in the file and has to be given again."""
    asked, texts = scan.asked, tuple[str, ...]
    none: tuple[str, ...] = ()
    return ScanRequest(
        targets=scan.targets,
        sitemap=next(iter(asked("sitemaps", texts, none)), ""),
        max_pages=asked("max_pages", int, 0) or ScanRequest.max_pages,
        depth=scan.arguments.get("max_depth") and asked("max_depth", int, 0),
        include=asked("include", texts, none),
        exclude=asked("exclude", texts, none),
        static=asked("static", bool, False),
        decisions=decisions,
    )


class ScanState(StrEnum):
    """How a scan stands."""

    RUNNING = "running"
    PAUSED = "paused"
    STOPPED = "stopped"
    DONE = "done"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class ScanProgress:
    """How far a scan is (docs/formats.md, `--progress json`)."""

    done: int
    known: int
    pictures: int
    seconds: float
    seconds_left: float | None
    problem: str = ""
    """Why the last page could not be read."""


def arguments(request: ScanRequest, save: Path) -> list[str]:
    """The options of `auditor scan` for a new scan."""
    words = ["--save", str(save), "--max-pages", str(request.max_pages)]
    for name, value in (
        ("--sitemap", request.sitemap),
        ("--depth", "" if request.depth is None else str(request.depth)),
        ("--storage-state", request.storage_state),
        ("--decisions", str(request.decisions or "")),
    ):
        words += [name, value] if value else []
    words += [word for each in request.include for word in ("--include", each)]
    words += [word for each in request.exclude for word in ("--exclude", each)]
    words += ["--static"] if request.static else []
    return [*words, "--", *request.targets]


def parse_progress(line: str) -> ScanProgress | None:
    """A line of `--progress json`; None for any other line."""
    try:
        event = json.loads(line)
        return ScanProgress(
            event["done"],
            event["known"],
            event["pictures"],
            event["seconds"],
            event["seconds_left"],
            event.get("problem") or "",
        )
    except (ValueError, KeyError, TypeError):
        return None


def progress_words(progress: ScanProgress) -> str:
    """ "3 of 12 pages, 40 pictures, 1.5 pages a second, about 6 seconds left"."""
    rate = progress.done / progress.seconds if progress.seconds else 0.0
    read = Message.counted(
        "{done} of {number} page", "{done} of {number} pages", progress.known, done=progress.done
    )
    words = [read, _pictures(progress)]
    if progress.done:
        words.append(Message("{rate:.1f} pages a second", rate=rate))
    if progress.seconds_left is not None:
        words.append(Message("about {time} left", time=_duration(progress.seconds_left)))
    return row(words)


def article_progress_words(progress: ScanProgress) -> str:
    """ "12 pictures in 3 seconds"."""
    time = _duration(progress.seconds)
    return Message("{pictures} in {time}", pictures=_pictures(progress), time=time)


def _pictures(progress: ScanProgress) -> Message:
    return Message.counted("{number} picture", "{number} pictures", progress.pictures)


def state_words(request: Request | None, state: ScanState, message: str) -> str:
    """How it stands with what was asked for, to be said. `message`: why it failed."""
    if isinstance(request, ArticleRequest):
        return {
            ScanState.RUNNING: Message("The article is being read."),
            ScanState.PAUSED: "",
            ScanState.STOPPED: Message("Reading the article is stopped. Nothing is kept."),
            ScanState.DONE: Message("The article is read."),
            ScanState.FAILED: Message("The article was not read: {problem}", problem=message),
        }[state]
    return {
        ScanState.RUNNING: Message("The scan begins."),
        ScanState.PAUSED: Message("The scan is paused. Control P goes on."),
        ScanState.STOPPED: Message("The scan is stopped. What was done is kept."),
        ScanState.DONE: Message("The scan is complete."),
        ScanState.FAILED: Message("The scan ended: {problem}", problem=message),
    }[state]


def _duration(seconds: float) -> Message:
    if seconds < 90:
        return Message.counted("{number} second", "{number} seconds", round(seconds))
    if seconds < 5400:
        return Message.counted("{number} minute", "{number} minutes", round(seconds / 60))
    return Message("{hours:.1f} hours", hours=seconds / 3600)


Listener = Callable[[ScanState, ScanProgress | None, str], None]
"""Called from another thread with the state, how far it is, and a message ("" for none)."""


Request = ScanRequest | ArticleRequest


def _command(request: Request, save: Path) -> list[str]:
    """What is run, to begin or to go on."""
    progress = ("--progress", "json")
    if isinstance(request, ArticleRequest):
        return ["wiki", *progress, *request.options(save)]
    if not holds_scan(save):
        return ["scan", *progress, *arguments(request, save)]
    words = ["scan", *progress, "--resume", str(save)]
    words += ["--storage-state", request.storage_state] if request.storage_state else []
    words += ["--sitemap", request.sitemap] if request.sitemap else []
    return [*words, "--", *request.targets]


class ScanRun:
    """One scan, or one article that is read, from its start to its end."""

    def __init__(self, request: Request, save: Path, listener: Listener) -> None:
        self.path = save
        self.state = ScanState.STOPPED
        self.request = request
        self._listener = listener
        self._process: subprocess.Popen[str] | None = None
        self._thread: threading.Thread | None = None
        self._wanted: ScanState | None = None

    def start(self) -> None:
        """Begin, or go on with what was paused or stopped."""
        self.join()
        self._wanted = None
        self.state = ScanState.RUNNING
        self._process = begin(*_command(self.request, self.path))
        assert self._process.stderr is not None
        self._thread = threading.Thread(target=self._follow, args=(self._process.stderr,))
        self._thread.start()

    def pause(self) -> None:
        """End the process after what it is doing; `start` goes on."""
        self._interrupt(ScanState.PAUSED)

    def stop(self) -> None:
        """End it; what was done is kept."""
        if self.state is ScanState.PAUSED:
            self.state = ScanState.STOPPED
            self._listener(self.state, None, "")
        self._interrupt(ScanState.STOPPED)

    def join(self) -> None:
        """Wait until the process is gone and the listener was told."""
        if self._thread:
            self._thread.join()

    def _interrupt(self, wanted: ScanState) -> None:
        if self.state is ScanState.RUNNING and self._process:
            self._wanted = wanted
            end(self._process)

    def _follow(self, lines: IO[str]) -> None:
        message = ""
        for line in lines:
            if progress := parse_progress(line):
                message = progress.problem or message
                if progress.known:  # before, a model is loaded, and "0 of 0" tells nobody anything
                    self._listener(ScanState.RUNNING, progress, "")
            elif line.strip():
                message = line.strip()
        lines.close()
        assert self._process is not None
        code = self._process.wait()
        self.state, message = _end(code, self._wanted, _finished(self.path), message)
        self._listener(self.state, None, message)


def _end(
    code: int, wanted: ScanState | None, finished: bool, message: str
) -> tuple[ScanState, str]:
    if finished:
        return ScanState.DONE, ""
    if wanted:
        return wanted, ""
    return ScanState.FAILED, message.removeprefix("Error: ") or Message(
        "The scan ended with {code}.", code=code
    )


def holds_scan(path: Path) -> bool:
    """Whether a file holds a scan: one that has just begun has a file before it."""
    return _finish_of(path) is not None


def _finished(path: Path) -> bool:
    return bool(_finish_of(path))


def _finish_of(path: Path) -> str | None:
    """When the scan in the file ended, "" when it did not; None: there is no scan."""
    if not path.exists():
        return None
    try:
        with closing(StoredUses(path)) as uses:
            return uses.scan().finished or ""
    except StoreError:
        return None
