"""Where the lessons are, asked for alike by each builder that reads them."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any

import click

from export_onnx.languages.lessons import LessonSources

FOLDER = click.Path(file_okay=False, path_type=Path)
_OPTIONS = (
    click.option("--data", required=True, type=FOLDER, help="Folder with the training sets."),
    click.option(
        "--benchmarks", type=FOLDER, help="Folder with them [default: DATA/../benchmarks]."
    ),
    click.option(
        "--names",
        required=True,
        type=FOLDER,
        help="Folder of the npm package cldr-annotations-full.",
    ),
    click.option(
        "--stamps",
        required=True,
        type=FOLDER,
        help="tuxpaint/stamps of the Debian package tuxpaint-stamps-default.",
    ),
)


def lesson_options(command: Callable[..., None]) -> Callable[..., None]:
    """A command with these options, which it gets as `sources`."""

    @wraps(command)
    def asked(
        *, data: Path, benchmarks: Path | None, names: Path, stamps: Path, **others: Any
    ) -> None:
        sources = LessonSources(data, benchmarks or data.parent / "benchmarks", names, stamps)
        command(sources=sources, **others)

    for option in reversed(_OPTIONS):
        asked = option(asked)
    return asked
