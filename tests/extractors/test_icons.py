import pytest

from extractors.facts import ElementFacts
from extractors.icons import is_private
from extractors.records import Exposed, Kind

GLYPH = "<style>.i::before { content: '\\e001' }</style>"


@pytest.mark.parametrize(
    ("html", "name", "state"),
    [
        (GLYPH + "<i class=i></i>", "", Exposed.DECORATIVE),
        (GLYPH + "<i class=i title=Home></i>", "Home", Exposed.EXPOSED),
        (GLYPH + "<i class=i aria-label=Home></i>", "Home", Exposed.EXPOSED),
        (GLYPH + "<i class=i aria-label=Home aria-hidden=true></i>", "Home", Exposed.DECORATIVE),
        (GLYPH + "<a class=i href=x>Home</a>", "", Exposed.DECORATIVE),
        ("<i>&#xf015;</i>", "", Exposed.DECORATIVE),
        ("<i class=material-icons>chevron_right</i>", "chevron_right", Exposed.EXPOSED),
        ("<i class=material-icons aria-hidden=true>home</i>", "home", Exposed.DECORATIVE),
        ("<i class='fas fa-star'></i>", "", Exposed.DECORATIVE),
        ("<span class='glyphicon glyphicon-star'></span>", "", Exposed.DECORATIVE),
    ],
)
def test_an_icon_of_a_font_is_found_with_what_a_listener_hears(images, html, name, state) -> None:
    (record,) = images(html)
    assert (record.kind, record.name.text, record.exposure.state) == (Kind.ICON_FONT, name, state)
    assert record.src is None


@pytest.mark.parametrize(
    "html",
    [
        "<i class=material-icons>Two words</i>",
        "<i>home</i>",
        "<i class='fancy fa-mous'></i>",
        "<i class=fa></i>",
        "<style>i::before { content: '→' }</style><i></i>",
        "<style>i::before { content: '\\e001'; display: none }</style><i></i>",
    ],
)
def test_words_and_symbols_are_no_icons(images, html: str) -> None:
    assert images(html) == []


def test_with_a_browser_the_font_tells_a_ligature(images) -> None:
    html = "<i data-auditor=1>menu_open</i>"
    assert images(html, {"1": ElementFacts(icon_font="Our Icons")})[0].name.text == "menu_open"
    assert images(html, {"1": ElementFacts()}) == []


def test_an_element_with_role_image_is_that_and_not_an_icon(images) -> None:
    (record,) = images(GLYPH + "<i class=i role=img aria-label=Home></i>")
    assert (record.kind, record.name.text) == (Kind.ROLE_IMG, "Home")


@pytest.mark.parametrize("text", ["\ue000", "\U000f0001 ", " \uf8ff\n"])
def test_private_use_characters_alone_are_private(text: str) -> None:
    assert is_private(text)


@pytest.mark.parametrize("text", ["", " ", "a\ue000", "★"])
def test_other_text_is_not_private(text: str) -> None:
    assert not is_private(text)
