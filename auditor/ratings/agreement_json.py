"""Agreement as JSON: figures × 100 by name, null where the ratings do not say."""

from __future__ import annotations

import json
import math
from typing import Any

from auditor.ratings.agreement import Agreement, Figure


def agreement_json(found: Agreement, left_out: tuple[str, ...], seed: int) -> str:
    """One object. The figures stand at its top by their keys; what each rests on in `figures`."""
    plain = {key: _number(figure.value) for key, figure in found.figures.items()}
    return json.dumps(
        {
            **plain,
            "items": found.items,
            "raters": list(found.raters),
            "ratings": found.ratings,
            "left_out": list(left_out),
            "seed": seed,
            "figures": {key: _object(figure) for key, figure in found.figures.items()},
            "levels": list(found.levels),
            "counts": {rater: list(times) for rater, times in found.counts.items()},
            "questions": {q.value: _object(figure) for q, figure in found.questions.items()},
            "disputes": found.disputes,
            "disputed": [
                {
                    "page": each.page,
                    "picture": each.picture,
                    "text": each.text,
                    "levels": dict(each.levels),
                    "variance": each.variance,
                }
                for each in found.disputed
            ],
        },
        ensure_ascii=False,
    )


def _object(figure: Figure) -> dict[str, Any]:
    return {
        "value": _number(figure.value),
        "low": _number(figure.low),
        "high": _number(figure.high),
        "n": figure.n,
    }


def _number(value: float) -> float | None:
    return None if math.isnan(value) else value
