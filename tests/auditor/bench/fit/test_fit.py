from dataclasses import replace

import pytest

from auditor.bench.fit.pairs import AlteredPair, Weighed
from auditor.bench.fit.relevance import CONTEXTS, MOST, fit_relevance
from auditor.bench.fit.search import fit_parts, loss, shares
from auditor.scoring.claims import Claim, ClaimSupport

KENT = Claim("Kent", "name", ClaimSupport.SAID, "title")
OTHER = Claim("Clark", "name", ClaimSupport.NOWHERE)


@pytest.fixture
def pairs(make_evidence, make_measured, photograph) -> list[AlteredPair]:
    """Texts whose words were shuffled, moved to another page, and given another name."""

    def text(likeness: float, ordered: float = 0.9, claim: Claim = KENT) -> Weighed:
        part = make_measured(
            cosines=dict.fromkeys(CONTEXTS, likeness), form=(ordered, 0.9, 0.9, 0.9, 0.9)
        )
        return Weighed(make_evidence(part, claims=(claim,)), photograph)

    own = [text(0.3 + step / 50) for step in range(10)]
    moved = [text(0.0 + step / 50) for step in range(10)]
    return [
        *(AlteredPair("shuffled_words", one, text(0.4, ordered=0.3)) for one in own),
        *(
            AlteredPair("shuffled_contexts", one, other)
            for one, other in zip(own, moved, strict=True)
        ),
        *(AlteredPair("proper_names", one, text(0.3, claim=OTHER)) for one in own),
    ]


def test_likeness_and_look_ups_are_weighed_by_what_tells_pages_apart(pairs, weights) -> None:
    found = fit_relevance(pairs, weights)
    assert found.slope > 0
    assert sum(found.contexts.values()) == pytest.approx(1, abs=1e-3)
    assert 0 < found.claims["said"] <= MOST
    assert 0 < found.claims["nowhere"] <= MOST


def test_the_search_lowers_the_loss_and_keeps_every_weight_above_nothing(
    pairs, weights, manifest
) -> None:
    start = replace(weights, parts={**weights.parts, "form": 0.05})
    found = fit_parts(pairs, start, manifest)
    assert loss(pairs, found, manifest) < loss(pairs, start, manifest)
    assert min(found.parts.values()) > 0
    assert found.exponent < 0
    assert found.level[0] > 0


def test_the_shares_are_percent_of_the_pairs_that_came_out_lower(pairs, weights, manifest) -> None:
    found = shares(pairs, weights, manifest)
    assert found.keys() == {"shuffled_words", "shuffled_contexts", "proper_names"}
    assert found["shuffled_contexts"] == 100.0
