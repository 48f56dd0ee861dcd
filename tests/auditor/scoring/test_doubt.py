from dataclasses import replace

import pytest

from auditor.findings import Part, Scores
from auditor.scoring.doubt import fault_probability
from auditor.scoring.form import IN_CAPTION, form_part


def sharing(scores: Scores, share: float) -> Scores:
    """The same of a text of which so much stands in the caption."""
    return replace(scores, form=Part(0.9, "", {IN_CAPTION: share}))


def test_the_caption_vouches_for_a_picture_that_does_not_look_like_its_text(
    make_scores, photograph
) -> None:
    unlike = make_scores(compatibility=0.02)
    likely = [
        fault_probability(sharing(unlike, share), photograph) for share in (0.0, 0.3, 0.6, 1.0)
    ]
    assert likely == sorted(set(likely), reverse=True)


@pytest.mark.parametrize("share", [0.0, 0.5, 1.0])
def test_a_picture_that_is_farther_from_the_text_never_makes_a_fault_less_likely(
    make_scores, photograph, share: float
) -> None:
    likely = [
        fault_probability(sharing(make_scores(compatibility=step / 10), share), photograph)
        for step in range(11)
    ]
    assert likely == sorted(set(likely), reverse=True)


def test_the_form_tells_how_much_of_a_text_stands_in_the_caption(
    weights, photograph, make_evidence
) -> None:
    assert form_part(make_evidence(copied=0.6), weights, photograph).numbers[IN_CAPTION] == 0.6
    assert IN_CAPTION not in form_part(make_evidence(), weights, photograph).numbers
