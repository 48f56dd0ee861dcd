"""Options that say in which file a scan is kept."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from auditor.commands.grouped import grouped
from auditor.commands.kinds import OwnPath
from auditor.store.place import new_path


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
            yield self.save or new_path(start)
            return
        with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            yield Path(folder) / "scan.db"

    def say_where(self, path: Path) -> None:
        """Say where a scan is kept, whatever became of its reports."""
        if not path.exists():
            click.echo(f"Error: it was deleted meanwhile: {path}", err=True)
        elif not (self.no_save or self.resume):
            click.echo(f"Scan file: {path}", err=True)


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
