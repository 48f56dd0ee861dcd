from __future__ import annotations

from dataclasses import replace

import pytest

from auditor.findings import Outcome, Severity
from auditor.rules.across_pages import FEWEST_REPEATS, SITE_RULES, SiteFinding, across
from extractors.records import Context, Control, ImageRecord

HOME, ABOUT = "https://example.org/", "https://example.org/about"


def link(target: str) -> Context:
    return Context(control=Control("link", "Home", "", target))


def by_rule(found: list[SiteFinding]) -> dict[str, tuple[int, ...]]:
    return {site.finding.rule: site.uses for site in found}


def test_one_picture_with_two_texts_is_one_finding_that_names_both(make_record) -> None:
    uses = [
        (HOME, make_record("A red fox"), "f0"),
        (ABOUT, make_record("Our mascot"), "f0"),
        (ABOUT, make_record("An owl"), "0a"),
        (ABOUT, make_record("a red fox."), "f0"),
    ]
    (site,) = across(uses)
    assert site.uses == (0, 1, 3)
    assert site.finding.severity is Severity.ADVICE
    assert site.finding.outcome is Outcome.CANT_TELL
    assert "picture fox.jpg is used 3 times on 2 pages with 2 texts" in site.finding.message
    assert "“A red fox”, “Our mascot”" in site.finding.message


def test_one_picture_in_links_to_one_place_is_named_with_the_place(make_record) -> None:
    data = "data:image/png;base64,aGVsbG8/d29ybGQ="
    uses = [
        (HOME, make_record(text, src=data, context=link(ABOUT)), "f0") for text in ("Foxes", "Owls")
    ]
    (site,) = across(uses)
    message = f"One picture is used 2 times in links to {ABOUT} on 1 page with 2 texts"
    assert site.finding.message.startswith(message)


def test_one_icon_in_links_to_different_places_may_have_different_texts(make_record) -> None:
    uses = [
        (HOME, make_record("Foxes", context=link("https://example.org/foxes")), "f0"),
        (HOME, make_record("Owls", context=link("https://example.org/owls")), "f0"),
    ]
    assert across(uses) == []


def test_one_text_on_three_pictures_is_one_finding(make_record) -> None:
    uses = [
        (HOME, make_record("Kent", src=f"https://example.org/{name}.jpg"), name)
        for name in ("barn", "mill", "oast")
    ]
    assert by_rule(across(uses)) == {"one-text-many-pictures": (0, 1, 2)}
    assert across(uses[:2]) == []


@pytest.mark.parametrize("names", ["{}w", "logo-{}x{}", "logo@{}x", "logo-{}"])
def test_one_picture_in_several_sizes_is_one_picture(make_record, names: str) -> None:
    sizes = ("1", "2", "3") if "@" in names else ("300", "600", "900")
    stem = "logo-" if names == "{}w" else ""
    uses = [
        (HOME, make_record("Acme", src=f"https://example.org/{stem}{names.format(s, s)}.png"), s)
        for s in sizes
    ]
    assert across(uses) == []


def test_one_text_on_pictures_in_links_to_different_places_is_one_finding(make_record) -> None:
    uses = [
        (HOME, make_record("Read on", src=f"{HOME}{n}.jpg", context=link(f"{HOME}{n}")), str(n))
        for n in range(3)
    ]
    assert by_rule(across(uses)) == {"one-text-many-pictures": (0, 1, 2)}


def test_pictures_in_links_to_one_place_may_share_its_name(make_record) -> None:
    context = link(HOME)
    uses = [
        (page, make_record("Home", src=f"{HOME}{sha}.png", context=context), sha)
        for page, sha in ((HOME, "a"), (ABOUT, "b"), (ABOUT, "c"))
    ]
    assert across(uses) == []


def test_a_text_heard_again_and_again_on_a_page_is_one_finding_with_a_count(make_record) -> None:
    uses = [(HOME, make_record("star"), "5a")] * FEWEST_REPEATS
    (site,) = across(uses)
    assert site.finding.rule == "one-text-again-and-again"
    assert "heard 4 times on https://example.org/" in site.finding.message
    assert across(uses[1:]) == []


def test_one_text_on_many_pictures_is_not_also_called_heard_again_and_again(make_record) -> None:
    uses = [(HOME, make_record("Kent", src=f"{HOME}{n}.jpg"), str(n)) for n in "abcd"]
    assert by_rule(across(uses)) == {"one-text-many-pictures": (0, 1, 2, 3)}


def test_a_text_that_a_template_repeats_on_every_page_is_one_finding(make_record) -> None:
    uses = [(page, make_record("star"), "5a") for page in (HOME, ABOUT, ABOUT) for _ in range(4)]
    (site,) = across(uses)
    assert site.uses == tuple(range(12))
    assert f"12 times on 2 pages, most often on {ABOUT}" in site.finding.message


def test_what_nobody_hears_and_what_other_rules_report_is_left_out(make_record) -> None:
    texts = ("", None, "image")
    uses = [(HOME, make_record(t), str(i)) for t in texts for i in range(FEWEST_REPEATS)]
    assert across(uses) == []


def test_braces_in_a_text_are_harmless(make_record) -> None:
    uses = [(HOME, make_record("fox {0.__class__}"), None)] * FEWEST_REPEATS
    assert "{0.__class__}" in across(uses)[0].finding.message


def test_texts_of_site_rules_are_sentences() -> None:
    for rule in SITE_RULES:
        assert all(
            text.endswith(".") for text in (rule.summary, rule.help, *rule.messages.values())
        )


def finnish(make_record, text: str, said: str) -> ImageRecord:
    return replace(make_record(text), lang=said, page_language="fi", language="fi")


def test_pages_that_say_another_language_are_one_finding(make_record) -> None:
    uses = [
        (HOME, finnish(make_record, "Kettu", "en-GB"), "1"),
        (HOME, finnish(make_record, "Pöllö", "en"), "2"),
        (ABOUT, finnish(make_record, "Karhu", "en"), "3"),
        (ABOUT, finnish(make_record, "Hirvi", "fi"), "4"),
    ]
    (site,) = across(uses)
    assert site.finding.rule == "pages-say-another-language"
    assert site.uses == (0, 1, 2)
    assert site.finding.message.startswith(
        "2 pages say that their language is “en” and read as “fi”, so the texts of 3 images there"
    )


def test_an_english_text_on_such_a_page_is_spoken_rightly(make_record) -> None:
    english = replace(finnish(make_record, "A red fox", "en"), language="en")
    assert across([(HOME, english, "1")]) == []


def test_one_picture_on_pages_in_two_languages_has_two_texts(make_record) -> None:
    uses = [
        (HOME, replace(make_record("A red fox"), language="en"), "f0"),
        (ABOUT, replace(make_record("Punainen kettu"), language="fi"), "f0"),
    ]
    assert across(uses) == []
