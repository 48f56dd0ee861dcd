"""`python -m export_onnx.caption_heads`: trains the stand-ins for VSE++, UMIC and alignment of
ViLBERT, and opens the networks that SPURTS and the stand-in for QACE look into."""

from __future__ import annotations

from pathlib import Path

import click
import numpy as np
import torch
from platformdirs import user_cache_path

from export_onnx.caption_heads.alignment import inner_of, train_alignment
from export_onnx.caption_heads.captions import embedded_pairs, made_wrong, texts_of
from export_onnx.caption_heads.heads import UMIC, VSEPP, HeadRecipe, train_umic, train_vse
from export_onnx.caption_heads.inner import write_attention, write_cells
from export_onnx.compact.data import DataError, read_examples
from models.encoder import PICTURE_FILE, TEXT_FILE, Encoder, load
from models.manifest import Manifest, ModelError
from models.pictures import PictureError
from models.registry import find
from models.scoring import joined

ALIGNMENT = "alignment"


@click.command(epilog="Example: python -m export_onnx.caption_heads --data ../shared")
@click.option(
    "--data",
    required=True,
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Folder that holds training/ and benchmarks/.",
)
@click.option("--model", default="compact", show_default=True, help="Model whose towers embed.")
@click.option("--seed", default=0, show_default=True)
@click.option(
    "--most", type=click.IntRange(min=2), help="So many pictures of Flickr8k's train part, not all."
)
def main(data: Path, model: str, seed: int, most: int | None) -> None:
    """Train three heads on Flickr8k's train part, for auditor bench --scorer vsepp, umic and
    alignment, and open the model's networks for spurts and qace."""
    try:
        encoder = load(model)
        _opened(encoder.manifest)
        trained = _trained(data, encoder, seed, most)
    except (DataError, ModelError, PictureError) as error:
        raise click.ClickException(str(error)) from error
    for kind, weights in trained.items():
        path = _path(kind, encoder.manifest, ".npz")
        path.parent.mkdir(parents=True, exist_ok=True)
        np.savez(path, allow_pickle=False, **{n: v.numpy() for n, v in weights.items()})
        click.echo(f"{kind} in {path}")


def _opened(manifest: Manifest) -> None:
    folder = find(manifest.name)
    write_attention(folder / TEXT_FILE, _path("attention", manifest, ".onnx"))
    write_cells(folder / PICTURE_FILE, _path("cells", manifest, ".onnx"))


def _path(kind: str, manifest: Manifest, ending: str) -> Path:
    """Where auditor bench looks for what was made for a model."""
    return user_cache_path("auditor") / kind / f"{manifest.sha256}{ending}"


def _trained(
    data: Path, encoder: Encoder, seed: int, most: int | None
) -> dict[str, dict[str, torch.Tensor]]:
    """The weights of each head by its name."""
    examples = read_examples(data / "training", data / "benchmarks", ("flickr8k",))
    examples = [each for each in examples if not each.held_out and each.language == "en"][:most]
    click.echo(f"Embedding {len(examples)} pictures", err=True)
    pairs = embedded_pairs(examples, encoder, seed)
    recipe = HeadRecipe()
    pictures, texts = torch.from_numpy(pairs.pictures), torch.from_numpy(pairs.texts)
    vse = train_vse(pictures, texts, torch.arange(len(pictures)), recipe, seed)
    click.echo("Embedding captions that are made wrong", err=True)
    made = [joined(pairs.pictures, texts_of(each, encoder)) for each in made_wrong(pairs, seed)]
    true = torch.from_numpy(joined(pairs.pictures, pairs.texts))
    umic = train_umic(true, torch.from_numpy(np.stack(made)), recipe, seed)
    click.echo("Looking into pictures and captions", err=True)
    m = encoder.manifest
    inner = inner_of(examples, pairs.captions, m, find(m.name), _path("cells", m, ".onnx"))
    aligned = train_alignment(inner, recipe, seed)
    heads: dict[str, torch.nn.Module] = {VSEPP: vse, UMIC: umic, ALIGNMENT: aligned}
    return {name: dict(head.state_dict()) for name, head in heads.items()}


if __name__ == "__main__":
    main()
