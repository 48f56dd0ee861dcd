"""What the figures of agreement are called, and what they mean, in words."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from auditor.ratings.agreement import Agreement, Figure

_NAMES: Mapping[str, str] = {
    "kendall_w": "Kendall's W",
    "fleiss_kappa": "Fleiss' κ",
    "fleiss_kappa_joined": "Fleiss' κ, 4 and 5 as one",
    "weighted_kappa": "weighted κ, mean of pairs",
    "krippendorff_alpha": "Krippendorff's α",
    "ceiling_tau_c": "ceiling of a score, τ_c",
    "ceiling_r": "ceiling of a score, r",
}
MEANINGS: Mapping[str, str] = {
    "kendall_w": "whether all raters put the items in the same order",
    "fleiss_kappa": "same level, beyond chance; a level apart counts as much as four",
    "fleiss_kappa_joined": "the same, without telling 4 and 5 apart",
    "weighted_kappa": "two raters at a time; the farther apart, the worse",
    "krippendorff_alpha": "all raters, with ratings missing; from 80 on, findings can rest on it",
    "ceiling_tau_c": "how far the mean of the others goes with one more person, in order",
    "ceiling_r": "the same, as a correlation",
}
ABOVE = 80.0
BELOW = 66.7
"""Krippendorff's bounds × 100 (Content Analysis, 2004, p. 241): from the upper one on, data can be
relied on; between them for tentative conclusions only."""


def figure_name(key: str, raters: Sequence[str]) -> str:
    """What a figure is called in a report."""
    if key.startswith("tau_"):
        return f"τ_c of {raters[int(key[4:]) - 1]} with the others"
    return _NAMES[key]


def figure_meaning(key: str) -> str:
    """What it says."""
    return MEANINGS.get(key, "this rater beside each other one, in order")


def number_words(figure: Figure) -> tuple[str, str]:
    """The value, and its interval; "–" where the ratings do not say."""
    if math.isnan(figure.value):
        return "–", "–"
    if math.isnan(figure.low):
        return f"{figure.value:.1f}", "–"
    return f"{figure.value:.1f}", f"{figure.low:.1f} to {figure.high:.1f}"


def verdict_words(found: Agreement) -> str:
    """What the figures come to, in a sentence."""
    if len(found.raters) < 2:
        return "One rater agrees with nobody: agreement takes two."
    alpha = found.figures["krippendorff_alpha"]
    if math.isnan(alpha.value):
        return "No two raters rated the same items with different levels: nothing can be said."
    if alpha.value >= ABOVE:
        said = "They mean the same by the scale."
    elif alpha.value >= BELOW:
        said = "They mean much the same; talk over the items below before resting on the levels."
    else:
        said = "They do not yet mean the same by the scale: talk over the items below."
    return f"Krippendorff's α is {alpha.value:.1f} of 100. {said}"
