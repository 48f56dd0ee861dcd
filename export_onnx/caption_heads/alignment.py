"""Learns the late interaction of a text's tokens with a picture's cells (Yao et al. 2022)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from export_onnx.caption_heads.captions import picture_of
from export_onnx.caption_heads.heads import HeadRecipe
from export_onnx.compact.data import Example
from models.encoder import TEXT_FILE, TOKENIZER_FILE
from models.manifest import Manifest
from models.prepare import picture_array
from models.session import open_session
from models.texts import open_windows
from models.towers import TOKENS

HALF = NDArray[np.float16]


@dataclass(frozen=True, slots=True)
class Inner:
    """Pairs of a picture and a caption, before they are embedded."""

    cells: HALF
    """(n, c, width)."""
    tokens: Sequence[HALF]
    """Of each caption, (t, width)."""


def inner_of(
    examples: Sequence[Example],
    captions: Sequence[str],
    manifest: Manifest,
    folder: Path,
    opened: Path,
) -> Inner:
    """What the model in `folder`, whose picture network was `opened`, knows of each example and its
    caption. Raises DataError, PictureError, ModelError."""
    session, m, cells = open_session(opened, "cpu"), manifest, []
    for example in examples:
        image = picture_of(example)
        pixels = picture_array(image, m.image_size, m.image_mean, m.image_std)
        cells.append(session.run({"pixels": pixels[None]}, ["cells"])[0][0].astype(np.float16))
    text = open_session(folder / TEXT_FILE, "cpu")
    windows = open_windows(folder / TOKENIZER_FILE, m.max_tokens)
    runs = (text.run({"ids": windows.of(each)[0][None]}, [TOKENS])[0][0] for each in captions)
    return Inner(np.stack(cells), [rows[1:-1].astype(np.float16) for rows in runs])


class AlignmentHead(nn.Module):
    """Cells and tokens to scores (texts, pictures): each token's best cell, the mean of a text's
    tokens."""

    def __init__(self, cell: int, token: int, width: int) -> None:
        super().__init__()
        self.cell = nn.Linear(cell, width)
        self.token = nn.Linear(token, width)
        self.scale = nn.Parameter(torch.tensor(10.0))

    def forward(self, cells: Tensor, tokens: Tensor, there: Tensor) -> Tensor:
        """Cells (p, c, w), tokens (n, t, v) and which of these are there, (n, t)."""
        seen = functional.normalize(self.cell(cells), dim=-1)
        said = functional.normalize(self.token(tokens), dim=-1)
        best = torch.einsum("ntd,pcd->nptc", said, seen).amax(-1)
        weights = there / there.sum(1, keepdim=True).clamp_min(1)
        return torch.einsum("npt,nt->np", best, weights)


def train_alignment(inner: Inner, recipe: HeadRecipe, seed: int) -> AlignmentHead:
    """A head by which each text finds its picture in a batch, and each picture its text."""
    torch.manual_seed(seed)
    head = AlignmentHead(inner.cells.shape[2], inner.tokens[0].shape[1], recipe.width)
    optimizer = torch.optim.AdamW(head.parameters(), lr=recipe.rate, weight_decay=recipe.decay)
    cells = torch.from_numpy(inner.cells)
    for _ in range(recipe.epochs):
        for batch in torch.randperm(len(cells)).split(recipe.batch):
            optimizer.zero_grad()
            tokens, there = padded([inner.tokens[int(place)] for place in batch])
            scores = head.scale * head(cells[batch].float(), tokens, there)
            own = torch.arange(len(batch))
            loss = functional.cross_entropy(scores, own) + functional.cross_entropy(scores.T, own)
            loss.backward()
            optimizer.step()
    return head.eval()


def padded(texts: Sequence[HALF]) -> tuple[Tensor, Tensor]:
    """Tokens (n, t, width) of the longest, and which are there, (n, t)."""
    rows = nn.utils.rnn.pad_sequence([torch.from_numpy(each).float() for each in texts], True)
    lengths = torch.tensor([len(each) for each in texts])
    return rows, (torch.arange(rows.shape[1]) < lengths[:, None]).float()
