"""What is found in wikitext. Where texts go is in test_patch; made-up pages in test_generated."""

from __future__ import annotations

import pytest

from auditor.wiki.wikitext.file_uses import file_uses
from auditor.wiki.wikitext.markup import plain
from auditor.wiki.wikitext.names import ENGLISH, SiteNames
from auditor.wiki.wikitext.uses import FileUse, Refusal, UseKind

LINK = "[[File:Cat.jpg|thumb|A cat]]"


def only(text: str) -> FileUse:
    (use,) = file_uses(text)
    return use


@pytest.mark.parametrize(
    "text",
    [
        f"<!-- {LINK} -->",
        f"<nowiki>{LINK}</nowiki>",
        f"<pre>{LINK}</pre>",
        f"<syntaxhighlight lang=text>{LINK}</syntaxhighlight>",
        f"<math>{LINK}</math>",
        f"<includeonly>{LINK}</includeonly>",
        "[[:File:Cat.jpg|see]]",
        "[[Media:Cat.jpg]]",
        "[[Cat.jpg]]",
        "<gallery>\n<!-- File:Cat.jpg|x -->\n[[x|y]]\n</gallery>",
        "<gallery>\n<!--\nFile:Cat.jpg|x\n-->\n</gallery>",
        "<imagemap>\nCat.jpg|x\n</imagemap>",
        "{{cite web|url=http://a.b/Cat.jpg|title=x}}",
        "{{#if:x|Cat.jpg}}",
        "{{Infobox person|image=Cat.jpg and more}}",
        "",
    ],
)
def test_what_shows_no_image_is_no_use(text) -> None:
    assert file_uses(text) == ()


@pytest.mark.parametrize(
    "around",
    [
        *("{}", "'''{}", "== {} ==", "* {}", "<ref>{}</ref>", "<div>{}", "[[open {}", "{}]]"),
        *("{{{{open {}", "{{{{x|a={}}}}}", "{{{{{{x|{}}}}}}}", "{{|\n| {} || x\n|}}"),
        "<poem>{}</poem>",
    ],
)
def test_an_image_is_found_within_other_markup(around) -> None:
    text = around.format(LINK)
    use = only(text)
    assert text[use.start : use.end] == LINK
    assert (use.kind, use.file, use.caption) == (UseKind.LINK, "Cat.jpg", "A cat")


def test_uses_come_in_the_order_of_the_text_outer_before_inner() -> None:
    uses = file_uses("[[File:A.jpg|thumb|x [[File:B.png|20px]]]] [[File:B.png]] [[File:A.jpg]]")
    assert [use.id for use in uses] == ["A.jpg", "B.png", "B.png#2", "A.jpg#2"]


@pytest.mark.parametrize(
    ("options", "caption", "alt"),
    [
        ("thumb", None, None),
        ("thumb|alt=a|b", "b", "a"),
        ("thumb|b|alt=a", "b", "a"),
        ("thumb| alt = a <!-- c -->|b", "b", "a"),
        ("alt=a [[b|c]] {{d|e}}", None, "a [[b|c]] {{d|e}}"),
        ("thumb|one|two", "two", None),
        ("thumb|Alt=a", "Alt=a", None),
        ("link=http://a.b/c|x", "x", None),
        ("x http://a.b/c|200px", "x http://a.b/c", None),
        ("[http://a.b/?c=|alt=d| e]", "[http://a.b/?c=|alt=d| e]", None),
        ("-{zh-hans:a|zh-hant:alt=b}-", "-{zh-hans:a|zh-hant:alt=b}-", None),
        ("<nowiki>|alt=a|</nowiki>", "<nowiki>|alt=a|</nowiki>", None),
        ("a <ref name=b>c | alt=d</ref>", "a <ref name=b>c | alt=d</ref>", None),
        ("thumb|", "", None),
        ("thumb|alt=", None, ""),
    ],
)
def test_caption_and_text_are_told_apart(options, caption, alt) -> None:
    use = only(f"[[File:Cat.jpg|{options}]]")
    assert (use.caption, use.alt) == (caption, alt)


def test_options_have_their_places_and_spellings() -> None:
    text = "[[File:Cat.jpg| thumb |Alt=x| A cat ]]"
    use = only(text)
    assert [(each.word, each.text) for each in use.options] == [
        ("img_thumbnail", " thumb "),
        (None, "Alt=x"),
        (None, " A cat "),
    ]
    assert all(text[each.start : each.end] == each.text for each in use.options)


def test_only_few_options_count_in_a_gallery() -> None:
    text = "<gallery>\nCat.jpg|thumb|300px\nFile:Cat.jpg|alt=a|b [[File:Dog.jpg|20px]]\n</gallery>"
    first, second, inner = file_uses(text)
    assert (first.kind, first.caption) == (UseKind.GALLERY, "300px")
    assert (second.alt, second.occurrence) == ("a", 1)
    assert (inner.kind, inner.file) == (UseKind.LINK, "Dog.jpg")


def test_an_image_in_the_caption_of_a_whole_gallery_is_found() -> None:
    use = only('<gallery mode=packed caption="x [[File:Cat.jpg|thumb]]">\n</gallery>')
    assert use.kind is UseKind.LINK


def test_a_template_that_names_a_file_is_known_with_its_parameter() -> None:
    text = "{{Infobox person\n|image=Cat.jpg <!-- 2019 -->\n|alt=a [[b]]\n|caption=c\n}}"
    use = only(text)
    assert (use.kind, use.template, use.parameter) == (UseKind.TEMPLATE, "Infobox person", "image")
    assert (use.alt, use.caption) == ("a [[b]]", "c")
    assert text[use.start : use.end].startswith("Cat.jpg")


def test_an_image_in_a_template_is_known_to_be_there() -> None:
    use = only(f"{{{{Side box|text=<!-- x -->{LINK}}}}}")
    assert (use.kind, use.template, use.parameter) == (UseKind.LINK, "Side box", "text")


@pytest.mark.parametrize(
    ("text", "refusal"),
    [
        ("[[File:Cat.jpg|{{options}}]]", Refusal.OPTIONS_FROM_TEMPLATE),
        ("[[File:Cat.jpg|thumb|{{a}} {{b}}|x]]", Refusal.OPTIONS_FROM_TEMPLATE),
        ("[[File:Cat.jpg|thumb\n|{{a}}\n{{b}}\n|x]]", Refusal.OPTIONS_FROM_TEMPLATE),
        ("[[File:Cat.jpg|thumb|{{{caption}}}]]", Refusal.OPTIONS_FROM_TEMPLATE),
        ("[[File:Cat.jpg|thumb{{!}}alt=a|x]]", Refusal.OPTIONS_FROM_TEMPLATE),
        ("[[File:Cat.jpg|alt=a|alt=b]]", Refusal.DUPLICATE_ALT),
        ("{{Infobox person|image=Cat.jpg|alt=a|alt=b}}", Refusal.DUPLICATE_ALT),
        ("[[File:{{{image}}}|thumb]]", Refusal.PARAMETERISED),
        ("[[File:Film.webm|thumb|A film]]", Refusal.NO_PICTURE),
        ("<timeline>\nx\n</timeline>", Refusal.NO_ALT_SYNTAX),
        ("<score>c d e</score>", Refusal.NO_ALT_SYNTAX),
        ("{{#chart:Births.chart}}", Refusal.NO_ALT_SYNTAX),
        ("{{Some box|image=Cat.jpg}}", Refusal.UNKNOWN_PARAMETER),
        ("{{Infobox settlement|image_blank=Cat.jpg}}", Refusal.UNKNOWN_PARAMETER),
    ],
)
def test_what_cannot_take_a_text_says_why(text, refusal) -> None:
    use = only(text)
    assert (use.refusal, use.slot) == (refusal, None)


def test_templates_of_other_languages_are_not_taken_for_english_ones() -> None:
    (use,) = file_uses("{{Infobox person|image=Cat.jpg}}", SiteNames(lang="de"))
    assert use.refusal is Refusal.UNKNOWN_PARAMETER


@pytest.mark.parametrize(
    ("text", "known", "parameter"),
    [
        ("{{Box|image=Cat.jpg}}", {"Box": {"image", "alt"}}, "alt"),
        ("{{box|bild2=Cat.jpg}}", {"Box": {"bild2", "bild_alt2"}}, "bild_alt2"),
        ("{{Box|image_flag=Cat.jpg}}", {"Box": {"image_flag", "alt_flag"}}, "alt_flag"),
        ("{{Infobox person|image=Cat.jpg}}", {"Infobox person": {"image_alt"}}, "image_alt"),
        ("{{Infobox person|image=Cat.jpg}}", {"Infobox person": {"image"}}, None),
        ("{{Box|image=Cat.jpg|image_alt=}}", {}, "image_alt"),
        ("{{Box|image=Cat.jpg|flag_alt=}}", {}, None),
    ],
)
def test_the_parameter_for_the_text_is_what_the_template_knows(text, known, parameter) -> None:
    (use,) = file_uses(text, ENGLISH, known)
    found = use.slot is not None and (use.alt is not None or f"|{parameter}=" in use.slot.before)
    assert found == (parameter is not None)


def test_two_images_never_share_one_parameter() -> None:
    text = "{{Infobox place|image=Cat.jpg|image_skyline=Dog.jpg}}"
    assert [use.refusal for use in file_uses(text)] == [None, Refusal.UNKNOWN_PARAMETER]


@pytest.mark.parametrize(
    ("wikitext", "text"),
    [
        ("a '''b''' [[c|d]] <!-- e --><ref>f</ref>", "a b d"),
        ("<nowiki>''x''</nowiki>", "''x''"),
        ("&#124; &amp;lt; &vert; &copy 1", "| &lt; | &copy 1"),
        ("* no list", "* no list"),
        ("== no heading ==", "== no heading =="),
        ("[http://a.b c] http://d.e", "c http://d.e"),
    ],
)
def test_plain_text_is_what_a_reader_gets(wikitext, text) -> None:
    assert plain(wikitext) == text


def test_a_template_is_the_caption_of_a_line_of_a_gallery() -> None:
    text = "<gallery>\nFile:A.jpg|{{caption}}\nFile:B.jpg|{{c|d}}\n</gallery>"
    first, second = file_uses(text)
    assert (first.refusal, first.caption, second.caption) == (None, "{{caption}}", "{{c|d}}")
    (link,) = file_uses("[[File:A.jpg|{{caption}}]]")
    assert link.refusal is Refusal.OPTIONS_FROM_TEMPLATE
