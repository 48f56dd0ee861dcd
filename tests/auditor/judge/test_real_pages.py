"""Reductions of real pages on which findings were wrong, and the same kinds in other clothes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from auditor.findings import Outcome, Status
from auditor.judge.judge import Judge, SeenPicture
from auditor.results import Judged, PictureInfo
from extractors.extract import extract
from extractors.facts import Box
from extractors.records import Context, Kind

PAGES = Path("../shared/cases/pages")
needs_pages = pytest.mark.skipif(not PAGES.is_dir(), reason=f"{PAGES} is not here")
URL = "https://example.org/pages/page.html"


def judged(html: str) -> list[Judged]:
    outcomes, broken = Judge(None).uses(extract(html, URL).records, {}, URL)
    assert broken == []
    return outcomes


def page(name: str) -> list[Judged]:
    return judged((PAGES / f"{name}.html").read_text("utf-8"))


def rules(outcome: Judged) -> list[str]:
    return [finding.rule for finding in outcome.verdict.findings]


def messages(outcomes: Sequence[Judged]) -> str:
    return " ".join(f.message for outcome in outcomes for f in outcome.verdict.findings)


@needs_pages
def test_an_empty_alt_is_not_advised_where_the_image_is_all_of_a_link() -> None:
    assert 'alt=""' not in messages(page("alt-empty-advice-in-link"))


@needs_pages
def test_a_hidden_link_lacks_no_text_and_may_lack_a_tabindex() -> None:
    focused, unfocused = page("anchor-aria-hidden")
    assert rules(focused) == ["hidden-link-takes-focus"]
    assert rules(unfocused) == []
    assert {focused.verdict.status, unfocused.verdict.status} == {Status.DECORATIVE}


@needs_pages
def test_a_figure_in_a_link_is_asked_about_in_words_of_its_own() -> None:
    for outcome in (page("link-figure-img")[0], page("link-figure-img")[2]):
        (finding,) = outcome.verdict.findings
        assert (finding.rule, finding.outcome) == ("link-misses-name-of-image", Outcome.CANT_TELL)
        assert outcome.verdict.status is not Status.MISSING
    assert rules(page("link-figure-img")[1]) == []


@needs_pages
def test_what_holds_the_place_of_a_picture_cannot_be_checked() -> None:
    outcomes = page("lazy-1x1-gif-scored")
    assert [outcome.verdict.status for outcome in outcomes] == [Status.NOT_CHECKABLE] * 2


@needs_pages
def test_an_image_without_alt_is_missing_whatever_its_caption_says() -> None:
    (outcome,) = page("figcaption-no-alt")
    assert outcome.verdict.status is Status.MISSING
    assert "caption" in outcome.verdict.reason


@needs_pages
def test_the_heading_of_a_card_is_its_own() -> None:
    assert [outcome.record.context.heading for outcome in page("card-heading-after")] == [
        "Café de Paris",
        "M. Manze",
        "Kinomoto",
        "Tsuruya",
        "Seltzer museum",
        "Wonder annex",
    ]


@needs_pages
def test_the_credit_of_a_page_is_nobodys_caption() -> None:
    assert {outcome.record.context.caption for outcome in page("footer-credit-as-caption")} == {""}


@needs_pages
def test_what_content_systems_write_tells_nothing() -> None:
    for outcome in page("medium-image-for-post"):
        assert outcome.verdict.status is Status.WEAK, outcome.record.alt


@needs_pages
def test_an_empty_canvas_lacks_no_text() -> None:
    canvases = [o for o in page("blank-canvas-placeholders") if o.record.kind is Kind.CANVAS]
    assert [rules(canvas) for canvas in canvases] == [[], []]


@needs_pages
def test_a_link_of_a_private_use_glyph_has_no_name() -> None:
    (outcome,) = page("pua-icon-link")
    assert outcome.verdict.status is Status.MISSING
    assert rules(outcome) == ["linked-image-without-name"]


@pytest.mark.parametrize("holder", ['<a href="/">{}</a>', "<button>{}</button>", "<h2>{}</h2>"])
@pytest.mark.parametrize("alt", ["image", "fox.jpg", "*", " "])
def test_no_empty_alt_is_advised_where_a_name_would_be_lost(holder: str, alt: str) -> None:
    outcomes = judged(holder.format(f'<img src="f.jpg" alt="{alt}">'))
    assert 'alt=""' not in messages(outcomes)
    assert messages(outcomes)


@pytest.mark.parametrize(
    "html",
    [
        '<svg role="img"><path d="M0 0h9"/></svg>',
        '<p><svg role="img"><path d="M0 0h9"/></svg> Foxes</p>',
    ],
)
def test_an_svg_is_kept_from_listeners_by_aria_and_never_by_alt(html: str) -> None:
    assert 'aria-hidden="true"' in messages(judged(html))
    assert "alt=" not in messages(judged(html))


def test_a_drawing_of_a_formula_beside_its_mathml_is_left_alone() -> None:
    html = (
        '<p>As <span class="katex"><span class="katex-mathml"><math><mi>x</mi></math></span>'
        '<span class="katex-html" aria-hidden="true"><svg width="400" height="300">'
        '<path d="M0 0h9"/></svg></span></span></p>'
    )
    assert [rules(outcome) for outcome in judged(html)] == [[]]
    far = "<p><math><mi>x</mi></math></p><p><svg><path d='M0 0h9'/></svg></p>"
    assert [rules(outcome) for outcome in judged(far)] == [["svg-unmarked"]]


def test_a_canvas_is_asked_about_where_something_is_drawn_on_it(make_record) -> None:
    changes = {"kind": Kind.CANVAS, "tag": "canvas", "role": "", "box": Box(0, 0, 600, 400)}
    canvas = make_record(None, **changes)
    photograph = make_record("A fox", ordinal=1, box=Box(0, 0, 600, 400))
    drawn = PictureInfo("f0", "image/png", 600, 400, 9)

    def status(records, info: PictureInfo) -> Status:
        outcomes, _ = Judge(None).uses(records, {0: SeenPicture(info, None)}, URL)
        return outcomes[0].verdict.status

    assert status([canvas], drawn) is Status.WEAK
    assert status([canvas], replace(drawn, blank=True)) is Status.DECORATIVE
    assert status([canvas, photograph], drawn) is Status.DECORATIVE  # it shows that, blurred


@pytest.mark.parametrize(
    ("src", "size", "shown"),
    [
        ("https://example.org/1x1.gif", (1, 1), (300, 200)),
        ("data:image/jpeg;base64,/9j", (32, 21), (640, 420)),
        (
            "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E",
            (300, 150),
            (300, 150),
        ),
        ("data:image/svg+xml;base64,PHN2ZyB3aWR0aD0iMyI+PC9zdmc+", (3, 3), (300, 150)),
    ],
)
def test_previews_and_spacers_are_no_pictures_to_compare(make_record, src, size, shown) -> None:
    record = make_record("A fox", src=src, natural_size=size, box=Box(0, 0, *shown))
    info = PictureInfo("f0", "image/png", *size, 9)
    (outcome,), _ = Judge(None).uses([record], {0: SeenPicture(info, None)}, URL)
    assert outcome.verdict.status is Status.NOT_CHECKABLE


@pytest.mark.parametrize(
    ("src", "size", "shown"),
    [
        ("https://example.org/icon.png", (32, 32), (32, 32)),
        ("https://example.org/pixel-art.png", (32, 32), (320, 320)),
        ("data:image/svg+xml,%3Csvg%3E%3Cpath d='M0 0h9'/%3E%3C/svg%3E", (300, 150), (300, 150)),
        ("data:image/svg+xml,%3Csvg%3E%3Crect/%3E%3Crect/%3E%3C/svg%3E", (300, 150), (300, 150)),
    ],
)
def test_small_and_drawn_pictures_are_compared(make_record, src, size, shown) -> None:
    record = make_record("A fox", src=src, natural_size=size, box=Box(0, 0, *shown))
    info = PictureInfo("f0", "image/png", *size, 9)
    (outcome,), _ = Judge(None).uses([record], {0: SeenPicture(info, None)}, URL)
    assert outcome.verdict.status is Status.NOT_COMPARED, "a stand-in would be not checkable"


def test_the_marks_of_a_chart_are_one_entry_led_by_the_worst() -> None:
    marks = "".join(
        f'<path role="graphics-symbol" aria-label="Month {n}: 4 tons" d="M0 0h9"/>'
        for n in range(9)
    )
    chart = f'<svg aria-label="Catch by month">{marks}<path role="img" id="bad" d="M0 0h9"/></svg>'
    whole, entry = judged(chart)
    assert whole.record.name.text == "Catch by month"
    assert entry.record.selector == "#bad"
    assert entry.verdict.status is Status.MISSING
    assert "9 more marks" in entry.verdict.reason


@pytest.mark.parametrize(("parts", "status"), [(9, Status.OK), (1, Status.WEAK)])
def test_a_chart_whose_marks_are_told_is_not_weak_for_its_few_words(
    make_scores, parts: int, status: Status
) -> None:
    from auditor.judge.uses import judge_uses

    marks = "".join(
        f'<path role="graphics-symbol" aria-label="Month {n}: 4 tons" d="M0 0h9"/>'
        for n in range(parts)
    )
    records = extract(f'<svg aria-label="Interactive chart">{marks}</svg>', URL).records
    info = PictureInfo("f0", "image/png", 600, 400, 9, flat=True)
    outcomes, _ = judge_uses(records, {0: info}, {0: make_scores(1.8)}, URL)
    assert outcomes[0].record.name.text == "Interactive chart"
    assert outcomes[0].verdict.status is status


def test_beside_the_words_of_its_link_an_image_without_a_text_costs_less() -> None:
    in_link, alone = judged('<a href="/x"><img src="a.jpg"> All about foxes</a><img src="b.jpg">')
    assert in_link.verdict.status is alone.verdict.status is Status.MISSING
    assert in_link.verdict.priority < alone.verdict.priority


def test_a_transcript_of_what_was_read_in_a_poster_is_good(make_record, make_scores) -> None:
    from auditor.judge.uses import judge_uses
    from models.lines import Line

    said = "Village fête, Saturday 12 June, brass band, cakes and tombola"
    lines = tuple(
        Line(text, 0.99, (0, 0, 1, 0.1))
        for text in ("VILLAGE FÊTE", "Saturday12June", "brass band", "cakes and tombola")
    )
    info = PictureInfo("f0", "image/png", 600, 800, 9, flat=True, lines=lines)
    weak = make_scores(1.8, form=0.1)
    for text, status in ((said, Status.OK), ("Village fête", Status.WEAK)):
        outcomes, _ = judge_uses([make_record(text)], {0: info}, {0: weak}, URL)
        assert outcomes[0].verdict.status is status, text


def test_what_acts_ranks_above_what_leads_on_and_that_above_what_stays(make_record) -> None:
    def priority(role: str, target: str | None) -> float:
        control = replace(
            extract('<a href="/x"><img></a>', URL).records[0].context.control,  # type: ignore[type-var]
            role=role,
            target=target,
        )
        record = make_record(None, context=Context(control=control))
        outcomes, _ = Judge(None).uses([record], {}, URL)
        return outcomes[0].verdict.priority

    acts = priority("button", None)
    leads = priority("link", "https://example.org/shop")
    stays = priority("link", "https://example.org/#top")
    assert acts > leads > stays
