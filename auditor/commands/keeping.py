"""Options that say in which file a scan is kept."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlsplit

import click
from platformdirs import user_data_path

from auditor.commands.grouped import grouped
from auditor.commands.kinds import OwnPath


@dataclass(frozen=True, slots=True)
class Keeping:
    """What was asked for."""

    save: Path | None
    decisions: Path | None
    no_save: bool
    resume: Path | None

    @contextmanager
    def new_file(self, start: str) -> Iterator[Path]:
        """Where a scan that begins at the URL `start` is written; with `no_save` it goes when all
        is reported."""
        if not self.no_save:
            yield self.save or _default_path(start)
            return
        with TemporaryDirectory() as folder:
            yield Path(folder) / "scan.db"


def _default_path(url: str) -> Path:
    host = urlsplit(url).netloc.replace(":", "-") or "files"
    when = datetime.now(UTC).strftime("%Y-%m-%d-%H%M%S")
    folder = user_data_path("auditor") / "scans"
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{host}-{when}.db"
    number = 2
    while path.exists():
        path = folder / f"{host}-{when}-{number}.db"
        number += 1
    return path


keeping_options = grouped(
    "keeping",
    Keeping,
    click.option(
        "--save",
        type=click.Path(dir_okay=False, path_type=Path),
        help="Scan file (SQLite) to write; without it, one in the user's data folder.",
    ),
    click.option(
        "--decisions",
        type=click.Path(exists=True, dir_okay=False, path_type=Path),
        help="An earlier scan file: take over what was decided in it in the window (auditor gui).",
    ),
    click.option("--no-save", is_flag=True, help="Keep no scan file, only the reports."),
    click.option(
        "--resume",
        type=OwnPath(exists=True, dir_okay=False, path_type=Path),
        help="Go on with an interrupted scan: its file. What was asked then holds.",
    ),
)
"""A command with them takes Keeping as `keeping`."""
