import pytest

from extractors.candidates import find_candidates
from extractors.css import read_styles
from extractors.document import parse
from extractors.extract import parse_page


def _display(html: str) -> str:
    page = parse(html + "<p id=i class='c d'>x</p>", "", {})
    return read_styles(page).keyword(page.elements[-1], "display")


@pytest.mark.parametrize(
    ("css", "display"),
    [
        ("p { display: none }", "none"),
        ("P.c { DISPLAY: NONE }", "none"),
        ("body > p { display: none }", "none"),
        ("a, .d { display: none }", "none"),
        ("#i { display: block } .c { display: none }", "block"),
        (".c { display: none } .d { display: block }", "block"),
        (".c { display: none !important } #i { display: block }", "none"),
        ("@media print { p { display: none } }", ""),
        ("@media (max-width: 1px) { p { display: none } }", ""),
        ("@media screen { p { display: none } }", "none"),
        ("p:hover { display: none }", ""),
        ("p:not(.c) { display: none }", ""),
        ("p::nonsense( { display: none } q { display: block }", ""),
        ("<!-- /* x */ p { color: red; display: none } -->", "none"),
        ("p { display: none", "none"),
    ],
)
def test_the_declaration_that_wins(css: str, display: str) -> None:
    assert _display(f"<style>{css}</style>") == display


def test_a_style_attribute_beats_a_sheet(image) -> None:
    page = parse("<style>#i { display: none }</style><p id=i style='display: block'>x", "", {})
    assert read_styles(page).keyword(page.elements[-1], "display") == "block"


def test_a_sheet_for_print_does_not_count() -> None:
    assert _display("<style media=print>p { display: none }</style>") == ""


def test_a_sheet_in_a_shadow_root_stays_there(images) -> None:
    html = (
        "<x-a><template shadowrootmode=open><style>img { display: none }</style><img alt=in>"
        "</template></x-a><img alt=out>"
    )
    assert [r.exposure.state.value for r in images(html)] == ["hidden", "exposed"]


@pytest.mark.parametrize(
    "declaration",
    [
        "background: url(a.png) no-repeat",
        "background-image: linear-gradient(red, blue), url('a.png')",
        "background-image: image-set('a.png' 1x, 'b.png' 2x)",
        "background-image: -webkit-image-set(url(a.png) 1x)",
    ],
)
def test_painted_pictures_are_found(images, declaration: str) -> None:
    (record,) = images(f'<div style="{declaration}"></div>')
    assert record.src == "https://example.org/dir/a.png"


def test_generated_pictures_have_the_alternative_after_the_slash(image) -> None:
    record = image("<style>p::before { content: url(a.png) / 'A star' }</style><p>x")
    assert (record.name.text, record.name.source.value, record.role) == (
        "A star",
        "css-alt",
        "image",
    )


@pytest.mark.parametrize(
    ("style", "found"),
    [
        ("p::before { content: ''; background: url(a.png) }", [("::before", None)]),
        ("p::before { content: '★'; background: url(a.png) }", [("::before", None)]),
        ("p::before { background: url(a.png) }", []),
        ("p::before { content: none; background: url(a.png) }", []),
        ("p::after { content: url(a.png) }", [("::after", None)]),
        ("p::after { content: url(a.png) / '' }", [("::after", "")]),
        ("p { content: url(a.png) / 'logo' }", [("", "logo")]),
        ("p { background-image: image-set('a.png' 1x, 'b.png' 2x) }", [("", None)]),
        ("p::after { content: image-set(url(a.png) 1x) / 'two' }", [("::after", "two")]),
    ],
)
def test_pictures_that_css_paints_and_what_is_heard_of_them(style: str, found) -> None:
    page = parse_page(f"<style>{style}</style><p>x</p>", "https://example.org/")
    painted = [
        candidate.background
        for candidate in find_candidates(page.document, page.reading, page.styles)
    ]
    assert [(b.pseudo, b.alt) for b in painted] == found
    assert all(b.url == "https://example.org/a.png" for b in painted)


@pytest.mark.parametrize(
    "declaration",
    [
        "background: red url(a.png)",
        "border-image: url(a.png) 30",
        "border-image-source: url(a.png)",
        "list-style: square url(a.png)",
        "list-style-image: url(a.png)",
        "mask: url(a.png) no-repeat",
        "-webkit-mask-image: url(a.png)",
        "mask-image: url(a.png)",
    ],
)
def test_every_property_that_paints_a_picture_is_read(image, declaration: str) -> None:
    found = image(f"<style>ul {{ {declaration} }}</style><ul><li>One<li>Two</ul>")
    assert (found.tag, found.src) == ("ul", "https://example.org/dir/a.png")
