"""`python -m export_onnx.openclip`: an image-text model of open_clip as a folder of ONNX files."""

from __future__ import annotations

from pathlib import Path

import click

from export_onnx.openclip.build import PRECISIONS, Wish, build
from export_onnx.openclip.errors import ExportError
from models.manifest import ModelError

FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)


@click.command(
    epilog="Example: python -m export_onnx.openclip openclip:ViT-B-16:laion400m_e32 --output M"
)
@click.argument("name")
@click.option(
    "--output",
    required=True,
    type=click.Path(path_type=Path),
    help="The model's folder; one that holds a model is replaced.",
)
@click.option(
    "--weights",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="A state dict or safetensors file [default: downloaded].",
)
@click.option(
    "--tokenizer",
    type=FOLDER,
    help="A Hugging Face tokenizer, for models whose own is on the hub [default: downloaded].",
)
@click.option("--precision", type=click.Choice(PRECISIONS), default="fp32", show_default=True)
@click.option(
    "--pictures",
    type=FOLDER,
    help="Pictures to compare on, or pairs (pairs.json; captions.tsv) to calibrate on as well.",
)
def main(
    name: str,
    output: Path,
    weights: Path | None,
    tokenizer: Path | None,
    precision: str,
    pictures: Path | None,
) -> None:
    """Export the model NAME, openclip:ARCHITECTURE:TAG; nothing is written on failure."""
    try:
        manifest, parity = build(Wish(name, weights, tokenizer, precision, pictures), output)
    except (ExportError, ModelError) as error:
        raise click.ClickException(str(error)) from error
    except OSError as error:
        raise click.ClickException(
            f"The model could not be written to {output}: {error.strerror or error}"
        ) from error
    click.echo(
        f"{manifest.name} {manifest.precision} {manifest.sha256} in {output}: "
        f"difference {parity.difference:.2g}, cosine {parity.cosine:.6f}"
    )


if __name__ == "__main__":
    main()
