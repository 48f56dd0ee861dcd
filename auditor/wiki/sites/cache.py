"""Answers of wikis kept between runs, in the user's cache folder, so that no wiki is asked twice
for what does not change: the HTML of a revision, and for a day names, descriptions and pictures.

A file each, named by the hash of what was asked. The folder is bounded, loses what was not written
longest, and may be deleted at any time.
"""

from __future__ import annotations

import contextlib
import hashlib
import logging
import time
from pathlib import Path
from tempfile import NamedTemporaryFile

from platformdirs import user_cache_path

MAX_BYTES = 500_000_000
DAY = 86_400.0
"""Seconds."""

log = logging.getLogger(__name__)


class Cache:
    """A folder that cannot be used is said once and does without."""

    def __init__(self, folder: Path | None = None, max_bytes: int = MAX_BYTES) -> None:
        self._folder = folder or user_cache_path("auditor") / "wiki"
        self._works = True
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            self._prune(max_bytes)
        except OSError as error:
            self._give_up(error)

    def get(self, asked: str, max_age: float | None = None) -> bytes | None:
        """What was answered, at most `max_age` seconds ago (None: ever), or None."""
        if not self._works:
            return None
        path = self._path(asked)
        try:
            if max_age is not None and time.time() - path.stat().st_mtime > max_age:
                return None
            return path.read_bytes()
        except OSError:
            return None

    def keep(self, asked: str, answer: bytes) -> None:
        """Keep an answer; whole or not at all, also beside other processes."""
        if not self._works:
            return
        try:
            with NamedTemporaryFile(dir=self._folder, prefix="new-", delete=False) as out:
                try:
                    out.write(answer)
                except OSError:
                    Path(out.name).unlink()
                    raise
            Path(out.name).replace(self._path(asked))
        except OSError as error:
            self._give_up(error)

    def _path(self, asked: str) -> Path:
        return self._folder / hashlib.sha256(asked.encode("utf-8", "surrogatepass")).hexdigest()

    def _prune(self, max_bytes: int) -> None:
        found = [(path.stat(), path) for path in self._folder.iterdir()]
        size = sum(stat.st_size for stat, _ in found)
        for stat, path in sorted(found, key=lambda pair: pair[0].st_mtime):
            if size <= max_bytes:
                return
            with contextlib.suppress(OSError):
                path.unlink()
                size -= stat.st_size

    def _give_up(self, error: OSError) -> None:
        self._works = False
        log.warning("Answers of wikis are not kept: %s: %s", self._folder.name, error)
