"""The rules for editors: what they find, and what they leave alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from auditor.findings import Finding, Outcome, Part, Scores, Severity
from auditor.rules import RULES as GENERAL
from auditor.rules import evaluate
from auditor.rules.rule import Use
from auditor.wiki.reading.origin import settled
from auditor.wiki.rules import RULES, STATUS, findings, kept
from auditor.wiki.rules.on_text import refers_to_caption
from auditor.wiki.wikitext.file_uses import file_uses
from auditor.wiki.wikitext.names import ENGLISH, site_names
from extractors.mediawiki.page import read_wiki
from extractors.mediawiki.records import Origin, WikiImage
from tests.extractors.mediawiki.conftest import core, gallery, parsoid, thumbinner
from tests.extractors.mediawiki.test_transclusion import made

BASE = "https://wiki.example/wiki/Otter"
NOTHING = Part(None, "")


def read(html: str) -> WikiImage:
    page = f'<html lang="en"><title>Otter</title><body><p>Otters are mammals.</p>{html}</body>'
    return read_wiki(page, BASE).images[0]


def found(
    html: str, wikitext: str | None = None, likeness: float | None = None, lang: str = "en"
) -> list[Finding]:
    image = read(html.replace("<figure", f'<figure lang="{lang}"'))
    uses = file_uses(wikitext) if wikitext is not None else ()
    use = uses[0] if uses else None
    scores = None
    if likeness is not None:
        form = Part(1.0, "", {"likeness to caption": likeness})
        scores = Scores(NOTHING, NOTHING, NOTHING, form, 3.0)
    return list(findings(settled(image, use, uses), use, ENGLISH, scores))


def said(html: str, wikitext: str | None = None, **more) -> list[tuple[str, str]]:
    return [(f.rule, f.outcome.value) for f in found(html, wikitext, **more)]


CAPTION = "An otter asleep on its back in a river at noon"
UNLINKED = parsoid(typeof="mw:File").replace("<a ", "<span ").replace("</a>", "</span>")


@pytest.mark.parametrize(
    ("html", "word"),
    [
        (parsoid(caption=CAPTION), "There is a caption"),
        (parsoid(typeof="mw:File"), "neither"),
        (UNLINKED, "leads nowhere"),
        (made(("Infobox animal", {"image": "Otter asleep.jpg"})), "“Infobox animal” makes"),
    ],
)
def test_a_missing_alt_is_told_with_what_can_be_done_about_it(html, word) -> None:
    (finding,) = found(html)
    assert (finding.rule, finding.outcome) == ("no-alt", Outcome.FAILED)
    assert word in finding.message


@pytest.mark.parametrize("html", [parsoid("", caption=CAPTION), core(" ", caption=CAPTION)])
def test_an_empty_alt_in_a_link_leaves_it_without_a_name(html) -> None:
    assert said(html) == [("empty-alt-in-link", "failed")]


def test_an_empty_alt_without_a_link_decorates() -> None:
    assert said(UNLINKED.replace("<img ", '<img alt="" ')) == []


def test_the_wikitext_tells_whose_empty_alt_it_is() -> None:
    html = thumbinner("", caption=CAPTION)
    (old,) = found(html, f"[[File:Otter asleep.jpg|thumb|{CAPTION}]]")
    (written,) = found(html, f"[[File:Otter asleep.jpg|thumb|alt=|{CAPTION}]]")
    assert "the software of this wiki made an empty" in old.message
    assert "|alt= is empty" in written.message


@pytest.mark.parametrize(
    ("html", "outcome", "word"),
    [
        (parsoid(CAPTION, caption=CAPTION), "failed", "once more"),
        (parsoid(f"{CAPTION}.", caption=f"<i>{CAPTION}</i>[4]"), "failed", "once more"),
        (parsoid("Otter asleep on its back in a river", caption=CAPTION), "cantTell", "Nearly all"),
        (gallery(f"{CAPTION}[4]", caption=CAPTION), "failed", "software made its caption"),
    ],
)
def test_an_alt_that_is_the_caption_is_heard_twice(html, outcome, word) -> None:
    (finding,) = found(html)
    assert (finding.rule, finding.outcome) == ("alt-repeats-its-caption", outcome)
    assert word in finding.message


def test_an_alt_that_means_the_caption_is_asked_about() -> None:
    html = parsoid("A river animal dozes, belly up", caption=CAPTION)
    assert said(html) == []
    assert said(html, likeness=0.6) == []
    assert said(html, likeness=0.9) == [("alt-repeats-its-caption", "cantTell")]


@pytest.mark.parametrize("typeof", ["mw:File", "mw:File/Frameless"])
def test_a_copy_of_a_caption_that_readers_do_not_see_repeats_nothing(typeof) -> None:
    assert said(parsoid(CAPTION, typeof=typeof, caption=CAPTION)) == []


@pytest.mark.parametrize(
    ("html", "rule"),
    [
        (parsoid("refer to caption", caption=CAPTION), []),
        (parsoid("Refer to caption.", caption=CAPTION), []),
        (parsoid("siehe Bildunterschrift", caption=CAPTION), []),
        (gallery("refer to caption", caption=CAPTION), []),
        (parsoid("refer to caption"), [("refers-to-no-caption", "failed")]),
        (parsoid("refer to caption", typeof="mw:File", caption=CAPTION),
         [("refers-to-no-caption", "failed")]),
        (parsoid("refer to caption", caption="In 1912"), [("refers-to-no-caption", "cantTell")]),
    ],
)  # fmt: skip
def test_a_text_may_refer_to_a_caption_that_tells(html, rule) -> None:
    assert said(html) == rule
    general = kept(evaluate(Use(read(html).record), strict=True).findings, read(html))
    right = refers_to_caption(read(html))
    assert right == all(outcome != "failed" for _, outcome in rule)
    assert "alt-placeholder" not in [f.rule for f in general]


@pytest.mark.parametrize(
    "html",
    [
        parsoid("Otter asleep.jpg", caption=CAPTION),
        parsoid("otter_asleep.JPG", caption=CAPTION),
        parsoid("DSC_0042.jpg", caption=CAPTION),
        '<a class="image" href="/wiki/File:Otter_asleep.jpg"><img alt="Otter asleep.jpg"></a>',
    ],
)
def test_the_name_of_a_file_is_no_text(html) -> None:
    assert said(html) == [("alt-is-file-name", "failed")]


def test_a_name_that_the_file_has_too_is_a_text() -> None:
    assert said(parsoid("Otter asleep", caption="The pond of the mill in winter")) == []


@pytest.mark.parametrize(
    ("alt", "lang", "rules"),
    [
        ("Ein Otter liegt auf dem Rücken und schläft", "en", ["alt-in-wrong-language"]),
        ("Ein Otter liegt auf dem Rücken und schläft", "de", []),
        ("An otter lies on its back in the water", "ru", ["alt-in-wrong-language"]),
        ("Выдра спит на спине", "en", ["alt-in-wrong-language"]),
        ("Lutra lutra", "en", []),
    ],
)
def test_an_alt_in_another_language_is_asked_about(alt, lang, rules) -> None:
    assert [rule for rule, _ in said(parsoid(alt, caption="x"), lang=lang)] == rules


OPTIONS = parsoid("An otter lies on its back", caption="At noon")


@pytest.mark.parametrize(
    ("wikitext", "expected"),
    [
        ("thumb|alt=One|alt=Two|At noon", [("two-alts", "failed")]),
        ("thumb|Alt=An otter|At noon", [("option-taken-for-caption", "failed")]),
        ("Thumb|alt=An otter|At noon", [("option-taken-for-caption", "failed")]),
        ("thumb|220PX|At noon", [("option-taken-for-caption", "failed")]),
        ("thumb|atl=An otter|At noon", [("option-taken-for-caption", "failed")]),
        ("thumb|alt text=An otter|At noon", [("option-taken-for-caption", "failed")]),
        ("thumb|caption=At noon", [("option-taken-for-caption", "failed")]),
        ("thumb|rigth|At noon", [("option-taken-for-caption", "cantTell")]),
        ("thumb|At night|At noon", [("caption-lost", "cantTell")]),
        ("thumb||At noon", []),
        ("thumb|Light", []),
        ("thumb|Page 3 of the manuscript", []),
        ("thumb|The law E = mc² on a wall", []),
        ("thumb| alt=An otter |left|x120px|upright=1.2|At noon", []),
        ("thumb|alt =An otter|At noon", [("option-taken-for-caption", "cantTell")]),
    ],
)
def test_options_that_mediawiki_takes_for_captions(wikitext, expected) -> None:
    assert said(OPTIONS, f"[[File:Otter asleep.jpg|{wikitext}]]") == expected


@pytest.mark.parametrize(
    ("alt", "rules"),
    [
        ("photograph", ["alt-says-nothing"]),
        ("Coat of arms of the {{{name}}}", ["alt-says-nothing"]),
        ("…", ["alt-says-nothing"]),
        ("Otter", ["alt-is-heading"]),
        ("A wet otter", []),
    ],
)
def test_a_text_says_something_of_its_own(alt, rules) -> None:
    html = parsoid(alt, caption="The pond of the mill in winter")
    assert [rule for rule, _ in said(html)] == rules


def test_no_finding_proposes_to_an_editor_what_html_needs() -> None:
    image = read(parsoid())
    general = {
        rule.id: " ".join(rule.messages.values())
        for rule in GENERAL
        if kept([Finding(rule.id, Outcome.FAILED, rule.severity, "")], image)
    }
    assert [rule for rule, words in general.items() if 'alt=""' in words] == []


def test_options_are_told_in_the_words_of_the_wiki() -> None:
    words = [
        {"name": "img_alt", "aliases": ["alternativtext=$1", "alt=$1"]},
        {"name": "img_thumbnail", "aliases": ["mini", "miniatur", "thumb"]},
    ]
    spaces = {"6": {"name": "Datei", "canonical": "File"}, "10": {"name": "Vorlage"}}
    query = {"general": {"lang": "de"}, "namespaces": spaces, "namespacealiases": []}
    names = site_names(query | {"magicwords": words})
    (use,) = file_uses("[[Datei:Otter asleep.jpg|Mini|Alternativtext=Ein Otter|Mittags]]", names)
    by_rule = {f.rule: f for f in findings(read(parsoid(caption="Mittags")), use, names)}
    assert "|alternativtext=" in by_rule["no-alt"].message
    assert "“Mini”" in by_rule["option-taken-for-caption"].message


def test_a_map_and_what_takes_no_alt_are_told_apart() -> None:
    a_map = (
        '<figure typeof="mw:File"><a class="mw-kartographer-map" href="/"><img alt="Map"></a>'
        "</figure>"
    )
    assert said(a_map, "<mapframe latitude=1 longitude=2 />") == [("map-says-only-map", "failed")]
    assert said(a_map, '<mapframe latitude=1 alt="Map" />') == []
    assert said('<div class="timeline-wrapper"><img src="/t.png"></div>') == [
        ("no-alt-possible", "cantTell")
    ]


def test_every_rule_is_listed_once_and_proposes_no_filling() -> None:
    assert len(STATUS) == len(RULES)
    words = " ".join(text for rule in RULES for text in (rule.help, *rule.messages.values()))
    assert "copy" not in words
    assert "all images" not in words


def test_the_docs_name_every_rule_in_its_own_words() -> None:
    lines = Path("docs/wikipedia.md").read_text("utf-8").replace("\\|", "|").splitlines()
    for rule in RULES:
        assert f"| `{rule.id}` | {rule.summary} | {rule.help} |" in lines


def test_of_the_general_findings_an_editor_gets_what_an_editor_can_change() -> None:
    image = read(parsoid("image of an otter", typeof="mw:File", caption="image of an otter"))
    general = evaluate(Use(image.record), strict=True).findings
    rules = ("linked-image-says-no-destination", "text-says-little", "alt-file-name")
    general += tuple(Finding(rule, Outcome.CANT_TELL, Severity.ADVICE, "") for rule in rules)
    assert [f.rule for f in kept(general, image)] == ["alt-image-of-prefix", "text-says-little"]
    beside = read(parsoid("image of an otter", caption="An otter by the river"))
    assert [f.rule for f in kept(general, beside)] == ["alt-image-of-prefix"]


def test_a_written_alt_with_the_words_of_an_unseen_caption_is_told_from_a_copy() -> None:
    image = read(parsoid(CAPTION, typeof="mw:File", caption=CAPTION))
    (use,) = uses = file_uses(f"[[File:Otter asleep.jpg|right|alt={CAPTION}|{CAPTION}]]")
    assert image.origin is Origin.CAPTION
    assert settled(image, use, uses).origin is Origin.EXPLICIT
    assert settled(image, None, uses).origin is Origin.CAPTION
