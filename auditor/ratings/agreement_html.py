"""Agreement as one self-contained page: no script, no request, the plot's numbers in a table."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache

from jinja2 import ChoiceLoader, Environment, PackageLoader

from auditor.catalogue import ENGLISH, Tongue
from auditor.rating import ASKED
from auditor.ratings import words
from auditor.ratings.agreement import Agreement, Figure
from auditor.reports.html_templates import templates

_WIDTH = 200.0
"""Units of the plot from 0 to 100."""


@dataclass(frozen=True, slots=True)
class PlotRow:
    """Where a figure and its interval stand in the plot, from the left."""

    value: float
    low: float
    high: float


def agreement_html(
    found: Agreement, left_out: tuple[str, ...], seed: int, tongue: Tongue = ENGLISH
) -> str:
    """The page."""
    template = _environment(tongue).get_template("agreement.html")
    return template.render(found=found, left_out=left_out, seed=seed)


def place(figure: Figure) -> PlotRow | None:
    """None where there is no value to show."""
    if math.isnan(figure.value):
        return None
    ends = (figure.value, figure.low, figure.high)
    known = (figure.value if math.isnan(each) else each for each in ends)
    return PlotRow(*(_WIDTH * min(100.0, max(0.0, each)) / 100 for each in known))


@cache
def _environment(tongue: Tongue) -> Environment:
    found = templates(tongue)
    found.loader = ChoiceLoader(
        [PackageLoader("auditor", "ratings"), PackageLoader("auditor", "reports")]
    )
    found.globals.update(said=words, asked=ASKED, place=place)
    return found
