from __future__ import annotations

from dataclasses import replace

import pytest

from auditor.findings import Outcome, Part, Status, Verdict
from auditor.judge.verdict import STATUS_BY_RULE, judge
from auditor.results import PictureInfo
from auditor.rules import RULES, evaluate
from auditor.rules.rule import Use
from extractors.facts import Box
from extractors.records import Context, Control, Exposed, Exposure, Kind

PICTURE = PictureInfo("f0", "image/jpeg", 640, 480, 1000)
LARGE = Box(0, 0, 400, 300)
SMALL = Box(0, 0, 40, 30)


def judged(use: Use) -> Verdict:
    return judge(use, evaluate(use, strict=True).findings)


def linked(name: str = "", text: str = "") -> Context:
    return Context(control=Control("link", name, text, "https://example.org/"))


def test_the_table_of_statuses_knows_every_rule_and_no_other() -> None:
    assert STATUS_BY_RULE.keys() == {rule.id for rule in RULES}


@pytest.mark.parametrize(
    ("text", "status"),
    [
        (None, Status.MISSING),
        (" ", Status.MISSING),
        ("fox.jpg", Status.WEAK),
        ("https://example.org/fox", Status.WEAK),
        ("image", Status.WEAK),
        ("", Status.DECORATIVE),
        ("A red fox in the snow", Status.NOT_COMPARED),
    ],
)
def test_status_by_text(make_use, text: str | None, status: Status) -> None:
    extra = {} if text != " " else {"name": make_use(None).record.name}
    assert judged(make_use(text, use={"picture": PICTURE}, box=SMALL, **extra)).status is status


HIDDEN = Exposure(Exposed.HIDDEN, "display: none")


def test_a_hidden_image_is_not_checkable_and_asks_for_nothing(make_use) -> None:
    verdict = judged(make_use("A red fox", exposure=HIDDEN))
    assert verdict.status is Status.NOT_CHECKABLE
    assert verdict.priority == 0
    assert "display: none" in verdict.reason


def test_a_hidden_image_without_a_text_stands_above_other_hidden_ones(make_use) -> None:
    verdict = judged(make_use(None, exposure=HIDDEN))
    assert verdict.status is Status.NOT_CHECKABLE
    assert verdict.priority > 0
    assert "no text for a state that shows it" in verdict.reason


def test_a_hidden_tracking_pixel_asks_for_nothing(make_use) -> None:
    assert judged(make_use(None, exposure=HIDDEN, natural_size=(1, 1))).priority == 0


@pytest.mark.parametrize("reason", ["aria-hidden=true on div.slide", "inert on main", "inert"])
def test_a_text_in_a_closed_slide_or_behind_a_dialog_is_not_checkable(make_use, reason) -> None:
    verdict = judged(make_use("A fox", box=LARGE, exposure=Exposure(Exposed.DECORATIVE, reason)))
    assert verdict.status is Status.NOT_CHECKABLE
    assert verdict.findings == ()
    assert reason in verdict.reason


def test_a_large_picture_behind_a_dialog_is_no_suspect(make_use) -> None:
    behind = Exposure(Exposed.DECORATIVE, "inert on main")
    assert judged(make_use("A fox", box=LARGE, exposure=behind)).status is Status.NOT_CHECKABLE
    assert judged(make_use("", box=LARGE, exposure=behind)).status is Status.DECORATIVE


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"box": SMALL, "loaded": False}, "the picture did not load"),
        ({"natural_size": (0, 0)}, "the picture did not load"),
        ({"loaded": None}, "its size is not known"),
        ({"loaded": None, "html": "<img width=300 height=50>"}, "no picture came"),
        ({"kind": Kind.SVG, "tag": "svg", "loaded": None}, "its size is not known"),
    ],
)
def test_what_nobody_saw_is_not_called_decoration(make_use, changes, words: str) -> None:
    verdict = judged(make_use("", **changes))
    assert verdict.status is Status.NOT_CHECKABLE
    assert words in verdict.reason


@pytest.mark.parametrize(
    "changes",
    [
        {"loaded": False, "html": "<img width=1 height=1>"},
        {"kind": Kind.CSS_BACKGROUND, "loaded": None},
        {"kind": Kind.ICON_FONT, "tag": "i", "loaded": None},
    ],
)
def test_what_is_decoration_by_nature_needs_nobody_to_see_it(make_use, changes) -> None:
    assert judged(make_use("", **changes)).status is Status.DECORATIVE


def test_what_nobody_can_reach_is_no_decoration(make_use) -> None:
    behind = Exposure(Exposed.DECORATIVE, "inert on div")
    verdict = judged(make_use(None, box=LARGE, exposure=behind))
    assert verdict.status is Status.NOT_CHECKABLE


def test_a_tracking_pixel_without_alt_is_decorative_and_ranks_last(make_use) -> None:
    verdict = judged(make_use(None, box=Box(0, 0, 1, 1)))
    assert verdict.status is Status.DECORATIVE
    assert verdict.priority == 0
    assert [f.rule for f in verdict.findings] == ["tiny-picture-without-alt"]


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"box": SMALL}, "it is small (40 × 30 pixels)"),
        ({"box": Box(0, 0, 1, 1)}, "it shows nothing (1 × 1 pixels)"),
        ({"box": Box(0, 0, 90, 66)}, 'A screen reader says nothing of it (alt="").'),
    ],
)
def test_decoration_is_explained(make_use, changes, words: str) -> None:
    assert words in judged(make_use("", **changes)).reason


def test_a_copy_of_the_picture_beside_it_is_decoration(make_use, make_record) -> None:
    beside = ((make_record("A red fox"), PICTURE.sha256),)
    verdict = judged(make_use("", box=LARGE, use={"picture": PICTURE, "neighbours": beside}))
    assert verdict.status is Status.DECORATIVE
    assert "the same picture beside it has the text “A red fox”" in verdict.reason


def test_an_image_that_alone_makes_a_heading_is_missing(make_use) -> None:
    assert judged(make_use("", context=Context(in_heading=""))).status is Status.MISSING


def test_a_text_whose_picture_did_not_load_is_not_checkable(make_use) -> None:
    assert judged(make_use(loaded=False)).status is Status.NOT_CHECKABLE
    broken = PictureInfo("f0", "image/jpeg", 0, 0, 10, problem="it is cut off")
    verdict = judged(make_use(use={"picture": broken}))
    assert verdict.status is Status.NOT_CHECKABLE
    assert "it is cut off" in verdict.reason


def test_a_missing_text_is_missing_even_where_the_picture_did_not_load(make_use) -> None:
    assert judged(make_use(None, loaded=False)).status is Status.MISSING


def test_a_file_name_is_weak_even_where_the_picture_did_not_load(make_use) -> None:
    assert judged(make_use("fox.jpg", loaded=False)).status is Status.WEAK


def test_a_large_picture_marked_as_decorative_is_suspected_and_never_missing(make_use) -> None:
    verdict = judged(make_use("", box=LARGE))
    assert verdict.status is Status.DECORATIVE_SUSPECT
    assert [f.outcome for f in verdict.findings] == [Outcome.CANT_TELL]


def test_a_text_that_a_mark_keeps_from_listeners_is_advice(make_use) -> None:
    unheard = Exposure(Exposed.DECORATIVE, "role=none")
    verdict = judged(make_use("A fox", exposure=unheard, natural_size=(40, 40)))
    assert verdict.status is Status.DECORATIVE
    assert [finding.rule for finding in verdict.findings] == ["decorative-with-name"]


@pytest.mark.parametrize(
    ("compatibility", "quality", "status"),
    [
        (0.001, 1.0, Status.WRONG),
        (0.1, 3.0, Status.WEAK),
        (0.8, 2.4, Status.WEAK),
        (0.8, 2.5, Status.OK),
    ],
)
def test_scores_decide_between_wrong_weak_and_ok(
    make_use, make_scores, compatibility: float, quality: float, status: Status
) -> None:
    scores = make_scores(quality, compatibility=compatibility)
    assert judged(make_use(use={"scores": scores, "picture": PICTURE})).status is status


def test_a_weak_quality_is_explained_by_its_lowest_part(make_use, make_scores) -> None:
    scores = make_scores(2.0, relevance=0.3)
    verdict = judged(make_use(use={"scores": scores, "picture": PICTURE}))
    assert verdict.reason == "The quality is 2.0 of 5: reason of relevance."


def test_a_good_text_that_says_little_says_so(make_use, make_scores) -> None:
    def reason(text: str) -> str:
        scores = replace(make_scores(3.0), informativeness=Part(0.1, "one word"))
        use = make_use(text, use={"scores": scores, "picture": PICTURE}, box=LARGE)
        verdict = judged(use)
        assert verdict.status is Status.OK
        return verdict.reason

    sound = "The quality is 3.0 of 5, and no rule found a fault that needs work."
    assert reason("Location") == f"{sound} It says little: see whether that is enough here."
    assert reason("Houses on a hill above the bay") == sound


def test_a_text_that_was_not_compared_says_so(make_use) -> None:
    assert "not compared" in judged(make_use(use={"picture": PICTURE})).reason


def test_a_text_that_repeats_its_link_is_redundant(make_use) -> None:
    use = make_use("Foxes", context=linked("Foxes Foxes", "Foxes"), use={"picture": PICTURE})
    assert judged(use).status is Status.REDUNDANT


def test_advice_changes_no_status(make_use) -> None:
    verdict = judged(make_use("Image of a red fox", use={"picture": PICTURE}))
    assert verdict.status is Status.NOT_COMPARED
    assert [f.rule for f in verdict.findings] == ["alt-image-of-prefix"]


def test_a_background_that_tells_nobody_anything_is_decorative(make_use) -> None:
    assert judged(make_use(None, kind=Kind.CSS_BACKGROUND)).status is Status.DECORATIVE


def test_the_queue_runs_from_unnamed_links_to_decoration(make_use, make_scores) -> None:
    def scored(value: float, quality: float = 3.0) -> dict[str, object]:
        parts = dict.fromkeys(("compatibility", "relevance", "informativeness", "form"), value)
        return {"picture": PICTURE, "scores": make_scores(quality, **parts)}

    queue = [
        make_use("", context=linked(), box=LARGE),
        make_use(None, box=LARGE),
        make_use("image", use=scored(0.05), box=LARGE),
        make_use("Red fox", use=scored(0.2, 2.0), box=LARGE),
        make_use("", box=LARGE),
        make_use("A red fox", use=scored(0.8), box=LARGE),
        make_use("A red fox", use=scored(0.95), box=LARGE),
        make_use("", box=SMALL),
    ]
    priorities = [judged(use).priority for use in queue]
    assert all(0 <= priority <= 100 for priority in priorities)
    assert priorities == sorted(set(priorities), reverse=True)


@pytest.mark.parametrize("noise", ["bowl.svg", "image", "https://example.org/bowl.svg"])
def test_noise_with_the_worst_score_is_no_worse_than_no_text(make_use, make_scores, noise) -> None:
    """Rule and score speak of the same loss: it is not counted twice."""
    parts = dict.fromkeys(("compatibility", "relevance", "informativeness", "form"), 0.001)
    scored = {"picture": PICTURE, "scores": make_scores(1.0, **parts)}
    heard = judged(make_use(noise, use=scored, box=LARGE))
    assert heard.status is Status.WEAK
    assert heard.priority < judged(make_use(None, box=LARGE)).priority


@pytest.mark.parametrize("part", ["compatibility", "relevance", "informativeness", "form"])
def test_a_worse_part_never_lowers_the_place_in_the_queue(make_use, make_scores, part: str) -> None:
    found = [
        judged(
            make_use(use={"picture": PICTURE, "scores": make_scores(3.0, **{part: step / 20})})
        ).priority
        for step in range(4, 21)
    ]
    assert found == sorted(found, reverse=True)
    assert found[0] > found[-1]


def test_no_suspect_without_a_caption_ranks_above_a_clearly_weak_text(
    make_use, make_scores
) -> None:
    suspect = make_use("", box=Box(0, 0, 4000, 4000), context=linked("Home", ""))
    weak = make_use(
        use={"picture": PICTURE, "scores": make_scores(1.8, compatibility=0.1, form=0.1)}
    )
    assert judged(suspect).priority < judged(weak).priority


def test_a_captioned_picture_kept_from_listeners_ranks_above_one_without_a_caption(
    make_use,
) -> None:
    plain, captioned = (
        judged(make_use("", box=LARGE, context=Context(caption=caption)))
        for caption in ("", "The fox of Kent")
    )
    assert captioned.status is plain.status is Status.DECORATIVE_SUSPECT
    assert captioned.priority > plain.priority


def test_a_text_that_says_the_same_twice_ranks_above_a_copy_of_the_caption(
    make_use, make_scores
) -> None:
    said = "A red fox sleeps in tall grass."
    scored = {"picture": PICTURE, "scores": make_scores(3.0)}
    itself = judged(make_use(f"{said} {said}", use=scored))
    copied = judged(make_use(said, context=Context(caption=said), use=scored))
    assert itself.status is copied.status is Status.REDUNDANT
    assert itself.priority > copied.priority


def test_what_the_score_alone_finds_weak_ranks_without_a_step(make_use, make_scores) -> None:
    weak, good = (
        judged(make_use(use={"picture": PICTURE, "scores": make_scores(quality)}))
        for quality in (2.49, 2.5)
    )
    assert (weak.status, good.status) == (Status.WEAK, Status.OK)
    assert weak.priority == good.priority


@pytest.mark.parametrize("side", [10, 100, 300, 640, 2000])
def test_a_larger_box_never_lowers_the_priority(make_use, side: int) -> None:
    smaller = judged(make_use(None, box=Box(0, 0, side / 2, side)))
    larger = judged(make_use(None, box=Box(0, 0, side, side)))
    assert smaller.priority <= larger.priority


def test_a_functional_image_ranks_above_the_same_fault_elsewhere(make_use) -> None:
    alone = make_use("logo", context=linked("logo"), use={"picture": PICTURE})
    plain = make_use("logo", use={"picture": PICTURE})
    assert judged(alone).priority > judged(plain).priority


def test_good_is_said_of_what_was_compared_alone(make_use, make_scores) -> None:
    def judge_with(scores: object) -> Verdict:
        return judged(make_use("A red fox", use={"picture": PICTURE, "scores": scores}))

    assert judge_with(make_scores(4.0)).status is Status.OK
    apart = judge_with(make_scores(4.0, compatibility=None))
    assert apart.status is Status.NOT_COMPARED
    assert apart.reason == (
        "No rule found a fault, and the text was not compared with the picture: "
        "reason of compatibility."
    )
    assert judge_with(None).status is Status.NOT_COMPARED


def test_a_text_that_is_weak_by_itself_is_weak_without_a_comparison(make_use, make_scores) -> None:
    scores = make_scores(1.5, compatibility=None)
    verdict = judged(make_use("Fox", use={"picture": PICTURE, "scores": scores}))
    assert verdict.status is Status.WEAK


def test_good_needs_the_page_too(make_use, make_scores) -> None:
    scores = make_scores(4.0, relevance=None)
    verdict = judged(make_use("A red fox", use={"picture": PICTURE, "scores": scores}))
    assert verdict.status is Status.NOT_COMPARED
    assert verdict.reason.endswith("not compared with the page: reason of relevance.")


def test_what_was_compared_with_nothing_is_not_weak_either(make_use, make_scores) -> None:
    scores = make_scores(1.5, compatibility=None, relevance=None)
    verdict = judged(make_use("Kettu", use={"picture": PICTURE, "scores": scores}))
    assert verdict.status is Status.NOT_COMPARED


def test_an_svg_file_that_no_browser_drew_is_not_checkable_and_says_so(make_use) -> None:
    verdict = judged(make_use("A red fox", src="https://example.org/fox.svg?v=2"))
    assert verdict.status is Status.NOT_CHECKABLE
    assert "browser" in verdict.reason
