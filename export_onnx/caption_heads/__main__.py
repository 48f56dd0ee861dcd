"""`python -m export_onnx.caption_heads`: trains the stand-ins for VSE++ and UMIC."""

from __future__ import annotations

from pathlib import Path

import click
import numpy as np
import torch
from platformdirs import user_cache_path

from export_onnx.caption_heads.captions import embedded_pairs, made_wrong, texts_of
from export_onnx.caption_heads.heads import KINDS, UMIC, VSEPP, HeadRecipe, train_umic, train_vse
from export_onnx.compact.data import DataError, read_examples
from models.encoder import Encoder, load
from models.manifest import ModelError
from models.pictures import PictureError
from models.scoring import joined


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
    """Train both heads on Flickr8k's train part, for auditor bench --scorer vsepp and umic."""
    try:
        encoder = load(model)
        trained = _trained(data, encoder, seed, most)
    except (DataError, ModelError, PictureError) as error:
        raise click.ClickException(str(error)) from error
    for kind in KINDS:
        path = user_cache_path("auditor") / kind / f"{encoder.manifest.sha256}.npz"
        path.parent.mkdir(parents=True, exist_ok=True)
        arrays = {name: value.numpy() for name, value in trained[kind].items()}
        np.savez(path, allow_pickle=False, **arrays)
        click.echo(f"{kind} in {path}")


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
    return {VSEPP: dict(vse.state_dict()), UMIC: dict(umic.state_dict())}


if __name__ == "__main__":
    main()
