"""From texts to `form.onnx` in a model's folder, and its entry in the manifest."""

from __future__ import annotations

import hashlib
import shutil
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import click
import torch
from torch import Tensor, nn

from export_onnx.compact.onnx_file import write_onnx
from export_onnx.compact.package import write_manifest
from export_onnx.compact.parity import EXACT, CompactParity, compare, require
from export_onnx.form.head import TOKEN, FormHead
from export_onnx.form.texts import FormSources, read_texts
from export_onnx.form.training import FormBatch, FormRecipe, Row, embedded, labelled, train
from models.encoder import (
    FORM_FILE,
    FURTHER_FORM_FILE,
    FURTHER_TEXT_FILE,
    FURTHER_TOKENIZER_FILE,
    TEXT_FILE,
    TOKENIZER_FILE,
)
from models.manifest import Manifest, read_manifest
from models.session import open_session
from models.texts import open_windows

PARITY_BATCHES = 16


@dataclass(frozen=True, slots=True)
class Built:
    manifest: Manifest
    parity: CompactParity


@dataclass(frozen=True, slots=True)
class HeadFiles:
    """A text network, its tokenizer, and the head that hears form in its tokens."""

    text: str
    tokenizer: str
    head: str


OWN = HeadFiles(TEXT_FILE, TOKENIZER_FILE, FORM_FILE)
FURTHER = HeadFiles(FURTHER_TEXT_FILE, FURTHER_TOKENIZER_FILE, FURTHER_FORM_FILE)


class _Probabilities(nn.Module):
    """The head as it is exported: probabilities, not logits."""

    def __init__(self, head: FormHead) -> None:
        super().__init__()
        self.head = head

    def forward(self, tokens: Tensor) -> Tensor:
        return torch.sigmoid(self.head(tokens))


def build(sources: FormSources, folder: Path, recipe: FormRecipe, seed: int) -> Built:
    """Train on the frozen text network of the model in `folder`, and put the head beside it.

    Nothing is written on failure. Raises DataError, ParityError and ModelError.
    """
    return put_head(labelled(read_texts(sources, seed), seed), folder, OWN, recipe, seed)


def put_head(
    rows: Sequence[Row], folder: Path, files: HeadFiles, recipe: FormRecipe, seed: int
) -> Built:
    """Train on the text network of `files` and put the head into `folder` and its manifest.

    Nothing is written on failure. Raises ParityError and ModelError.
    """
    manifest = read_manifest(folder)
    click.echo(f"Reading {len(rows)} texts with the frozen network", err=True)
    session = open_session(folder / files.text, "cpu")
    windows = open_windows(folder / files.tokenizer, manifest.max_tokens)
    batches = embedded(rows, session, windows)
    click.echo("Training the head", err=True)
    head = train(batches, recipe, seed)
    with tempfile.TemporaryDirectory() as temporary:
        path = Path(temporary) / files.head
        parity = export(head, path, batches)
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
        shutil.copyfile(path, folder / files.head)
    entries = dict(sorted({**manifest.files, files.head: digest}.items()))
    finished = replace(manifest, files=entries)
    write_manifest(finished, folder)
    return Built(finished, parity)


def export(head: FormHead, path: Path, batches: Sequence[FormBatch]) -> CompactParity:
    """Raises ParityError when the file does not compute what the head computes."""
    network = _Probabilities(head).eval()
    write_onnx(network, torch.zeros(2, 8, TOKEN), path, "tokens", ("form",))
    inputs = [batch.tokens.float().numpy() for batch in batches[::PARITY_BATCHES]]
    parity = compare(network, open_session(path, "cpu"), "tokens", inputs)
    require(parity, EXACT, path)
    return parity
