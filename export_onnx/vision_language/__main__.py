"""`python -m export_onnx.vision_language`: a network that sees and speaks as a folder of ONNX."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click
from PIL import Image

from export_onnx.compact.parity import ParityError
from export_onnx.openclip.errors import ExportError
from export_onnx.openclip.network import PREFIX, fetch, open_network, parse
from export_onnx.openclip.package import terms
from export_onnx.openclip.samples import read_samples
from export_onnx.openclip.tokenizer import text_rules
from export_onnx.vision_language.build import build_sighted
from export_onnx.vision_language.matching import build_matching
from export_onnx.vision_language.opened import MATCHING, coca_apart, from_hub, taken_apart
from models.manifest import ModelError
from models.registry import HUB

Samples = tuple[Sequence[Image.Image], Sequence[str]]


@click.command(
    epilog="Example: python -m export_onnx.vision_language hf:llava-hf/llava-1.5-7b-hf --output M"
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
    type=click.Path(exists=True, path_type=Path),
    help="Of hf:, a folder as the hub has it; of openclip:, a file  [default: downloaded].",
)
def main(name: str, output: Path, weights: Path | None) -> None:
    """Export a BLIP-2, InstructBLIP or LLaVA, hf:OWNER/REPOSITORY, or the decoder of a CoCa,
    openclip:ARCHITECTURE:TAG; nothing is written on failure."""
    drawn = read_samples(None)
    samples = drawn.pictures, drawn.texts
    try:
        make = _of_openclip if name.startswith(PREFIX) else _of_hub
        said = make(name, output, weights, samples)
    except (ExportError, ModelError, ParityError) as error:
        raise click.ClickException(str(error)) from error
    except OSError as error:
        raise click.ClickException(
            f"The model could not be written to {output}: {error.strerror or error}"
        ) from error
    click.echo(f"{name} in {output}: {said}")


def _of_hub(name: str, output: Path, weights: Path | None, samples: Samples) -> str:
    repository = name.removeprefix(HUB)
    model, processor = from_hub(str(weights or repository))
    licence = terms(repository)
    if type(model).__name__ == MATCHING:
        apart = build_matching(model, processor, name, licence, output, samples)
        return f"similarities differ by {apart:.1e} at most"
    parity = build_sighted(taken_apart(model, processor), name, licence, output, samples)
    return _said(parity.tokens, parity.reference, parity.cache)


def _of_openclip(name: str, output: Path, weights: Path | None, samples: Samples) -> str:
    parsed = parse(name, with_weights=weights is not None)
    rules = text_rules(parsed.architecture, None)
    network = open_network(parsed, weights or fetch(parsed))
    apart = coca_apart(network, rules)
    parity = build_sighted(apart, name, terms(network.repository), output, samples)
    return _said(parity.tokens, parity.reference, parity.cache)


def _said(tokens: int, reference: float, cache: float) -> str:
    return (
        f"{tokens} tokens differ by {reference:.1e} at most, with and without a cache by "
        f"{cache:.1e}"
    )


if __name__ == "__main__":
    main()
