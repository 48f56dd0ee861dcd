"""The heads and their losses, over embeddings that stay as they are.

`vsepp` stands in for VSE++ (Faghri et al. 2018): two projections, the hardest wrong partner of a
batch. `umic` stands in for UMIC (Lee et al. 2021), which is a whole network of pictures and texts:
here two layers over the joined embeddings, trained to rank a true caption over four kinds of made
ones.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn import functional

VSEPP, UMIC = "vsepp", "umic"


@dataclass(frozen=True, slots=True)
class HeadRecipe:
    """How a head is trained."""

    epochs: int = 20
    batch: int = 128
    rate: float = 1e-3
    decay: float = 0.01
    margin: float = 0.2
    width: int = 256


class VseHead(nn.Module):
    """Pictures (n, p) and texts (n, t) to unit vectors (n, width)."""

    def __init__(self, picture: int, text: int, width: int) -> None:
        super().__init__()
        self.picture = nn.Linear(picture, width)
        self.text = nn.Linear(text, width)

    def forward(self, pictures: Tensor, texts: Tensor) -> tuple[Tensor, Tensor]:
        return (
            functional.normalize(self.picture(pictures), dim=1),
            functional.normalize(self.text(texts), dim=1),
        )


class UmicHead(nn.Module):
    """Joined embeddings (n, width) to a score (n,) from 0 to 1."""

    def __init__(self, joined: int, width: int) -> None:
        super().__init__()
        self.first = nn.Linear(joined, width)
        self.last = nn.Linear(width, 1)
        self.drop = nn.Dropout(0.2)

    def forward(self, rows: Tensor) -> Tensor:
        return torch.sigmoid(self.last(self.drop(torch.relu(self.first(rows)))))[:, 0]


def hardest(pictures: Tensor, texts: Tensor, groups: Tensor, margin: float) -> Tensor:
    """Mean hinge of each pair (n, width) against the hardest wrong partner in the batch, both ways
    (Faghri et al. 2018, equation 6). Of one group (n,) nothing is wrong."""
    scores = pictures @ texts.T
    own = scores.diagonal()
    wrong = scores.masked_fill(groups[:, None] == groups, -1.0)
    both = (wrong.amax(1) - own, wrong.amax(0) - own)
    return sum((margin + each).clamp_min(0).mean() for each in both)  # type: ignore[return-value]


def ranked(true: Tensor, made: Tensor, margin: float) -> Tensor:
    """Mean hinge of true scores (n,) over those of made captions (kinds, n)."""
    return (margin - true + made).clamp_min(0).mean()


def train_vse(
    pictures: Tensor, texts: Tensor, groups: Tensor, recipe: HeadRecipe, seed: int
) -> VseHead:
    """A head fitted to pairs, (n, p) and (n, t)."""
    torch.manual_seed(seed)
    head = VseHead(pictures.shape[1], texts.shape[1], recipe.width)
    optimizer = torch.optim.AdamW(head.parameters(), lr=recipe.rate, weight_decay=recipe.decay)
    for _ in range(recipe.epochs):
        for batch in torch.randperm(len(pictures)).split(recipe.batch):
            optimizer.zero_grad()
            seen, said = head(pictures[batch], texts[batch])
            hardest(seen, said, groups[batch], recipe.margin).backward()
            optimizer.step()
    return head.eval()


def train_umic(true: Tensor, made: Tensor, recipe: HeadRecipe, seed: int) -> UmicHead:
    """A head fitted to rank joined rows (n, width) over made ones (kinds, n, width)."""
    torch.manual_seed(seed)
    head = UmicHead(true.shape[1], recipe.width)
    optimizer = torch.optim.AdamW(head.parameters(), lr=recipe.rate, weight_decay=recipe.decay)
    for _ in range(recipe.epochs):
        for batch in torch.randperm(len(true)).split(recipe.batch):
            optimizer.zero_grad()
            wrong = torch.stack([head(rows[batch]) for rows in made])
            ranked(head(true[batch]), wrong, recipe.margin).backward()
            optimizer.step()
    return head.eval()
