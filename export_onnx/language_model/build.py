"""From a GGUF file to a language model's folder, compared with transformers before it is there."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import click

from export_onnx.language_model.export import write_decoder
from export_onnx.language_model.gguf_file import GgufDecoder, read_gguf
from export_onnx.language_model.parity import (
    LanguageParity,
    TokenScores,
    compare_language,
    require_close,
    transformers_scores,
)
from models.language import (
    DECODER_FILE,
    LANGUAGE_FILE,
    TOKENIZER_FILE,
    LanguageManifest,
    load_language,
)
from models.manifest import sha256_of


@dataclass(frozen=True, slots=True)
class LanguageBuilt:
    manifest: LanguageManifest
    parity: LanguageParity


def build_language(gguf: Path, name: str, output: Path, texts: Sequence[str]) -> LanguageBuilt:
    """Make OUTPUT of a GGUF file; `texts` are what both are compared on. Nothing is written on
    failure. Raises ParityError, ModelError, ValueError, OSError."""
    click.echo(f"Reading {gguf.name}", err=True)
    decoder = read_gguf(gguf)
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        reference = _transformers(gguf, decoder, folder)
        click.echo("Exporting", err=True)
        manifest = write_folder(decoder, name, folder)
        click.echo(f"Comparing {len(texts)} texts", err=True)
        model = load_language(str(folder))
        parity = compare_language(model, reference, [model.tokens(text) for text in texts])
        require_close(parity)
        output.mkdir(parents=True, exist_ok=True)
        for file in (*manifest.files, LANGUAGE_FILE):
            shutil.copyfile(folder / file, output / file)
    return LanguageBuilt(manifest, parity)


def write_folder(decoder: GgufDecoder, name: str, folder: Path) -> LanguageManifest:
    """The decoder and its manifest in a folder that holds the tokenizer already."""
    write_decoder(decoder.network(), decoder.matrices, folder / DECODER_FILE)
    manifest = LanguageManifest(
        name=name,
        licence=decoder.licence,
        layers=decoder.shape.layers,
        groups=decoder.shape.groups,
        size=decoder.shape.size,
        start=decoder.start,
        files={file: sha256_of(folder / file) for file in (DECODER_FILE, TOKENIZER_FILE)},
    )
    (folder / LANGUAGE_FILE).write_text(json.dumps(asdict(manifest), indent=1) + "\n", "utf-8")
    return manifest


def _transformers(gguf: Path, decoder: GgufDecoder, folder: Path) -> TokenScores:
    """The same file as transformers reads it; its tokenizer is put into the folder."""
    import torch
    from transformers import AutoModelForCausalLM, AutoTokenizer

    where = {"pretrained_model_name_or_path": str(gguf.parent), "gguf_file": gguf.name}
    AutoTokenizer.from_pretrained(**where).backend_tokenizer.save(str(folder / TOKENIZER_FILE))
    model = AutoModelForCausalLM.from_pretrained(**where, dtype=torch.float32).eval()
    return transformers_scores(model, decoder.start)
