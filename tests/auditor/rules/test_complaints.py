"""What users of other tools complain about, one test for each complaint that a rule can answer.

The names say what is shown; the comments say whose complaint it was.
"""

from __future__ import annotations

import dataclasses

import pytest

from auditor.findings import Outcome, Severity, Status, Verdict
from auditor.judge.verdict import judge
from auditor.results import PictureInfo
from auditor.rules import RULES, evaluate
from auditor.rules.across_pages import across
from auditor.rules.rule import Use
from auditor.texts.wordlists import VARIABLE
from extractors.extract import extract
from extractors.facts import Box

PICTURE = PictureInfo("f0", "image/jpeg", 640, 480, 1000)
ICON = Box(0, 0, 24, 24)


def uses(html: str, **changes: object) -> list[Use]:
    page = extract(f'<html lang="en">{html}', "https://example.org/page")
    return [Use(dataclasses.replace(r, **changes), PICTURE) for r in page.records]


def only(html: str, **changes: object) -> Use:
    (use,) = uses(html, **changes)
    return use


def said(use: Use) -> set[str]:
    return {finding.rule for finding in evaluate(use, strict=True).findings}


def verdict(use: Use) -> Verdict:
    return judge(use, evaluate(use, strict=True).findings)


# Decorative or informative?


def test_an_empty_alt_on_a_large_picture_is_listed_and_ranked() -> None:
    # axe-core#4711, #480, #590; lighthouse#16346; axe-core-npm#813; equalify#315
    suspect = verdict(only('<img src="a.jpg" alt="">', box=Box(0, 0, 640, 480)))
    assert suspect.status is Status.DECORATIVE_SUSPECT
    assert suspect.priority > 0


def test_an_empty_alt_is_a_status_of_its_own_and_no_failure() -> None:
    # HTML_CodeSniffer#179
    decorative = verdict(only('<img src="a.jpg" alt="">', box=Box(0, 0, 16, 16)))
    assert decorative.status is Status.DECORATIVE
    assert decorative.findings == ()
    assert 'alt=""' in decorative.reason


def test_two_marks_of_decoration_lower_the_suspicion() -> None:
    # editoria11y#34
    medium = Box(0, 0, 200, 200)
    assert said(only('<img src="a.jpg" alt="">', box=medium))
    assert not said(only('<img src="a.jpg" alt="" role="presentation">', box=medium))


def test_an_image_that_is_hidden_from_listeners_needs_no_alt() -> None:
    # HTMLHint#1778, ember-template-lint#72
    assert "image-without-name" not in said(only('<img src="a.jpg" aria-hidden="true">'))


def test_a_caption_may_say_all_and_the_message_says_so() -> None:
    # htmltest#153
    html = '<figure><img src="a.jpg" alt=""><figcaption>Ann Seton</figcaption></figure>'
    (finding,) = evaluate(only(html, box=Box(0, 0, 640, 480)), strict=True).findings
    assert finding.outcome is Outcome.CANT_TELL
    assert "If the caption says all that can be seen, nothing is to be done" in finding.message


# False positives


@pytest.mark.parametrize(
    "html",
    [
        '<img src="p.gif" width="1" height="1">',
        '<img src="p.gif" width="1" height="1" style="display: none">',
    ],
)
def test_a_tracking_pixel_is_never_a_missing_text(html: str) -> None:
    # axe-core#4513; accessibility-checker#1660, #378
    found = verdict(only(html, natural_size=(1, 1)))
    assert found.status in (Status.DECORATIVE, Status.NOT_CHECKABLE)
    assert found.priority == 0


def test_pictures_without_a_text_are_not_compared_with_one_another() -> None:
    # accessibility-checker#522
    first, second = uses('<img src="a.jpg"><img src="b.jpg">')
    beside = dataclasses.replace(first, neighbours=((second.record, "b"),))
    assert "same-name-different-pictures" not in said(beside)


def test_the_same_picture_may_have_the_same_text_whatever_its_address() -> None:
    # accessibility-checker#987
    first, second = uses('<img src="a.jpg" alt="Acme"><img src="a.jpg?lazy" alt="Acme">')
    beside = dataclasses.replace(first, neighbours=((second.record, "f0"),))
    assert "same-name-different-pictures" not in said(beside)
    other = dataclasses.replace(first, neighbours=((second.record, "0a"),))
    assert "same-name-different-pictures" in said(other)


def test_one_fault_gives_one_finding() -> None:
    # accessibility-checker#698, #703; accessibility-scanner-alt-text-plugin#11; axe-core#1416
    for html in (
        '<a href="/"><img src="a.jpg"></a>',
        '<a href="/"><img src="a.jpg" alt=""></a>',
        '<img src="a.jpg" alt="a.jpg">',
        '<img src="a.jpg" alt="  ">',
        '<p><a href="/"><img src="a.jpg" alt="Foxes">Foxes</a></p>',
        '<img src="a.jpg" alt="hero_banner_2">',
    ):
        assert len(said(only(html))) == 1, html


def test_a_caption_does_not_excuse_a_bad_text() -> None:
    # accessibility-checker#619
    html = '<figure><img src="a.jpg" alt="IMG_1234"><figcaption>Ann</figcaption></figure>'
    assert "alt-placeholder" in said(only(html))


@pytest.mark.parametrize(
    "text",
    [
        "Black-and-white photo of a mill",  # eslint-plugin-jsx-a11y#417
        "disk image",  # eslint-plugin-jsx-a11y#1037
        "profile photo",
        "black-and-white photograph",
        "pilgrimage",  # svelte#4750
        "Photosynthesis",
        "Photo 2 dogs playing",  # power-seo#140
        "example.com",  # accessibility-scanner-alt-text-plugin#5
        "notes.txt",
        "NASA/JPL",  # axe-core#5335
        "Photograph of a fox, about 1890",
    ],
)
def test_words_inside_a_phrase_raise_nothing(text: str) -> None:
    assert not said(only(f'<img src="a.jpg" alt="{text}">'))


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("de", "Verlagshaus der Bild-Zeitung"),
        ("de", "Das Bildungshaus"),
        ("fr", "L’image de marque des vins"),
        ("fr", "Image d’Épinal"),
        ("es", "Imaginería popular"),
        ("it", "Fotografi al lavoro"),
        ("nl", "Een beeldhouwer in zijn atelier"),
        ("pl", "Obrazy Matejki"),
        ("pt", "Museu da Imagem e do Som"),
        ("sv", "Bilder ur Fänrik Ståls sägner"),
        ("ja", "画像診断装置"),
        ("en", "Bild"),
    ],
)
def test_words_that_look_alike_raise_nothing_in_any_language(language: str, text: str) -> None:
    assert not said(only(f'<p lang="{language}"><img src="a.jpg" alt="{text}"></p>'))


@pytest.mark.parametrize("text", ["pexels-fox-3776659", "hero_banner_2.jpg", "DSC00012"])
def test_the_name_of_a_file_is_found(text: str) -> None:
    # axe-core#1504, #3685
    assert said(only(f'<img src="x.jpg" alt="{text}">'))


def test_an_opening_is_advice_and_changes_no_status() -> None:
    # eslint-plugin-jsx-a11y#417
    found = verdict(only('<img src="a.jpg" alt="Photo of a red fox">'))
    assert found.status is Status.NOT_COMPARED
    assert [f.severity for f in found.findings] == [Severity.ADVICE]


@pytest.mark.parametrize("name", ['aria-label="A red fox"', 'aria-labelledby="words"'])
def test_a_name_by_aria_counts_as_a_text(name: str) -> None:
    # HTML_CodeSniffer#157; UDOIT#97, #98, #105, #106
    assert not said(only(f'<p id="words">A red fox in Kent</p><hr><img src="a.jpg" {name}>'))


def test_a_link_with_a_name_may_hold_a_decorative_image() -> None:
    # sa11y#159
    html = '<a href="/" aria-label="Home"><img src="a.png" alt=""></a>'
    assert not said(only(html, box=ICON))


# Redundancy, links, logos, captions


def test_an_image_beside_other_words_of_its_link_is_judged_by_the_name_of_the_link() -> None:
    # HTML_CodeSniffer#52
    assert not said(only('<a href="/"><img src="a.png" alt="">Home</a>', box=ICON))


def test_a_linked_image_beside_a_text_link_to_the_same_place_is_found() -> None:
    # axe-core#530
    html = '<a href="/fox"><img src="a.png" alt="A fox"></a> <a href="/fox">Read on</a>'
    assert "image-link-beside-text-link" in said(only(html))


def test_a_name_by_aria_is_what_is_compared_with_the_words_of_the_link() -> None:
    # axe-core#3629
    html = '<a href="/"><img src="a.png" alt="Home" aria-label="Start page"> Home</a>'
    assert "alt-repeats-link-text" not in said(only(html))


def test_the_text_of_a_logo_link_should_say_where_it_leads() -> None:
    # wcag#722, pressbooks#1450
    html = '<a href="/"><img src="a.png" alt="Acme logo"></a>'
    found = verdict(only(html))
    (finding,) = found.findings
    assert finding.rule == "linked-image-says-no-destination"
    assert "(https://example.org/)" in finding.message
    assert found.status is Status.NOT_COMPARED


@pytest.mark.parametrize(
    ("language", "next_page", "read_on"),
    [("de", "Weiter", "Weiterlesen"), ("nl", "Verder", "Lees verder"), ("pl", "Dalej", "Więcej")],
)
def test_the_arrow_to_the_next_page_says_where_it_leads(
    language: str, next_page: str, read_on: str
) -> None:
    arrow = f'<p lang="{language}"><a href="/2"><img src="a.png" alt="%s"></a></p>'
    of = {"language": language}
    assert "linked-image-says-no-destination" not in said(only(arrow % next_page, **of))
    assert "linked-image-says-no-destination" in said(only(arrow % read_on, **of))


def test_a_text_that_is_heard_eight_times_is_one_finding_with_a_count() -> None:
    # nvda#10755
    page = [("https://example.org/", use.record, "f0") for use in uses('<img alt="star">' * 8)]
    (site,) = across(page)
    assert "heard 8 times" in site.finding.message


@pytest.mark.parametrize("text", ["A fox in Kent", "a fox, in Kent.", "A red fox in Kent"])
def test_a_copy_of_the_caption_is_found_also_when_it_is_nearly_one(text: str) -> None:
    # Wikimedia T368415
    html = f'<figure><img src="a.png" alt="{text}"><figcaption>A fox in Kent</figcaption></figure>'
    assert "alt-repeats-caption" in said(only(html))


# Length, language, emoji, special content


@pytest.mark.parametrize("length", [100, 125, 150, 250])
def test_no_length_up_to_250_characters_is_too_long(length: int) -> None:
    # accessibility-checker#146; eslint-plugin-jsx-a11y#264; wcag#2126
    assert not said(only(f'<img src="a.png" alt="{("red fox " * 40)[: length - 1]}x">'))


def test_a_longer_text_is_advice_with_the_time_it_takes() -> None:
    # w3c-website#302, #576
    found = verdict(only(f'<img src="a.png" alt="{" ".join(f"fox {n}" for n in range(90))}">'))
    (finding,) = found.findings
    assert finding.severity is Severity.ADVICE
    assert "60 seconds" in finding.message


def test_a_long_formula_is_not_too_long() -> None:
    # UDOIT#846
    formula = " + ".join(rf"\frac{{a_{n}}}{{b_{n}}} \sqrt{{c_{n}}}" for n in range(20))
    assert not said(only(f'<img src="a.png" alt="{formula}">'))


def test_emoji_are_advice() -> None:
    # alt-text#42
    assert said(only('<img src="a.png" alt="A fox 🦊">')) == {"alt-emoji"}


@pytest.mark.parametrize(
    ("language", "text"), [("de", "Bild"), ("pl", "zdjęcie"), ("ja", "写真"), ("fr", "image 3")]
)
def test_words_for_nothing_are_known_in_other_languages(language: str, text: str) -> None:
    # Checka11y.css#35
    found = said(only(f'<p lang="{language}"><img src="a.jpg" alt="{text}"></p>'))
    assert found == {"alt-placeholder"}


def test_a_team_adds_words_of_its_own(tmp_path, monkeypatch) -> None:
    # eslint-plugin-jsx-a11y#75
    (tmp_path / "en.txt").write_text("[placeholder]\nteam shot\n")
    assert not said(only('<img src="a.jpg" alt="Team shot">'))
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    assert said(only('<img src="a.jpg" alt="Team shot">')) == {"alt-placeholder"}


def test_a_text_in_another_language_than_the_page_is_found() -> None:
    # wcag#4860, #3884; lighthouse#15791
    html = '<img src="a.jpg" alt="Ein Fuchs im Schnee vor dem Haus">'
    assert said(only(html)) == {"alt-in-another-language"}
    assert not said(only(f'<p lang="de">{html}</p>'))


@pytest.mark.parametrize(
    ("text", "other", "lang", "told"),
    [
        ("灯台の写真", "ja", "en", "in Han letters where the page says “en”"),
        (
            "灯台の写真",
            "ja",
            None,
            "No language is said there, and the page reads as “en”",
        ),
        (
            "Ein Fuchs im Schnee vor dem Haus",
            "de",
            None,
            "“en”; no language is said there",
        ),
    ],
)
def test_what_a_page_reads_as_is_not_told_as_what_it_says(
    text: str, other: str, lang: str | None, told: str
) -> None:
    html = f'<img src="a.jpg" alt="{text}">'
    use = only(html, lang=lang, language=other, page_language="en")
    messages = {f.rule: str(f.message) for f in evaluate(use, strict=True).findings}
    assert told in messages["alt-in-another-language"]


@pytest.mark.parametrize("text", ['""', "...", "-", "null", "undefined", "alt=", "' + alt + '"])
def test_junk_between_the_quotes_is_found(text: str) -> None:
    # axe-core#815, block-accessibility-checks#121
    assert said(only(f"<img src='a.jpg' alt='{text.replace(chr(39), '&#39;')}'>"))


def test_white_space_is_a_missing_text_and_no_decoration() -> None:
    # axe-core#1174, #5216
    assert verdict(only('<img src="a.jpg" alt=" ">')).status is Status.MISSING


def test_a_file_name_with_spaces_is_found() -> None:
    # tinymce-a11y-checker#100
    src = "img/The%20old%20mill%20by%20the%20Stour.jpg"
    html = f'<img src="{src}" alt="The old mill by the Stour.jpg">'
    assert said(only(html)) == {"alt-file-name"}


def test_every_message_about_a_text_names_it() -> None:
    # accessibility-alt-text-bot#46
    named = [r for r in RULES if r.id.startswith(("alt-", "text-"))]
    without = {"alt-white-space", "alt-very-long"}
    for rule in named:
        if rule.id not in without:
            assert all("{text}" in message for message in rule.messages.values()), rule.id
