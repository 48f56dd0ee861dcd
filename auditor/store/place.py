"""Where a scan file goes that nobody named."""

from __future__ import annotations

import logging
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from urllib.parse import urlsplit

from platformdirs import user_data_path

log = logging.getLogger(__name__)


def new_path(url: str) -> Path:
    """A free name for the file of a scan that begins with `url` ("": with files), in the user's
    data folder; where nothing can be written there, as for a container's user without a home, in
    the current folder, else in that for temporary files. Raises OSError when there is none."""
    host = urlsplit(url).netloc.replace(":", "-") or "files"
    when = datetime.now(UTC).strftime("%Y-%m-%d-%H%M%S")
    folder = _writable()
    names = (f"{host}-{when}{f'-{n}' if n > 1 else ''}.db" for n in count(1))
    return next(folder / name for name in names if not (folder / name).exists())


def _writable() -> Path:
    wanted = user_data_path("auditor") / "scans"
    why = _problem(wanted)
    if why is None:
        return wanted
    for folder in _instead():
        if _problem(folder) is None:
            log.warning(
                "The scan file goes to %s: %s cannot be written (%s)", folder, wanted, why.strerror
            )
            return folder
    raise why


def _instead() -> Iterator[Path]:
    yield Path.cwd()
    try:
        yield Path(tempfile.gettempdir())
    except FileNotFoundError:  # no folder at all can be written
        return


def _problem(folder: Path) -> OSError | None:
    """Why nothing can be written there. Asked by writing: rights say nothing of a disk that was
    mounted to be read."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return None
    except OSError as error:
        return error
