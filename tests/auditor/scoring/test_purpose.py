from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from auditor.profiles import EXPECTED, FULL
from auditor.results import PictureInfo
from auditor.scoring.purpose import profile_of, serves_a_purpose
from auditor.texts.wordlists import KINDS
from extractors.facts import Box
from extractors.records import Context, Control, Kind
from models.lines import Line

PHOTO = PictureInfo("f0", "image/jpeg", 640, 480, 9000)
FLAT = replace(PHOTO, flat=True)
SITE = "https://example.org/"


def link(text: str = "", target: str = SITE + "den") -> Context:
    return Context(control=Control("link", "Fox", text, target))


def of_words(number: int) -> PictureInfo:
    text = " ".join(f"word{n}" for n in range(number))
    return replace(FLAT, lines=(Line(text, 0.9, (0, 0, 1, 0.1)),))


CASES = {
    "button": {"context": Context(control=Control("button", "Search", ""))},
    "link": {"context": link()},
    "teaser": {"context": link("Read about foxes")},
    "logo": {"context": link(), "src": SITE + "img/siteLogo-2x.png"},
    "icon": {"box": Box(0, 0, 24, 24), "picture": FLAT},
    "map": {"context": Context(caption="Map of the dens in the park")},
    "chart": {"src": SITE + "foxes_per_year-chart3.png"},
    "screenshot": {"html": '<img class="doc-screenshot wide">'},
    "portrait": {"context": Context(caption="Portrait of Ada Fox, 1843"), "picture": PHOTO},
    "artwork": {"context": Context(caption="Fox in snow, oil on canvas"), "picture": PHOTO},
    "product": {"context": Context(text_after="Fox plush €12.50 add to basket")},
    "picture of text": {"picture": of_words(20)},
    "drawing": {"picture": of_words(3)},
    "photograph": {"picture": PHOTO},
    "picture": {},
}


@pytest.mark.parametrize("name", CASES)
def test_a_purpose_is_chosen_and_says_why(name: str, make_record) -> None:
    case = dict(CASES[name])
    picture = case.pop("picture", None)
    profile = profile_of(make_record("A red fox", **case), picture)
    assert profile.name == name
    assert profile.why
    assert profile.expects


def test_what_is_shown_no_larger_than_an_icon_is_named_like_one(make_record) -> None:
    small = profile_of(make_record("Ada Fox, who writes here", box=Box(0, 0, 40, 40)), PHOTO)
    assert small.name == "icon"
    assert small.why == "it is shown at most 48 × 48 pixels large"
    large = profile_of(make_record("Ada Fox, who writes here", box=Box(0, 0, 320, 240)), PHOTO)
    assert large.name == "photograph"


def test_what_is_drawn_in_svg_is_a_drawing(make_record) -> None:
    drawn = profile_of(make_record("Two sticky notes"), replace(FLAT, mime="image/svg+xml"))
    assert drawn.name == "drawing"
    assert "SVG" in drawn.why


def test_every_purpose_has_a_case_and_every_kind_of_words_a_purpose() -> None:
    assert set(CASES) | {"decoration"} == set(EXPECTED)
    assert set(KINDS) <= set(EXPECTED)


def test_what_keeps_a_link_from_its_name_is_no_decoration(make_record) -> None:
    nameless = Context(control=Control("link", "", "", SITE))
    profile = profile_of(make_record("", context=nameless), PHOTO)
    assert (profile.name, profile.why) == ("link", f"it is all of a link to {SITE}")
    named = Context(control=Control("link", "Home", "Home", SITE))
    assert profile_of(make_record("", context=named), PHOTO).name == "decoration"


def test_what_is_kept_from_listeners_is_decoration_whatever_its_file_is_called(make_record) -> None:
    profile = profile_of(make_record("", src=SITE + "map.png"), PHOTO)
    assert (profile.name, profile.why) == ("decoration", 'it is kept from listeners (alt="")')


def test_the_text_that_is_judged_chooses_nothing(make_record) -> None:
    for text in ("A red fox", "Map of the dens", "Logo", "Portrait of a fox", "Bar chart"):
        assert profile_of(make_record(text), PHOTO).name == "photograph"


def test_a_word_late_in_a_caption_tells_what_a_photograph_shows(make_record) -> None:
    caption = "A fox crosses the road behind a tourist with a map"
    assert profile_of(make_record(context=Context(caption=caption)), PHOTO).name == "photograph"


def test_words_are_those_of_the_language_of_the_image(make_record) -> None:
    context = Context(caption="Stadtplan von Fuchsheim")
    assert profile_of(make_record(context=context, lang="de"), PHOTO).name == "map"
    assert profile_of(make_record(context=context, lang="sv"), PHOTO).name == "photograph"


def test_a_picture_of_text_asks_for_as_many_words_as_it_holds(make_record) -> None:
    assert profile_of(make_record(), of_words(14)).telling_words == 14
    assert profile_of(make_record(), of_words(90)).telling_words == FULL


@pytest.mark.parametrize(
    ("mime", "number", "name"),
    [
        ("image/png", 20, "screenshot"),
        ("image/png", 19, "photograph"),
        ("image/jpeg", 90, "photograph"),
    ],
)
def test_much_text_in_a_file_without_loss_is_a_screenshot(
    make_record, mime: str, number: int, name: str
) -> None:
    picture = replace(of_words(number), flat=False, mime=mime)
    assert profile_of(make_record("A red fox"), picture).name == name


def test_a_link_to_a_picture_file_only_enlarges_it(make_record) -> None:
    larger = link(target=SITE + "fox-large.JPG")
    assert not serves_a_purpose(larger)
    assert serves_a_purpose(link())
    assert not serves_a_purpose(Context())
    assert profile_of(make_record(context=larger), PHOTO).name == "photograph"


def test_a_small_svg_and_an_icon_font_need_no_file_to_be_icons(make_record) -> None:
    for kind in (Kind.ICON_FONT, Kind.SVG):
        record = make_record(kind=kind, box=Box(0, 0, 16, 16), src=None)
        assert profile_of(record, None).name == "icon"


def test_the_docs_say_what_each_purpose_asks_for() -> None:
    docs = (Path(__file__).parents[3] / "docs" / "formats.md").read_text("utf-8")
    for name, expected in EXPECTED.items():
        assert f"| {name} | {expected.says} |" in docs
