"""From a finished model and a detector to the same model with a channel of things."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

import click
import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from export_onnx.compact.data import Example, read_examples
from export_onnx.compact.export import export_objects
from export_onnx.compact.features import object_features
from export_onnx.compact.heads import SENTENCE
from export_onnx.compact.judged import matched
from export_onnx.compact.onnx_file import write_onnx
from export_onnx.compact.package import write_manifest
from export_onnx.compact.parity import EXACT, compare, require
from export_onnx.languages.lessons import (
    ENGLISH,
    Lesson,
    LessonSources,
    english_texts,
    read_lessons,
    some_pictures,
)
from export_onnx.objects.nanodet import SIDE, nanodet
from export_onnx.objects.words import NAMES, named
from export_onnx.things.forget import THINGS_FILES, forget_things
from export_onnx.things.naming import WeightedNaming, class_phrases, heard, new_naming, parts
from models.encoder import (
    FURTHER_NAMING_FILE,
    FURTHER_TEXT_FILE,
    NAMING_FILE,
    OBJECTS_FILE,
    Encoder,
    load_folder,
)
from models.manifest import Calibration, Manifest, read_manifest, sha256_of
from models.session import open_session
from models.towers import SENTENCE as SENTENCE_NAME

WEIGHT = 0.01
"""What a class that a text surely names counts, times how far the picture's log odds of it are
above their mean."""
ENGLISH_READ = 30_000
FURTHER_READ = 12_000
"""Texts that the naming of classes is learned from."""
JUDGED_SETS = ("flickr8k", "conceptual", "web", "books")
"""Whose held-out parts calibrate the compatibility, as they did without things."""
AT_ONCE = 64
T = TypeVar("T")


class UnusualOdds(nn.Module):
    """What the detector found, (n, OBJECT_FEATURES), to how far the log odds of each class are
    above their mean (n, 80)."""

    def __init__(self, usual: Tensor) -> None:
        super().__init__()
        self.usual = nn.Buffer(usual)

    def forward(self, found: Tensor) -> Tensor:
        return found[:, : len(self.usual)] - self.usual


def build(
    sources: LessonSources, detector: Path, model: Path, seed: int, cache: Path | None
) -> Manifest:
    """Write the detector and what hears things named behind each text tower to the folder `model`,
    with the new manifest; all or nothing.

    Raises DataError, ParityError, ModelError, TfjsError.
    """
    lessons = read_lessons(sources)
    examples = read_examples(sources.data, sources.benchmarks)
    with tempfile.TemporaryDirectory() as temporary:
        work, folder = Path(temporary) / "work", Path(temporary) / "model"
        work.mkdir()
        shutil.copytree(model, folder)
        forget_things(folder)
        before = load_folder(folder, provider="cpu")
        finder = nanodet(detector)
        onnx.save(finder, work / OBJECTS_FILE)
        found = _found(examples, work / OBJECTS_FILE, cache)
        usual = found[:, : len(NAMES)].mean(0)
        inputs = [row[np.newaxis] for row in found[:48]]
        tower = UnusualOdds(torch.from_numpy(usual)).eval()
        export_objects(tower, finder, folder / OBJECTS_FILE, inputs)
        for name, texts in _texts(before, lessons, english_texts(examples)).items():
            _export_naming(before, texts, folder / name, seed)
        manifest = _manifest(read_manifest(folder), folder, usual)
        write_manifest(manifest, folder)
        held_out = [e for e in examples if e.held_out and e.dataset in JUDGED_SETS]
        figures, calibration = matched(load_folder(folder, provider="cpu"), held_out)
        manifest = _calibrated(manifest, calibration)
        write_manifest(manifest, folder)
        for name, each in figures.items():
            click.echo(f"{name}: {each}", err=True)
        for path in folder.iterdir():
            shutil.copyfile(path, model / path.name)
        return manifest


def _found(examples: Sequence[Example], detector: Path, cache: Path | None) -> NDArray[np.float32]:
    """What the detector finds in some pictures that are trained on: its mean is what is usual."""
    chosen = some_pictures(examples)
    return object_features(detector, "things", chosen, cache)["objects"].astype(np.float32)


def _texts(
    model: Encoder, lessons: Sequence[Lesson], english: Sequence[str]
) -> dict[str, list[Lesson]]:
    """By file, the texts in which it learns to hear classes."""
    rng = np.random.default_rng(0)
    texts = [*_some(english, ENGLISH_READ, rng), *class_phrases()]
    found = {NAMING_FILE: [Lesson(text, ENGLISH, (text,), "english") for text in texts]}
    if FURTHER_TEXT_FILE in model.manifest.files:
        further = [lesson for lesson in lessons if model.is_further(lesson.language)]
        found[FURTHER_NAMING_FILE] = _some(further, FURTHER_READ, rng)
    return found


def _some(these: Sequence[T], most: int, rng: np.random.Generator) -> list[T]:
    return [these[place] for place in rng.permutation(len(these))[:most].tolist()]


def _export_naming(model: Encoder, lessons: Sequence[Lesson], path: Path, seed: int) -> None:
    """Of what a lesson names speaks the English that means the same."""
    rows = []
    starts = range(0, len(lessons), AT_ONCE)
    with click.progressbar(starts, label=f"{path.name}, texts") as bar:
        for start in bar:
            some = lessons[start : start + AT_ONCE]
            said = model.embed_texts([each.text for each in some], [e.language for e in some])
            rows.append(said.sentence)
    sentences, labels = np.concatenate(rows), named(lesson.english[0] for lesson in lessons)
    learned, looked_at = parts(len(lessons))
    naming = new_naming(sentences[learned], labels[learned], seed)
    precision, recall = heard(naming, sentences[looked_at], labels[looked_at])
    click.echo(f"{path.name}: names heard {recall:.1%}, of these right {precision:.1%}", err=True)
    write_onnx(
        WeightedNaming(naming, WEIGHT), torch.zeros(2, SENTENCE), path, SENTENCE_NAME, ("named",)
    )
    parity = compare(
        WeightedNaming(naming, WEIGHT), open_session(path, "cpu"), SENTENCE_NAME, [sentences]
    )
    require(parity, EXACT, path)


def _manifest(before: Manifest, folder: Path, usual: NDArray[np.float32]) -> Manifest:
    there = [name for name in THINGS_FILES if (folder / name).exists()]
    hashes = {name: sha256_of(folder / name) for name in there}
    return replace(
        before,
        dimension=before.dimension + len(NAMES),
        files=dict(sorted({**before.files, **hashes}.items())),
        objects_size=SIDE,
        object_classes=NAMES,
        object_usual=tuple(round(float(odds), 3) for odds in usual),
        object_weight=WEIGHT,
    )


def _calibrated(manifest: Manifest, now: Calibration) -> Manifest:
    """Each language's raw score means the same in English ones as before."""
    before = manifest.compatibility

    def moved(own: Calibration) -> Calibration:
        slope, intercept = own.slope / before.slope, (own.intercept - before.intercept)
        return Calibration(
            round(now.slope * slope, 4),
            round(now.slope * intercept / before.slope + now.intercept, 4),
        )

    by_language = {tag: moved(own) for tag, own in manifest.compatibility_by_language.items()}
    return replace(manifest, compatibility=now, compatibility_by_language=by_language)
