from __future__ import annotations

import re
import string
from dataclasses import replace
from pathlib import Path

import pytest

from auditor.findings import Outcome, Severity
from auditor.rules import RULES, evaluate
from auditor.rules.rule import Check, Rule, Use, once
from auditor.rules.table import rules_markdown
from auditor.texts.compare import is_spaced
from auditor.texts.wordlists import machine_openings
from extractors.records import AccessibleName, Context, Control, NameSource

DOCS = Path(__file__).parents[3] / "docs" / "rules.md"


def test_ids_are_words_and_unique() -> None:
    ids = [rule.id for rule in RULES]
    assert len(ids) == len(set(ids))
    assert all(re.fullmatch(r"[a-z]+(-[a-z]+)+", rule_id) for rule_id in ids)


def test_rules_are_listed_worst_severity_first() -> None:
    order = list(Severity)
    places = [order.index(rule.severity) for rule in RULES]
    assert places == sorted(places)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_a_rule_names_a_criterion_unless_it_is_advice(rule: Rule) -> None:
    assert bool(rule.criteria) == (rule.severity is not Severity.ADVICE)
    assert all(re.fullmatch(r"\d\.\d\.\d+ .+", criterion) for criterion in rule.criteria)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_texts_of_a_rule_are_sentences(rule: Rule) -> None:
    for text in (rule.summary, rule.help, *rule.messages.values()):
        assert text.endswith((".", ".{silent}"))
        assert list(string.Formatter().parse(text))


def test_docs_are_what_the_rules_say() -> None:
    assert DOCS.read_text("utf-8") == rules_markdown(), (
        "run: python -m auditor.rules.table > docs/rules.md"
    )


def test_a_good_text_has_no_findings(make_use) -> None:
    assert evaluate(make_use("A red fox in the snow"), strict=True).findings == ()


@pytest.mark.parametrize("part", ["1", "a.", "a_1-", "{{", "'", "photo of ", "\u200b", "🦊\u200d"])
def test_a_very_long_text_takes_no_longer_than_its_length(make_use, part: str) -> None:
    text = part * (500_000 // len(part)) + "!"  # would take hours if it grew with the square
    evaluate(make_use(text, context=Context(caption=text, heading=text)), strict=True)


def test_a_message_names_the_text_and_braces_in_it_are_harmless(make_use) -> None:
    (finding,) = evaluate(make_use("{{0.__class__}}"), strict=True).findings
    assert finding.rule == "alt-placeholder"
    assert finding.outcome is Outcome.FAILED
    assert "“{{0.__class__}}”" in finding.message


def test_an_image_without_alt_alone_in_a_link_is_found_once(make_use) -> None:
    link = Control("link", name="", text="", target="https://example.org/")
    use = make_use(None, context=Context(control=link))
    (finding,) = evaluate(use, strict=True).findings
    assert finding.rule == "linked-image-without-name"
    assert "https://example.org/" in finding.message


def test_a_browsers_own_text_is_no_name_for_an_image_button(make_use) -> None:
    use = make_use(None, tag="input", name=AccessibleName("Submit", NameSource.DEFAULT))
    assert [f.rule for f in evaluate(use, strict=True).findings] == ["image-without-name"]


def test_a_text_of_a_megabyte_gives_short_messages(make_use) -> None:
    findings = evaluate(make_use("fox " * 250_000), strict=True).findings
    assert [finding.rule for finding in findings] == ["alt-repeats-itself", "alt-very-long"]
    assert "83,333 seconds" in findings[1].message
    assert all(len(finding.message) < 500 for finding in findings)


@pytest.mark.parametrize(
    "src", [None, "", "data:image/png;base64,AAAA", "http://[", "https://example.org/%00%ff"]
)
def test_odd_addresses_break_no_rule(make_use, src: str | None) -> None:
    assert evaluate(make_use("A red fox", src=src), strict=True).broken == ()


def broken_rule() -> Rule:
    def check(use: Use) -> Check:
        raise ValueError("of no use")

    return Rule("broken-rule", Severity.ADVICE, (), "It breaks.", "", {}, lambda use: True, check)


def test_a_broken_rule_is_recorded_and_the_others_run(make_use) -> None:
    evaluation = evaluate(make_use("image"), (broken_rule(), *RULES))
    assert evaluation.broken == ("broken-rule: ValueError: of no use",)
    assert [finding.rule for finding in evaluation.findings] == ["alt-placeholder"]


def test_a_broken_rule_raises_under_test(make_use) -> None:
    with pytest.raises(ValueError, match="of no use"):
        evaluate(make_use("image"), (broken_rule(),), strict=True)


def test_a_function_of_a_use_is_asked_once_of_each(make_use) -> None:
    asked: list[str] = []

    @once
    def nothing_to_say(use: Use) -> str | None:
        asked.append(use.text)
        return None

    one, other = make_use("A fox"), make_use("A badger")
    answers = [nothing_to_say(use) for use in (one, one, other, replace(one, scores=None))]
    assert answers == [None] * 4
    assert asked == ["A fox", "A badger", "A fox"]


def test_what_a_use_is_known_to_be_makes_it_no_other(make_use) -> None:
    one = make_use("A fox")
    evaluate(one, strict=True)
    assert one.known
    assert one == make_use("A fox")


def test_every_opening_of_a_machine_is_found_where_a_text_begins(make_use) -> None:
    for words in machine_openings():
        joint = " " if is_spaced(words) else ""
        found = evaluate(make_use(f"{words}{joint}Qxz"), strict=True).findings
        assert [f.rule for f in found if f.rule == "alt-placeholder"], words


def test_an_opening_of_a_machine_inside_a_word_is_none(make_use) -> None:
    spaced = next(words for words in machine_openings() if is_spaced(words))
    found = evaluate(make_use(f"{spaced}qxz dog"), strict=True).findings
    assert "alt-placeholder" not in [finding.rule for finding in found]
