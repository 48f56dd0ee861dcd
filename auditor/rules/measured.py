"""How often findings are right on real pages, a rule each: data for whoever weighs findings.

`on_pages.json` holds what was read: a random sample of findings on pages that nobody here wrote,
each read beside the source of its page, twice. The makers of the rules read it, no one else.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from math import sqrt

Z = 1.96
"""Of a 95% interval."""


@dataclass(frozen=True, slots=True)
class Readings:
    """Findings of a rule that were read."""

    right: int
    arguable: int
    """Experts may differ: true, and of little use in that place."""
    wrong: int

    @property
    def n(self) -> int:
        """All of them."""
        return self.right + self.arguable + self.wrong

    @property
    def interval(self) -> tuple[float, float]:
        """95% interval of the share of right ones, 0-1 (Wilson, 1927)."""
        share, spread = self.right / self.n, Z * Z / self.n
        middle = share + spread / 2
        reach = Z * sqrt(share * (1 - share) / self.n + spread / (4 * self.n))
        low, high = ((middle + way * reach) / (1 + spread) for way in (-1, 1))
        return max(0.0, low), min(1.0, high)


@cache
def readings() -> Mapping[str, Readings]:
    """By the id of a rule; a rule of which nothing was read is not there."""
    found = json.loads((files("auditor.rules") / "on_pages.json").read_text("utf-8"))
    return {rule: Readings(**counts) for rule, counts in found["rules"].items()}


@cache
def sample() -> Mapping[str, int]:
    """Of what was read: `pages`, `seed`."""
    found = json.loads((files("auditor.rules") / "on_pages.json").read_text("utf-8"))
    return {key: int(found[key]) for key in ("pages", "seed")}


def total() -> Readings:
    """All rules together."""
    every = readings().values()
    return Readings(
        sum(each.right for each in every),
        sum(each.arguable for each in every),
        sum(each.wrong for each in every),
    )
