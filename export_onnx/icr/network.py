"""Two layers over the joined embeddings of a picture and a text: 1024, 64, one level."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

Floats = NDArray[np.float32]
Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class IcrRecipe:
    """How the regressor is trained. Chosen on the validation part alone."""

    epochs: int = 60
    patience: int = 8
    """Epochs without a better validation error after which training ends."""
    batch: int = 128
    rate: float = 3e-4
    decay: float = 0.05
    dropout: float = 0.5


def regressor(width: int, dropout: float) -> nn.Sequential:
    """The paper's layers."""
    return nn.Sequential(
        nn.Linear(width, 1024),
        nn.ReLU(),
        nn.Dropout(dropout),
        nn.Linear(1024, 64),
        nn.ReLU(),
        nn.Dropout(dropout),
        nn.Linear(64, 1),
    )


def trained(
    rows: Floats, levels: Floats, train: Flags, validation: Flags, recipe: IcrRecipe, seed: int
) -> nn.Sequential:
    """A network fitted to the mean levels (pairs,) of the rows in `train`, as it was when its error
    on `validation` was least."""
    torch.manual_seed(seed)
    network = regressor(rows.shape[1], recipe.dropout)
    optimizer = torch.optim.AdamW(network.parameters(), lr=recipe.rate, weight_decay=recipe.decay)
    x, y = torch.from_numpy(rows[train]), torch.from_numpy(levels[train])
    kept, other = torch.from_numpy(rows[validation]), torch.from_numpy(levels[validation])
    last = network[-1]
    assert isinstance(last, nn.Linear)
    nn.init.constant_(last.bias, float(y.mean()))
    best, state, since = float("inf"), network.state_dict(), 0
    for _ in range(recipe.epochs):
        network.train()
        for batch in torch.randperm(len(x)).split(recipe.batch):
            optimizer.zero_grad()
            nn.functional.mse_loss(network(x[batch])[:, 0], y[batch]).backward()
            optimizer.step()
        network.eval()
        with torch.inference_mode():
            error = float(nn.functional.mse_loss(network(kept)[:, 0], other))
        if error < best:
            best, since = error, 0
            state = {name: value.clone() for name, value in network.state_dict().items()}
        else:
            since += 1
        if since >= recipe.patience:
            break
    network.load_state_dict(state)
    return network


def predicted(network: nn.Sequential, rows: Floats) -> Floats:
    """The level (pairs,) of each row."""
    with torch.inference_mode():
        found: Floats = network.eval()(torch.from_numpy(rows))[:, 0].numpy()
    return found
