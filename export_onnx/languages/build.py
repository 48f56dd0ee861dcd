"""Adds a text tower for further languages to a model that knows English."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import click
import numpy as np
import torch
from numpy.typing import NDArray
from PIL import Image
from torch import Tensor

from export_onnx.compact.bert import Bert
from export_onnx.compact.data import read_examples
from export_onnx.compact.e5 import e5_network, matrices, package_file, read_e5
from export_onnx.compact.export import export_texts
from export_onnx.compact.features import Arrays, Rows, cached
from export_onnx.compact.frozen import MAX_TOKENS
from export_onnx.compact.package import write_manifest
from export_onnx.compact.pieces import kept_pieces, piece_tokenizer
from export_onnx.languages.at_hand import put_into_others, said_of_pictures
from export_onnx.languages.chosen import CAPTIONS, judged_on, mostly_new
from export_onnx.languages.judged import Understood, found_alike, known, understood
from export_onnx.languages.lessons import (
    Lesson,
    LessonSources,
    hash_of,
    read_lessons,
    some_pictures,
)
from export_onnx.languages.measured import read_measured
from export_onnx.languages.student import TUNED, Student, StudentTower
from export_onnx.languages.taught import Taught, sentences, taught
from export_onnx.languages.training import (
    StudentRecipe,
    answers,
    begun_student,
    mix,
    new_student,
    train,
)
from export_onnx.things.forget import forget_things
from models.encoder import (
    FURTHER_FORM_FILE,
    FURTHER_LEXICON_FILE,
    FURTHER_TEXT_FILE,
    FURTHER_TOKENIZER_FILE,
    OBJECTS_FILE,
    Encoder,
    load_folder,
)
from models.manifest import Calibration, Manifest, read_manifest, sha256_of
from models.texts import Windows, open_windows

PARITY_ITEMS = 48
JUDGED = 32
"""One picture in so many is enough to calibrate languages on."""
VERSION = "8"
MADE_ON_IT = (FURTHER_FORM_FILE, FURTHER_LEXICON_FILE)
"""Files that hold for the tower that they were made with."""


def build(
    sources: LessonSources,
    model: Path,
    recipe: StudentRecipe,
    seed: int,
    cache: Path | None,
    begun: Path | None = None,
) -> tuple[Manifest, Mapping[str, Understood]]:
    """Write the further text tower, its tokenizer and the new manifest to the folder `model`, all
    or none; what is understood of each language. What was made on the tower that lay there is left
    out: its form head, its words, and the channel of things. `begun`: a saved training from which
    this one begins.

    Raises DataError, ParityError, ModelError.
    """
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary) / "model"
        shutil.copytree(model, folder)
        forget_things(folder)
        teacher = load_folder(folder, provider="cpu", threads=1)
        file = read_e5(package_file())
        kept = kept_pieces(file.pieces)
        tokenizer = folder / FURTHER_TOKENIZER_FILE
        piece_tokenizer(file.pieces, kept).save(str(tokenizer), pretty=False)
        windows = open_windows(tokenizer, MAX_TOKENS)
        trunk = e5_network(file, kept, MAX_TOKENS)
        lessons = judged_on(_lessons(sources, trunk, windows, cache))
        if begun:
            lessons = mostly_new(lessons, recipe.again)
        data = taught(lessons, folder, trunk, windows, cache)
        pictures = pictures_of(teacher, sources, cache)
        if begun:
            student = begun_student(trunk.top(TUNED), recipe, begun)
            _tell("before", lessons, data, student, pictures)
        else:
            student = new_student(trunk.top(TUNED), data, recipe, seed)
        saved = cache and cache / _name(recipe, lessons, seed, begun)
        train(data, student, pictures, recipe, seed, saved)
        _tell("after", lessons, data, student, pictures)
        if begun:
            mix(student, begun_student(trunk.top(TUNED), recipe, begun), recipe.kept)
            _tell("mixed", lessons, data, student, pictures)
        tower = StudentTower(trunk, student, data.lengths).eval()
        parity = export_texts(
            tower,
            folder / FURTHER_TEXT_FILE,
            _inputs(windows, lessons),
            list(matrices(file, kept)),
        )
        click.echo(f"parity with torch: {parity.mean:.4f}, least {parity.least:.4f}", err=True)
        found = _understood(lessons, data, student, pictures, teacher.manifest.compatibility)
        manifest = _manifest(read_manifest(folder), folder, found)
        write_manifest(manifest, folder)
        for name in (OBJECTS_FILE, *MADE_ON_IT):
            (model / name).unlink(missing_ok=True)
        for name in ("manifest.json", *manifest.files):
            shutil.copyfile(folder / name, model / name)
        return manifest, found


def _name(recipe: StudentRecipe, lessons: Sequence[Lesson], seed: int, begun: Path | None) -> str:
    """Of the file with a training that may be broken off."""
    first = f" {begun.stem}" if begun else ""
    return f"training-{hash_of(f'{recipe} {seed} {lessons}{first}') % 16**16:016x}.pt"


def _lessons(
    sources: LessonSources, trunk: Bert, windows: Windows, cache: Path | None
) -> list[Lesson]:
    """All that is at hand, in one order."""
    measured = read_measured(sources.benchmarks, sources.data)
    found = [*read_lessons(sources), *said_of_pictures(sources, measured)]
    return [
        *found,
        *put_into_others(
            sources, found, measured, lambda texts: _words(texts, trunk, windows, cache)
        ),
    ]


def _words(
    texts: Sequence[str], trunk: Bert, windows: Windows, cache: Path | None
) -> NDArray[np.float32]:
    """(n, 384): unit vectors of multilingual-e5."""
    return cached(cache, "words", texts, lambda: {"words": sentences(trunk, windows, texts)})[
        "words"
    ].astype(np.float32)


def pictures_of(teacher: Encoder, sources: LessonSources, cache: Path | None) -> Tensor:
    """(pictures, dimension): shared embeddings of some, in which student and tower are to find the
    same."""
    chosen = some_pictures(read_examples(sources.data, sources.benchmarks))

    def make() -> Arrays:
        rows = []
        with click.progressbar(chosen, label="pictures") as bar:
            for path in bar:
                with Image.open(path) as image:
                    rows.append(teacher.embed_pictures([image])[0])
        return {"shared": np.stack(rows)}

    names = [str(path.relative_to(sources.data)) for path in chosen]
    return torch.from_numpy(
        cached(cache, f"seen-{teacher.fingerprint[:16]}", names, make)["shared"]
    )


def _inputs(windows: Windows, lessons: Sequence[Lesson]) -> list[NDArray[np.int64]]:
    """Token ids of texts in many languages, for the comparison with torch."""
    some = lessons[:: max(1, len(lessons) // PARITY_ITEMS)]
    return [windows.of(lesson.text)[0][np.newaxis] for lesson in some]


def _tell(
    when: str, lessons: Sequence[Lesson], data: Taught, student: Student, pictures: Tensor
) -> None:
    """What to compare trials by: nothing that is taught or reported."""
    rows = np.flatnonzero([x.held_out and x.source in CAPTIONS for x in lessons])
    asked = [lessons[row] for row in rows.tolist()]
    found = found_alike(asked, *_both(data, student, rows), pictures.numpy())
    each = ", ".join(f"{language} {share:.1%}" for language, share in found.items())
    mean = np.mean(list(found.values())) if found else 0.0
    click.echo(
        f"{when}: held-out captions find the tower's picture in {mean:.2%} ({each})", err=True
    )


def _both(
    data: Taught, student: Student, rows: Rows
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Shared embeddings of lessons, by the student and by the tower."""
    said = answers(student, data, rows)
    wanted = data.wanted(rows)
    ours, theirs = (
        torch.cat([each.learned * data.lengths[0], each.sentence * data.lengths[1]], 1).numpy()
        for each in (said, wanted)
    )
    return ours, theirs


def _understood(
    lessons: Sequence[Lesson],
    data: Taught,
    student: Student,
    pictures: Tensor,
    english: Calibration,
) -> dict[str, Understood]:
    rows = np.flatnonzero([lesson.held_out for lesson in lessons])
    ours, theirs = _both(data, student, rows)
    asked = [lessons[row] for row in rows.tolist()]
    return understood(asked, ours, theirs, pictures.numpy()[::JUDGED], english)


def _manifest(first: Manifest, folder: Path, found: Mapping[str, Understood]) -> Manifest:
    """That of the model with the further tower whose files lie in `folder`."""
    further = known(found)
    names = (FURTHER_TEXT_FILE, FURTHER_TOKENIZER_FILE)
    own = tuple(tag for tag in first.languages if tag not in first.further_languages)
    files = {name: digest for name, digest in first.files.items() if name not in MADE_ON_IT}
    return replace(
        first,
        version=VERSION,
        languages=tuple(sorted({*own, *further})),
        further_languages=tuple(further),
        compatibility_by_language={tag: found[tag].compatibility for tag in further},
        files=dict(sorted((files | {name: sha256_of(folder / name) for name in names}).items())),
    )
