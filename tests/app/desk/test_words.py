"""What the window says: cells, facts, help, addresses."""

from array import array
from dataclasses import replace

import pytest

from app.desk.colours import COLOURS
from app.desk.facts import Fact, facts
from app.desk.keys import KEYS, help_lines
from app.desk.places import address_at
from app.desk.preferences import (
    THEMES,
    Preferences,
    new_scan_path,
    read_preferences,
    write_preferences,
)
from app.desk.recent import recent_words
from app.desk.rows import (
    STATUS_WORDS,
    Column,
    QueueLine,
    columns_of,
    found_words,
    header,
    heard,
    shown,
)
from auditor.catalogue import ENGLISH, languages, tongue
from auditor.decision import Choice, Decision
from auditor.findings import Finding, Outcome, Severity, Status, Verdict
from auditor.message import Message
from auditor.reports.explain import PART_LABEL
from auditor.results import Judged, JudgedUse
from auditor.store.query import Group, QueueQuery
from auditor.store.queue import QueueAnswer
from auditor.store.uses import QueueRow
from extractors.records import Context, Control
from tests.auditor.conftest import record_of, scores_of
from tests.auditor.scan_files import Image, write

ROW = QueueRow(
    1, Status.MISSING, "img", "http://s/fox.png", None, "", None, "http://s/", "", None, "f"
)


@pytest.mark.parametrize(
    ("alt", "name", "said"),
    [
        (None, "", "no alternative text"),
        ("", "", "empty alternative text"),
        (" ", "", "white space only"),
        ("fox", "A fox", "A fox"),
    ],
)
def test_every_text_cell_says_what_is_there(alt, name, said):
    assert shown(QueueLine(replace(ROW, alt=alt, name=name)), Column.TEXT) == said


def test_no_cell_is_ever_empty_or_a_sign():
    for kind in ("svg", "canvas", "css-background", "icon-font", "object"):
        row = replace(ROW, kind=kind, src=None)
        for group in Group:
            line = QueueLine(row, group=group, rule="alt-url")
            for column in columns_of(group):
                for words in (shown(line, column), heard(line, column), header(column, group)):
                    assert any(letter.isalnum() for letter in words), (kind, column)


def test_a_heard_cell_is_clear_without_its_header():
    row = replace(ROW, quality=2.25, decision=Decision(Choice.PERSON))
    said = [heard(QueueLine(row, 1200, 3), column) for column in columns_of(Group.NONE)]
    assert said == [
        "fox.png, 3 uses",
        "missing, 2.2",
        "no alternative text",
        "on s",
        "decided needs a person",
    ]


def test_a_row_for_a_group_says_the_group_first_and_how_much_of_it_is_decided():
    rule = QueueLine(ROW, 4, 9, Group.RULE, "alt-url", decided=2)
    said = [heard(rule, column) for column in columns_of(Group.RULE)]
    assert said[:4] == ["rule alt-url", "9 images", "2 of 9 decided", "fox.png"]
    assert said[4] == "worst: missing"
    page = QueueLine(replace(ROW, page_title="Foxes"), 4, 9, Group.PAGE)
    said = [heard(page, column) for column in columns_of(Group.PAGE)]
    assert said[:3] == ["page Foxes, http://s/", "9 images", "none decided"]
    picture = QueueLine(ROW, 4, 9, Group.PICTURE, decided=9)
    said = [heard(picture, column) for column in columns_of(Group.PICTURE)]
    assert said[:3] == ["fox.png", "9 uses", "all decided"]


def test_a_group_of_which_the_worst_use_is_decided_is_open():
    decided = replace(ROW, decision=Decision(Choice.RIGHT))
    assert QueueLine(decided, uses=7, group=Group.PAGE, decided=1).is_open
    assert not QueueLine(decided, uses=7, group=Group.PAGE, decided=7).is_open
    assert not QueueLine(decided, uses=7).is_open


@pytest.mark.parametrize(
    ("url", "title", "words"),
    [
        ("http://s/a/den", "Acme – the den", "/a/den"),
        ("http://s/den/?page=2", "", "/den?page=2"),
        ("http://s/", "Acme", "s"),
        ("file:///home/ann/den.html", "Den", "den.html"),
        ("Garden", "Garden", "Garden"),
    ],
)
def test_a_row_names_its_page_in_short_and_no_title_that_all_rows_share(url, title, words):
    line = QueueLine(replace(ROW, page_url=url, page_title=title))
    assert heard(line, Column.PAGE) == f"on {words}"


def test_it_is_said_what_is_filtered():
    found = QueueAnswer(array("q", [1, 2]), images=2)
    assert found_words(found, QueueQuery()) == "2 images."
    asked = QueueQuery("weak", "alt-url", "den", "fox", 2.5, "undecided")
    words = "weak, alt-url, quality below 2.5, open, page “den”, with “fox”"
    assert found_words(found, asked) == f"2 images: {words}."
    assert found_words(found, QueueQuery("to-do", group=Group.PAGE)) == "2 pages, 2 images: to do."
    assert found_words(QueueAnswer(), QueueQuery("ok")) == "No image is left: good."


def test_the_parts_of_a_score_have_bars():
    shares = {fact.label: fact.share for fact in facts(use_with(), None) if fact.share is not None}
    assert set(shares) == {"Quality", *PART_LABEL.values()}
    assert all(0 <= share <= 1 for share in shares.values())
    assert Fact.of("Fits the picture: 0.32, down 0.10. it does not").share == 0.32
    assert Fact.of("Page: 3 of 4").share is None


def test_every_status_has_words_without_signs():
    assert set(STATUS_WORDS) == set(Status)
    assert all(words.replace(" ", "").isalpha() for words in STATUS_WORDS.values())


def use_with(**changes) -> JudgedUse:
    finding = Finding("alt-url", Outcome.CANT_TELL, Severity.SERIOUS, "It is a URL.")
    verdict = Verdict(Status.WEAK, "It says little.", (finding,), 42)
    return JudgedUse(3, "http://s/", "Foxes", record_of(**changes), None, scores_of(), verdict)


def test_the_detail_begins_with_what_matters_most():
    context = Context(
        heading="Red foxes",
        caption="In snow",
        text_before="A fox stands",
        text_after="in the snow.",
        control=Control("link", "A red fox", "", "http://s/fox"),
    )
    lines = [str(fact) for fact in facts(use_with(context=context), None, [ROW], 1)]
    assert lines[:5] == [
        "Status: weak. It says little.",
        "Text: “A red fox”",
        "A screen reader says: link, graphic, A red fox",
        "Decision: open",
        "Finding, serious, cannot tell: It is a URL. (alt-url)",
    ]
    assert "Text around it: A fox stands [the image stands here] in the snow." in lines
    assert "Inside a link: the image alone, leads to http://s/fox" in lines
    assert lines[-1] == "Also used: missing, no alternative text, on http://s/"
    for label in ("Quality", "Fits the picture", "Heading", "Caption", "Selector", "Page"):
        assert any(line.startswith(f"{label}: ") for line in lines), label


def test_a_finding_that_is_the_status_is_not_said_twice():
    use = use_with()
    use = replace(use, verdict=replace(use.verdict, reason="It is a URL."))
    lines = [str(fact) for fact in facts(use, None)]
    assert lines[0] == "Status: weak. It is a URL."
    assert "Finding, serious, cannot tell: alt-url" in lines


def test_a_line_can_be_read_back():
    assert Fact.of("Page: a: b") == Fact("Page", "a: b")


@pytest.mark.parametrize(
    ("selector", "before", "address"),
    [
        ("#fox", "words", "http://s/a#fox"),
        ("main > #fox", "words", "http://s/a#fox"),
        (
            "#card > img",
            "see the well-known fox",
            "http://s/a#:~:text=see%20the%20well%2Dknown%20fox",
        ),
        ("img", "", "http://s/a"),
        ("iframe >>> #fox", "words", "http://s/a"),
    ],
)
def test_the_page_is_opened_at_the_image(selector, before, address):
    use = use_with(selector=selector, context=Context(text_before=before))
    assert address_at(replace(use, page_url="http://s/a#top")) == address


def test_no_key_and_no_action_is_given_twice():
    assert len({key.keys for key in KEYS}) == len(KEYS)
    assert len({key.action for key in KEYS}) == len(KEYS)
    assert len({key.label.replace("…", "") for key in KEYS}) == len(KEYS)


def test_the_help_names_every_key():
    lines = [f"{keys}: {what}." for keys, what in help_lines(ENGLISH)]
    for key in KEYS:
        ends = [line for line in lines if line.endswith(f": {key.help}.")]
        assert any(line.startswith(key.keys) and key.also in line for line in ends), key


def luminance(colour: str) -> float:
    """WCAG 2.2, relative luminance."""
    parts = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", THEMES)
def test_every_theme_meets_the_contrast_of_wcag(theme):
    c = COLOURS[theme]
    least = 7 if theme == "high contrast" else 4.5
    texts = [(c.text, c.window), (c.text, c.base), (c.button_text, c.button)]
    texts += [(c.highlighted, c.highlight), (c.quiet, c.window), (c.quiet, c.base)]
    texts += [(c.selected_text, c.selected)]
    texts += [(colour, ground) for colour in c.statuses.values() for ground in (c.window, c.base)]
    texts += [(colour, c.selected) for colour in c.statuses_selected.values()]
    for text, ground in texts:
        assert contrast(text, ground) >= least, (text, ground)
    for line in (c.border, c.focus):
        for ground in (c.window, c.base):
            assert contrast(line, ground) >= 3, (line, ground)
    assert contrast(c.focus, c.selected) >= 3
    assert contrast(c.highlight, c.base) >= 3  # the mark of what is selected, and bars
    assert set(c.statuses) == set(c.statuses_selected) == set(Status)


def test_preferences_are_kept_and_broken_ones_are_forgotten(tmp_path):
    path = tmp_path / "new" / "window.json"
    assert read_preferences(path) == Preferences()
    kept = Preferences("dark", 18).opened(tmp_path / "a.db").opened(tmp_path / "b.db")
    write_preferences(kept, path)
    assert read_preferences(path) == kept
    assert [name[-4:] for name in kept.opened(tmp_path / "a.db").recent] == ["a.db", "b.db"]
    for broken in ("{", '{"text_size": "x"}', "[]", '{"theme": "no such"}'):
        path.write_text(broken)
        assert read_preferences(path) == Preferences()


def test_text_grows_to_a_limit_and_shrinks_to_one():
    assert Preferences(text_size=12).larger(1).text_size == 14
    assert Preferences(text_size=28).larger(1).text_size == 28
    assert Preferences(text_size=10).larger(-1).text_size == 10


def test_a_recent_scan_is_named_by_what_it_scanned(tmp_path):
    path = write(tmp_path / "a.db", [Image("x")])
    assert (
        str(recent_words(path))
        == "http://site/: 1 image, 0 decisions, finished 2026-01-01 00:01 UTC, a.db"
    )
    unfinished = write(tmp_path / "b.db", [Image("x")], done=False)
    assert "unfinished" in recent_words(unfinished).text
    (tmp_path / "c.db").write_text("no scan")
    assert str(recent_words(tmp_path / "c.db")) == "c.db: cannot be read"


def test_a_new_scan_gets_a_free_name():
    first = new_scan_path(["https://example.org/a"])
    first.touch()
    assert new_scan_path(["https://example.org/a"]) != first
    assert first.name.startswith("example.org-")


def test_what_is_found_is_told_in_the_language_that_is_chosen() -> None:
    message = Message("The text is {count} times too long.", count=2)
    wrong = Message("No rule found a fault, and the text was not compared with the picture.")
    finding = Finding("alt-very-long", Outcome.FAILED, Severity.ADVICE, message)
    verdict = Verdict(Status.WEAK, wrong, (finding,), 10)
    judged = Judged(record_of("A fox"), None, scores_of(), verdict)
    use = JudgedUse.of(judged, None, rank=1, page_url="http://s/", page_title="Foxes")
    german = facts(use, None, tongue=tongue("de"))
    assert str(german[0]).startswith("Status: schwach. Keine Regel fand einen Fehler")
    assert str(german[1]) == "Text: „A fox“"
    assert [fact.is_text for fact in german[:3]] == [False, True, False]
    labels = [fact.label for fact in german]
    assert "Befund, Hinweis, fehlgeschlagen" in labels
    shares = [(fact.label, fact.share) for fact in german if fact.share is not None]
    english = [fact.share for fact in facts(use, None) if fact.share is not None]
    assert [share for _, share in shares] == english
    assert [label for label, _ in shares][:2] == ["Qualität", "Passt zum Bild"]


def test_the_language_of_findings_is_that_of_the_system_until_another_is_chosen(
    monkeypatch,
) -> None:
    monkeypatch.setenv("LC_ALL", "fr_CA.UTF-8")
    chosen = Preferences()
    codes = []
    for _ in range(len(languages()) + 1):
        codes.append(chosen.tongue.code)
        chosen = chosen.next_language()
    assert codes == ["fr", *languages()]
    assert chosen == Preferences()
    assert Preferences(language="xx").tongue.code == "en"
