"""What the figures of agreement are called, and what they mean, in words."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from auditor.catalogue import ENGLISH, Tongue
from auditor.message import marked
from auditor.ratings.agreement import Agreement, Figure

_NAMES: Mapping[str, str] = {
    "kendall_w": "Kendall's W",
    "fleiss_kappa": "Fleiss' κ",
    "fleiss_kappa_joined": marked("Fleiss' κ, 4 and 5 as one"),
    "weighted_kappa": marked("weighted κ, mean of pairs"),
    "krippendorff_alpha": "Krippendorff's α",
    "ceiling_tau_c": marked("ceiling of a score, τ_c"),
    "ceiling_r": marked("ceiling of a score, r"),
}
MEANINGS: Mapping[str, str] = {
    "kendall_w": marked("whether all raters put the items in the same order"),
    "fleiss_kappa": marked("same level, beyond chance; a level apart counts as much as four"),
    "fleiss_kappa_joined": marked("the same, without telling 4 and 5 apart"),
    "weighted_kappa": marked("two raters at a time; the farther apart, the worse"),
    "krippendorff_alpha": marked(
        "all raters, with ratings missing; from 80 on, findings can rest on it"
    ),
    "ceiling_tau_c": marked("how far the mean of the others goes with one more person, in order"),
    "ceiling_r": marked("the same, as a correlation"),
}
ABOVE = 80.0
BELOW = 66.7
"""Krippendorff's bounds × 100 (Content Analysis, 2004, p. 241): from the upper one on, data can be
relied on; between them for tentative conclusions only."""


def figure_name(key: str, raters: Sequence[str], tongue: Tongue = ENGLISH) -> str:
    """What a figure is called in a report."""
    if key.startswith("tau_"):
        rater = raters[int(key[4:]) - 1]
        return tongue.translated("τ_c of {rater} with the others", rater=rater)
    return tongue.translated(_NAMES[key])


def figure_meaning(key: str, tongue: Tongue = ENGLISH) -> str:
    """What it says."""
    if key in MEANINGS:
        return tongue.translated(MEANINGS[key])
    return tongue.translated("this rater beside each other one, in order")


def number_words(figure: Figure, tongue: Tongue = ENGLISH) -> tuple[str, str]:
    """The value, and its interval; "–" where the ratings do not say."""
    if math.isnan(figure.value):
        return "–", "–"
    if math.isnan(figure.low):
        return tongue.number(figure.value, ".1f"), "–"
    interval = tongue.translated("{low:.1f} to {high:.1f}", low=figure.low, high=figure.high)
    return tongue.number(figure.value, ".1f"), interval


def verdict_words(found: Agreement, tongue: Tongue = ENGLISH) -> str:
    """What the figures come to, in a sentence."""
    if len(found.raters) < 2:
        return tongue.translated("One rater agrees with nobody: agreement takes two.")
    alpha = found.figures["krippendorff_alpha"]
    if math.isnan(alpha.value):
        return tongue.translated(
            "No two raters rated the same items with different levels: nothing can be said."
        )
    if alpha.value >= ABOVE:
        template = marked(
            "Krippendorff's α is {alpha:.1f} of 100. They mean the same by the scale."
        )
    elif alpha.value >= BELOW:
        template = marked(
            "Krippendorff's α is {alpha:.1f} of 100. They mean much the same; "
            "talk over the items below before resting on the levels."
        )
    else:
        template = marked(
            "Krippendorff's α is {alpha:.1f} of 100. They do not yet mean the same by the scale: "
            "talk over the items below."
        )
    return tongue.translated(template, alpha=alpha.value)


def extent_words(found: Agreement, tongue: Tongue = ENGLISH) -> str:
    """ "24 ratings of 12 items by 2 raters"."""
    return tongue.translated(
        "{ratings} of {items} by {raters}",
        ratings=tongue.counted("{number} rating", "{number} ratings", found.ratings),
        items=tongue.counted("{number} item", "{number} items", found.items),
        raters=tongue.counted("{number} rater", "{number} raters", len(found.raters)),
    )
