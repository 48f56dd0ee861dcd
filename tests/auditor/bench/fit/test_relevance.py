import pytest

from auditor.bench.fit.pairs import AlteredPair, Weighed
from auditor.bench.fit.relevance import CONTEXTS, MOST, fit_relevance
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
