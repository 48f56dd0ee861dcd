"""Trains the student by knowledge distillation across languages (Reimers and Gurevych 2020)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import click
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

from export_onnx.compact.features import Rows, of_one_length
from export_onnx.compact.half import half_products
from export_onnx.languages.shipped import shipped_weights
from export_onnx.languages.student import Meanings, Student
from export_onnx.languages.taught import Taught

FITTED = 30_000
"""Lessons from which the straight map begins."""
SAVED = 50
"""Steps between two writings of a training that may be broken off."""


@dataclass(frozen=True, slots=True)
class StudentRecipe:
    """Everything that decides what comes out, but for the data."""

    epochs: int = 1
    chunks: int = 4
    """Groups of texts of one length in a step."""
    rate: float = 5e-4
    """Learning rate of the head."""
    tuned_rate: float = 1e-4
    """Learning rate of the layers that come trained."""
    dropout: float = 0.2
    decay: float = 0.05
    averaged: float = 0.99
    """Share of the old in the running mean of the weights, which is what comes out."""
    ridge: float = 0.02
    """Of the straight map, as a share of the mean variance."""
    looked: float = 1.0
    """Weight of the divergence between what student and tower find in pictures."""
    found: float = 0.2
    """Weight of finding what is to be said among that of other lessons."""
    sharpness: float = 20.0
    """Of both these."""
    pictures: int = 1024
    """That are looked at in a step."""
    again: int = 500
    """Where a training begins with version 7, at most so many of its captions in each language are
    taught again."""
    kept: float = field(default=0.5, repr=False)
    """The share of those weights in what comes out (Wortsman et al. 2022): so what it did not see
    again is forgotten less. It changes nothing in the training."""


def new_student(layers: nn.ModuleList, data: Taught, recipe: StudentRecipe, seed: int) -> Student:
    """One whose straight map is the ridge regression to what is to be said."""
    torch.manual_seed(seed)
    student = Student(layers, recipe.dropout).eval()
    some = np.random.default_rng(seed).permutation(data.chosen)[:FITTED]
    with torch.no_grad():
        read = _in_order(student, data, some, "beginning")
        student.centre.copy_(read.mean(0))
        student.spread.copy_(read.std(0) + 1e-4)
        level = (read - student.centre) / student.spread
        meant = data.wanted(some)
        wanted = torch.cat([meant.learned, meant.sentence], 1)
        middle = wanted.mean(0)
        gram = level.T @ level / len(some) + recipe.ridge * torch.eye(level.shape[1])
        weights = torch.linalg.solve(gram, level.T @ (wanted - middle) / len(some))
        student.straight.weight.copy_(weights.T)
        student.straight.bias.copy_(middle)
    return student


def begun_student(layers: nn.ModuleList, recipe: StudentRecipe, path: Path) -> Student:
    """One that has learned what a shipped tower (`.onnx`) has, or what another had by the last time
    that its training was saved. Raises DataError."""
    student = Student(layers, recipe.dropout).eval()
    if path.suffix == ".onnx":
        student.load_state_dict(shipped_weights(path, student.state_dict()))
        return student
    _, mean, *_ = torch.load(path, weights_only=False)["parts"]
    inside = "module."
    student.load_state_dict(
        {name.removeprefix(inside): value for name, value in mean.items() if inside in name}
    )
    return student


def mix(student: Student, first: Student, kept: float) -> None:
    """Leaves in the student the mean of its weights and those of the first, which weigh `kept`."""
    before = first.state_dict()
    student.load_state_dict(
        {name: values.lerp(before[name], kept) for name, values in student.state_dict().items()}
    )


def train(
    data: Taught,
    student: Student,
    pictures: Tensor,
    recipe: StudentRecipe,
    seed: int,
    saved: Path | None = None,
) -> None:
    """`pictures` (n, 768): shared embeddings of pictures, in which student and tower are to find
    the same. The last weights are a running mean. `saved`: where to go on, and from where."""
    torch.manual_seed(seed)
    student.train().requires_grad_(True)
    mean = AveragedModel(student, multi_avg_fn=get_ema_multi_avg_fn(recipe.averaged))
    optimiser = torch.optim.AdamW(_groups(student, recipe))
    steps = list(_steps(data, recipe, np.random.default_rng(seed)))
    rates = [group["lr"] for group in optimiser.param_groups]
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, rates, len(steps), pct_start=0.1)
    parts = (student, mean, optimiser, schedule)
    begun = _load(saved, parts)
    with click.progressbar(length=len(steps), label="training") as bar:
        bar.update(begun)
        for number, step in enumerate(steps[begun:], begun):
            if saved and number % SAVED == 0:
                _save(saved, number, parts)
            torch.manual_seed(seed + number)
            rng = np.random.default_rng([seed, number])
            shown = pictures[rng.permutation(len(pictures))[: recipe.pictures]]
            optimiser.zero_grad()
            loss(student, data, step, shown, recipe).backward()
            nn.utils.clip_grad_norm_(student.parameters(), 1.0)
            optimiser.step()
            schedule.step()
            mean.update_parameters(student)
            bar.update(1)
    student.load_state_dict(mean.module.state_dict())
    student.eval().requires_grad_(False)


def _save(path: Path, number: int, parts: Sequence[Any]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_suffix(".part")
    torch.save({"number": number, "parts": [part.state_dict() for part in parts]}, unfinished)
    unfinished.replace(path)
    click.echo(f"step {number}", err=True)


def _load(path: Path | None, parts: Sequence[Any]) -> int:
    """The step to go on with."""
    if path is None or not path.exists():
        return 0
    found = torch.load(path, weights_only=False)
    for part, state in zip(parts, found["parts"], strict=True):
        part.load_state_dict(state)
    number: int = found["number"]
    return number


def loss(
    student: Student, data: Taught, step: Sequence[Rows], pictures: Tensor, recipe: StudentRecipe
) -> Tensor:
    """Distance to what is to be said, what is found in pictures, and what is found among others."""
    said = _said(student, data, step)
    rows = np.concatenate(step)
    wanted = data.wanted(rows)
    distance = 2 - (said.learned * wanted.learned + said.sentence * wanted.sentence).sum(1).mean()
    seen, ought = (_in_pictures(each, pictures) * recipe.sharpness for each in (said, wanted))
    looked = functional.kl_div(
        seen.log_softmax(1), ought.log_softmax(1), reduction="batchmean", log_target=True
    )
    return distance + recipe.looked * looked + recipe.found * _found(said, wanted, recipe)


def _in_pictures(said: Meanings, pictures: Tensor) -> Tensor:
    """(n, pictures): the sum of both parts, each weighed as the pictures weigh it."""
    learned, named = pictures.split(said.learned.shape[1], 1)
    return said.learned @ learned.T + said.sentence @ named.T


def _found(said: Meanings, wanted: Meanings, recipe: StudentRecipe) -> Tensor:
    """InfoNCE; lessons that want the same are no mistakes of each other."""
    scores = (said.sentence @ wanted.sentence.T + said.learned @ wanted.learned.T) / 2
    same = wanted.sentence @ wanted.sentence.T > 1 - 1e-4
    same.fill_diagonal_(False)
    scores = (scores * recipe.sharpness).masked_fill(same, -100.0)
    return functional.cross_entropy(scores, torch.arange(len(scores)))


def _said(student: Student, data: Taught, step: Sequence[Rows]) -> Meanings:
    with half_products():
        parts = [student(*_read(student, data, rows)) for rows in step]
    return Meanings(
        torch.cat([part.learned for part in parts]).float(),
        torch.cat([part.sentence for part in parts]).float(),
    )


def _read(student: Student, data: Taught, rows: Rows) -> tuple[Tensor, Tensor, Tensor]:
    below = torch.stack([data.tokens[row].float() for row in rows])  # autocast knows no float16
    return data.means[rows].float(), below, student.tuned(below)


@torch.no_grad()
def answers(student: Student, data: Taught, rows: Rows) -> Meanings:
    """What the student says of the lessons in `rows`, in their order."""
    chunks = list(_chunks(data, rows))
    said = _said(student, data, [rows[at] for at in chunks])
    back = np.argsort(np.concatenate(chunks))
    return Meanings(said.learned[back], said.sentence[back])


def _in_order(student: Student, data: Taught, rows: Rows, label: str) -> Tensor:
    """What the head reads of the lessons in `rows`, in their order."""
    chunks = list(_chunks(data, rows))
    with click.progressbar(chunks, label=label) as bar, half_products():
        parts = [student.read(*_read(student, data, rows[at])) for at in bar]
    return torch.cat(parts).float()[np.argsort(np.concatenate(chunks))]


def _chunks(data: Taught, rows: Rows) -> Iterator[Rows]:
    """Places in `rows` of texts of one length, as they are run together."""
    return of_one_length([len(data.tokens[row]) for row in rows])


def _steps(data: Taught, recipe: StudentRecipe, rng: np.random.Generator) -> Iterator[list[Rows]]:
    """The lessons of all epochs, each once an epoch, in groups of one length."""
    for _ in range(recipe.epochs):
        order: NDArray[np.int64] = rng.permutation(data.chosen)
        chunks = [order[at] for at in _chunks(data, order)]
        mixed = [chunks[place] for place in rng.permutation(len(chunks))]
        for start in range(0, len(mixed), recipe.chunks):
            yield mixed[start : start + recipe.chunks]


def _groups(student: Student, recipe: StudentRecipe) -> list[dict[str, object]]:
    tuned = list(student.layers.parameters())
    known = {id(parameter) for parameter in tuned}
    head = [each for each in student.parameters() if id(each) not in known]
    return [
        {"params": head, "lr": recipe.rate, "weight_decay": recipe.decay},
        {"params": tuned, "lr": recipe.tuned_rate, "weight_decay": 0.01},
    ]
