"""What was dragged onto the window: a scan file to open, or pages to scan."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit


@dataclass(frozen=True, slots=True)
class Dropped:
    """At most one of both."""

    scan: Path | None = None
    targets: tuple[str, ...] = ()


def dropped(files: Sequence[str], text: str) -> Dropped:
    """`files`: paths, or addresses of the web; `text`: what was dragged as text, an address a
    line."""
    named = files or [line.strip() for line in text.splitlines()]
    if len(named) == 1 and named[0].endswith(".db"):
        return Dropped(scan=Path(named[0]))
    return Dropped(targets=tuple(each for each in named if _can_be_scanned(each)))


def _can_be_scanned(name: str) -> bool:
    return urlsplit(name).scheme in ("http", "https") or Path(name).exists()
