from __future__ import annotations

import pytest

from auditor.findings import Skipped, Status
from auditor.message import Message
from auditor.reports.words import (
    STATUS_LABEL,
    STATUS_MEANING,
    ending,
    file_name,
    percent,
    printable,
    ranks_of,
    scan_name,
    shorten,
    skipped_line,
    spoken,
    summary_sentence,
    text_words,
    title_of,
)
from auditor.results import PageInfo
from extractors.records import AccessibleName, Context, Control, Exposed, Exposure, Kind, NameSource

HOME = "https://example.org/home"


def test_every_status_has_its_words() -> None:
    assert list(STATUS_LABEL) == list(STATUS_MEANING) == list(Status)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("A red fox", "“A red fox”"),
        (None, "no alternative text"),
        ("", "empty alternative text"),
    ],
)
def test_no_text_and_empty_text_are_told_apart(make_record, text: str | None, words: str) -> None:
    assert text_words(make_record(text)) == words


def test_a_missing_text_is_titled_by_its_file(make_record) -> None:
    assert title_of(make_record(None)) == "no alternative text (fox.jpg)"
    assert title_of(make_record("A fox")) == "“A fox”"
    assert title_of(make_record(None, src="data:image/png;base64,AAAA")) == "no alternative text"


def control(name: str = "Home", text: str = "", role: str = "link") -> Context:
    return Context(control=Control(role, name, text, HOME if role == "link" else None))


def test_what_a_screen_reader_says_of_a_picture(make_record) -> None:
    assert spoken(make_record("A red fox")) == "graphic, A red fox"
    assert spoken(make_record("")) == "nothing (marked decorative)"
    assert spoken(make_record(None)) == (
        "graphic, with no name; many readers spell out the file name: fox.jpg"
    )
    assert spoken(make_record(None, src=None)) == "graphic, with no name"
    assert spoken(make_record(context=Context(described_by="Long ago."))) == (
        "graphic, A red fox; then its description: Long ago."
    )


def test_what_a_screen_reader_says_in_a_link_or_button(make_record) -> None:
    assert spoken(make_record("Home", context=control())) == "link, graphic, Home"
    assert spoken(make_record("Logo", context=control("Logo Home", "Home"))) == (
        "link, graphic, Logo; and, as the text of the link: Home"
    )
    assert spoken(make_record("", context=control())) == (
        "link, Home (the image itself is not said)"
    )
    assert spoken(make_record("", context=control(""))) == (
        f"link, with no name; many readers spell out the address: {HOME}"
    )
    assert spoken(make_record("", context=control("", role="button"))) == "button, with no name"


def test_what_a_screen_reader_says_of_controls_that_are_images(make_record) -> None:
    context = control("Search", role="button")
    search = make_record("Search", kind=Kind.INPUT, role="button", context=context)
    assert spoken(search) == "button, Search"
    area = make_record("Kent", kind=Kind.AREA, role="link", src=None, context=control("Kent"))
    assert spoken(area) == "link, Kent"


def test_nothing_is_said_of_what_is_hidden_or_painted(make_record) -> None:
    hidden = make_record(exposure=Exposure(Exposed.HIDDEN, "display: none"))
    assert spoken(hidden) == "nothing (hidden: display: none)"
    nameless = AccessibleName("", NameSource.NONE)
    assert spoken(make_record(None, kind=Kind.POSTER, name=nameless)).startswith("nothing")


@pytest.mark.parametrize(
    ("part", "whole", "words"),
    [
        (0, 0, "0%"),
        (0, 9, "0%"),
        (1, 9, "11%"),
        (1, 900, "<1%"),
        (899, 900, ">99%"),
        (9, 9, "100%"),
    ],
)
def test_a_share_is_never_rounded_to_none_or_all(part: int, whole: int, words: str) -> None:
    assert percent(part, whole) == words


def test_printable_text_cannot_steer_a_terminal_or_turn_the_line() -> None:
    assert printable("a\x1b[31m\n b\u202ec\x00\ud800") == "a�[31m b�c��"


@pytest.mark.parametrize(
    "text", ["a  b", " a", "a ", "a\u00a0b", "a\u2003\tb", "", " ", "a b", "ü ß"]
)
def test_printable_text_is_on_one_line_with_single_spaces(text: str) -> None:
    assert printable(text) == " ".join(text.split())


def test_a_message_becomes_a_plain_text() -> None:
    assert type(printable(Message("It is {text}.", text="x"))) is str


def test_shortening_a_megabyte_keeps_the_limit() -> None:
    assert shorten("x" * 1_000_000, 20) == "x" * 19 + "…"
    assert shorten("  short  ", 20) == "short"


@pytest.mark.parametrize(
    ("src", "name"),
    [
        ("https://example.org/a/red%20fox.jpg?w=1", "red fox.jpg"),
        ("https://example.org/", ""),
        ("data:image/png;base64,AA", ""),
        ("http://[", ""),
        (None, ""),
    ],
)
def test_file_name_of_an_address(src: str | None, name: str) -> None:
    assert file_name(src) == name


def test_the_summary_is_one_sentence_with_every_status_that_occurs(small_report) -> None:
    assert summary_sentence(small_report) == (
        "4 images on 1 page: 1 has no text, 1 has a weak text, 1 has a good text, 1 is decorative."
    )


def test_a_page_without_images_is_said_so(make_report) -> None:
    assert summary_sentence(make_report()) == "No image was found on 1 page."


def pages_at(*urls: str) -> tuple[PageInfo, ...]:
    return tuple(PageInfo(url, url, 200, "", "en", "done", 0) for url in urls)


@pytest.mark.parametrize(
    ("targets", "pages", "name"),
    [
        (("https://a.example/",), ("https://a.example/",), "https://a.example/"),
        (
            ("https://a.example/",),
            ("https://a.example/", "https://a.example/b"),
            "https://a.example/ (2 pages)",
        ),
        (
            ("https://a.example/", "https://a.example/b"),
            ("https://a.example/", "https://a.example/b", "https://a.example/c"),
            "3 pages of a.example",
        ),
        (
            ("https://a.example/", "https://b.example/", "https://c.example/"),
            (),
            "a.example and 2 more sites",
        ),
        ((), ("https://a.example/", "https://b.example/"), "a.example and 1 more site"),
        ((), ("file:///site/a.html", "file:///site/b.html"), "2 pages of file:///site/"),
        (
            ("file:///site/a.html",),
            ("file:///site/a.html", "file:///site/more/b.html"),
            "2 pages of file:///site/",
        ),
        (("file:///site/a.html",), ("file:///site/a.html",), "file:///site/a.html"),
        ((), ("file:///a/1.html", "file:///b/1.html"), "file:///a/1.html and 1 more"),
        (("Garden by the sea", "Talk: Fox", "Owl"), (), "Garden by the sea and 2 more"),
        ((), (), "no page"),
    ],
)
def test_a_scan_is_named_as_a_whole(make_report, targets, pages, name) -> None:
    assert scan_name(make_report(targets=targets, pages=pages_at(*pages))) == name


def test_what_was_not_checked_is_counted(make_report) -> None:
    one = Skipped("a", "b")
    assert skipped_line(make_report()) == ""
    assert skipped_line(make_report(skipped=(one,))) == "1 thing was not checked."
    assert skipped_line(make_report(skipped=(one,) * 3)) == "3 things were not checked."


@pytest.mark.parametrize(
    ("text", "limit", "words"),
    [
        ("in the snow", 20, "in the snow"),
        ("in the snow", 6, "…snow"),
        ("in the snow", 4, "…snow"),
        ("in the snow", 5, "…snow"),
        ("snowdrift", 4, "…rift"),
        ("", 4, ""),
    ],
)
def test_the_end_of_a_passage_begins_with_a_whole_word(text: str, limit: int, words: str) -> None:
    assert ending(text, limit) == words


def test_ranks_are_listed_and_the_rest_is_counted() -> None:
    assert ranks_of((2, 3), 2) == "ranks 2, 3"
    assert ranks_of(range(1, 101), 4_000) == "ranks 1, 2, 3, 4, 5 and 3,995 more"
