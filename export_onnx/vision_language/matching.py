"""BLIP-2's two similarities (Li et al. 2023, section 3.1): contrast, the best cosine of a text with
an answer of the picture, and matching, what is said of both read together."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click
import numpy as np
import torch
from PIL import Image
from torch import Tensor, nn
from torch.nn import functional

from export_onnx.compact.parity import ParityError
from export_onnx.vision_language.graph import write
from export_onnx.vision_language.opened import Preparation, preparation_of
from models.language import TOKENIZER_FILE
from models.manifest import sha256_of
from models.matching import (
    MATCHING_FILE,
    PICTURE_FILE,
    TEXT_FILE,
    TOGETHER_FILE,
    MatchingManifest,
    load_matching,
)

CLOSE = 1e-3
"""Most that a cosine, or the logarithm of the odds, may differ."""
PLACES = 512
"""Of a Q-Former, where its tokenizer does not say."""


class ContrastPicture(nn.Module):
    """Pixels (1, 3, size, size) to unit answers (k, dimension) and what was seen (1, cells, w)."""

    def __init__(self, model: Any) -> None:
        super().__init__()
        self.vision, self.former = model.vision_model, model.qformer
        self.questions, self.projection = model.query_tokens, model.vision_projection

    def forward(self, pixels: Tensor) -> tuple[Tensor, Tensor]:
        seen = self.vision(pixel_values=pixels).last_hidden_state
        found = self.former(query_embeds=self.questions, encoder_hidden_states=seen)
        answers = self.projection(found.last_hidden_state)
        return functional.normalize(answers, dim=-1)[0], seen


class ContrastText(nn.Module):
    """Ids (1, t) to a unit vector (dimension,)."""

    def __init__(self, model: Any) -> None:
        super().__init__()
        self.words, self.former, self.projection = (
            model.embeddings,
            model.qformer,
            model.text_projection,
        )

    def forward(self, ids: Tensor) -> Tensor:
        said = self.former(query_embeds=self.words(input_ids=ids), query_length=0)
        return functional.normalize(self.projection(said.last_hidden_state[:, 0]), dim=-1)[0]


class Together(nn.Module):
    """Ids (1, t) and what was seen (1, cells, w) to the logarithm of the odds that both match."""

    def __init__(self, model: Any) -> None:
        super().__init__()
        self.words, self.former = model.embeddings, model.qformer
        self.questions, self.head = model.query_tokens, model.itm_head

    def forward(self, ids: Tensor, seen: Tensor) -> Tensor:
        count = self.questions.shape[1]
        given = self.words(input_ids=ids, query_embeds=self.questions)
        found = self.former(query_embeds=given, query_length=count, encoder_hidden_states=seen)
        logits = self.head(found.last_hidden_state[:, :count]).mean(1)[0]
        return logits[1] - logits[0]


def build_matching(
    model: Any,
    processor: Any,
    name: str,
    licence: str,
    output: Path,
    samples: tuple[Sequence[Image.Image], Sequence[str]],
) -> float:
    """Make OUTPUT of a Blip2ForImageTextRetrieval, and give the largest difference from it; nothing
    is written on failure. Raises ParityError, ExportError, ModelError, OSError."""
    output.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=output.parent, prefix=".export-") as temporary:
        folder = Path(temporary) / "made"
        folder.mkdir()
        made = preparation_of(processor.image_processor)
        _write(model, made, processor.tokenizer, folder)
        files = {path.name: sha256_of(path) for path in sorted(folder.iterdir())}
        longest = min(PLACES, processor.tokenizer.model_max_length)
        manifest = MatchingManifest(
            name, licence, longest, made.size, made.mean, made.std, files, made.resize,
            made.resampling,
        )  # fmt: skip
        text = json.dumps(asdict(manifest), indent=1) + "\n"
        (folder / MATCHING_FILE).write_text(text, "utf-8")
        click.echo(f"Comparing {len(samples[1])} texts", err=True)
        apart = _apart(model, folder, samples)
        if not apart <= CLOSE:
            raise ParityError(f"a similarity differs by {apart:.5f}, allowed: {CLOSE}")
        if output.exists():
            shutil.rmtree(output)
        folder.rename(output)
    return apart


def _write(model: Any, made: Preparation, tokenizer: Any, folder: Path) -> None:
    click.echo("Exporting", err=True)
    pixels, ids = torch.zeros(1, 3, made.size, made.size), torch.tensor([[1, 2, 3]])
    picture = ContrastPicture(model)
    with torch.no_grad():
        seen = picture(pixels)[1]
    write(picture, {"pixels": (pixels, ())}, ("answers", "seen"), folder / PICTURE_FILE)
    write(ContrastText(model), {"ids": (ids, (1,))}, ("text",), folder / TEXT_FILE)
    inputs: dict[str, tuple[Tensor, Sequence[int]]] = {"ids": (ids, (1,)), "seen": (seen, ())}
    write(Together(model), inputs, ("match",), folder / TOGETHER_FILE)
    tokenizer.backend_tokenizer.save(str(folder / TOKENIZER_FILE))


def _apart(model: Any, folder: Path, samples: tuple[Sequence[Image.Image], Sequence[str]]) -> float:
    ours, worst = load_matching(str(folder)), 0.0
    skipped = model.config.num_query_tokens if model.config.image_token_index is not None else 0
    for number, text in enumerate(samples[1]):
        image = samples[0][number % len(samples[0])]
        ids = torch.tensor([[0] * skipped + ours.ids(text)])
        given = {
            "pixel_values": torch.from_numpy(ours.pixels(image))[None],
            "input_ids": ids,
            "attention_mask": torch.ones_like(ids),
        }
        with torch.no_grad():
            contrast = model(**given).logits_per_image
            match = model(**given, use_image_text_matching_head=True).logits_per_image[0]
        picture = ours.look(image)
        differences = (
            ours.contrast(picture, text) - float(contrast[0]),
            ours.match(picture, text) - float(match[1] - match[0]),
        )
        worst = max(worst, float(np.abs(differences).max()))
    return worst
