"""The same fault is told once: by picture, or by the place of a template."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from rich.console import Console

from auditor.decision import Choice, Decision
from auditor.findings import Outcome, Status
from auditor.reports.groups import grouped, shape_of
from auditor.reports.terminal import write_terminal
from auditor.results import FindingState, JudgedUse
from auditor.rules import RULES
from tests.auditor.reports.conftest import finding_of, picture_of

REPEATS = "The text repeats the caption."


def captioned(make_judged, number: int, **changes) -> JudgedUse:
    """A picture of a gallery whose text repeats its caption."""
    values = {
        "rank": number,
        "reason": REPEATS,
        "findings": (finding_of("alt-repeats-caption", REPEATS),),
        "selector": f"main > figure:nth-of-type({number}) > img",
        "src": f"{number}.png",
        "page_url": f"https://example.org/gallery/{number % 4}",
    }
    return make_judged(f"Fox {number}", Status.REDUNDANT, **(values | changes))


def test_47_pictures_that_repeat_their_captions_are_one_group(make_judged) -> None:
    (group,) = grouped(captioned(make_judged, number) for number in range(1, 48)).groups
    assert (group.uses, len(group.pages), len(group.pictures)) == (47, 4, 47)
    assert group.template == "main > figure > img"
    assert group.ranks[:3] == [1, 2, 3]
    assert group.extent == "47 uses on 4 pages, 47 pictures"


def test_one_logo_on_60_pages_is_one_group_wherever_it_stands(make_judged) -> None:
    missing = finding_of("image-without-name", "It has no name.")
    uses = [
        make_judged(
            None,
            Status.MISSING,
            rank=number,
            reason=missing.message,
            findings=(missing,),
            picture=picture_of(),
            selector=("header img", "footer img")[number % 2],
            page_url=f"https://example.org/{number}",
        )
        for number in range(1, 61)
    ]
    (group,) = grouped(uses).groups
    assert (group.uses, group.one_picture, group.template) == (60, True, "")


def test_another_fault_place_or_site_is_another_group(make_judged) -> None:
    other = finding_of("alt-repeats-title", REPEATS)
    uses = [
        captioned(make_judged, 1),
        captioned(make_judged, 2, findings=(other,)),
        captioned(make_judged, 3, selector="aside > img"),
        captioned(make_judged, 4, page_url="https://example.net/"),
        captioned(make_judged, 5, findings=(replace(other, outcome=Outcome.CANT_TELL),)),
    ]
    assert len(grouped(uses).groups) == 5


def test_what_a_model_says_of_texts_is_no_fault_of_a_template(make_judged) -> None:
    (rule, *_) = (rule.id for rule in RULES if rule.needs_scores)
    found = (finding_of(rule, REPEATS),)
    uses = [captioned(make_judged, number, findings=found) for number in (1, 2)]
    assert len(grouped(uses).groups) == 2
    uses = [captioned(make_judged, number, findings=found, src="fox.png") for number in (1, 2)]
    assert len(grouped(uses).groups) == 1


def test_what_a_person_decided_of_one_is_not_said_of_others(make_judged) -> None:
    first, second = captioned(make_judged, 1), captioned(make_judged, 2)
    decided = replace(second, decision=Decision(Choice.WRONG, better="A fox asleep"))
    assert len(grouped([first, decided]).groups) == 2


@pytest.mark.parametrize(
    ("selector", "shape"),
    [
        ("main > ul > li:nth-of-type(12) > a > img", "main > ul > li > a > img"),
        ("#red-fox > figure > img", "#… > figure > img"),
        ("#post-12 img.wp-image-345", "#… img.wp-image-N"),
        ("#logo", "#logo"),
        ("#img12", "#imgN"),
        ("main >>> :host > img:nth-of-type(2)", "main >>> :host > img"),
    ],
)
def test_the_shape_of_a_selector_is_what_its_likes_share(selector: str, shape: str) -> None:
    assert shape_of(selector) == shape


def test_the_first_screen_says_what_is_worst_how_often_and_what_to_do(
    make_report, make_judged
) -> None:
    """Above the queue there is no more than a terminal of 80 columns and 40 lines shows."""
    every = [
        make_judged(
            "x" * 300,
            status,
            rank=rank,
            reason="Seen. " * 60,
            findings=(finding_of(rule.id, "Seen. " * 60),),
            selector=f"{rule.id} > " * 60 + "img",
            src=f"{rank}.png",
            state=FindingState.NEW,
        )
        for rank, (rule, status) in enumerate(zip(RULES, list(Status) * 9, strict=False), 1)
    ]
    states = {"new": 10_000, "known": 10_000, "fixed": 10_000, "ignored": 10_000}
    report = make_report(every, states=states, finished=None)
    out = io.StringIO()
    write_terminal(report, Console(file=out, width=80))
    lines = out.getvalue().split("\n")
    first = next(number for number, line in enumerate(lines) if line.startswith("New, worst"))
    assert first <= 40
    assert "What to do first" in "\n".join(lines[:10])


def test_first_comes_what_helps_most_and_its_number_is_said(make_report, make_judged) -> None:
    missing = finding_of("image-without-name", "It has no name.")
    worst = make_judged(
        None, Status.MISSING, reason=missing.message, findings=(missing,), priority=90.0
    )
    many = [captioned(make_judged, rank, priority=40.0) for rank in range(2, 49)]
    out = io.StringIO()
    write_terminal(make_report([worst, *many]), Console(file=out, width=80))
    text = " ".join(out.getvalue().split())
    assert "Redundant, 47 images on 4 pages, number 2 below: " in text
    assert text.index("Redundant, 47") < text.index("Missing, 1 image, number 1 below")
    assert "all at main > figure > img" in text
