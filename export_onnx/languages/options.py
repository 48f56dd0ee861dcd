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

_FURTHER = (
    click.option("--captions", type=FOLDER, help="data of the repository multi30k/dataset."),
    click.option(
        "--portuguese",
        type=FOLDER,
        help="data/multi30k/task1/raw of the repository FrameNetBrasil/framed-multi30k.",
    ),
    click.option("--programs", type=FOLDER, help="The repository ufdatastudio/multi30k-extension."),
    click.option("--photographs", type=FOLDER, help="data of the repository visheratin/nllb-clip."),
    click.option(
        "--sentences", type=FOLDER, help="data/tatoeba/v1 of the repository facebookresearch/LASER."
    ),
    click.option("--news", type=FOLDER, help="NTREX-128 of MicrosoftTranslator/NTREX."),
    click.option("--iglue", type=FOLDER, help="datasets of the repository e-bug/iglue."),
    click.option(
        "--similar",
        type=FOLDER,
        help="Folder with stsb-multi-mt, sts-benchmark-swedish, kor-nlu-datasets, RO-STS, JSICK, "
        "sick_nl and FarSick.",
    ),
    click.option("--dutch", type=FOLDER, help="Data of the repository cltl/DutchDescriptions."),
    click.option(
        "--arabic", type=FOLDER, help="data/Flickr8k_text of ObeidaElJundi/Arabic-Image-Captioning."
    ),
)
"""Of captions and sentences; each may be left out."""


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


def further_options(command: Callable[..., None]) -> Callable[..., None]:
    """A command with these options, which it gets one by one."""
    for option in reversed(_FURTHER):
        command = option(command)
    return command
