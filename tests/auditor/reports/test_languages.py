"""Every form of report in another language. What a report says is held against a language that says
each message in brackets: what stands outside of them was glued, or was not asked to be said."""

import csv
import gettext
import io
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from html import unescape
from html.parser import HTMLParser
from pathlib import Path

import pytest
from rich.console import Console

from auditor.catalogue import Tongue, tongue
from auditor.decision import Choice, Decision
from auditor.message import Message
from auditor.reports.formats import FORMATS
from auditor.reports.in_language import in_language, use_in
from auditor.reports.terminal import write_terminal
from auditor.results import ScanReport
from auditor.rules import RULES
from auditor.rules.across_pages import SITE_RULES
from auditor.store.reader import StoredScan

ROOT = Path(__file__).parents[3]
CASES = ROOT / "tests" / "auditor" / "rules" / "cases"
SAID = ("reason", "message", "spoken", "why", "expects", "to_do", "heard_now")
"""Keys and columns of what people read."""
NAMES = {rule.id for rule in (*RULES, *SITE_RULES)}
HELPS = tuple(rule.help for rule in (*RULES, *SITE_RULES))
_WORDS = re.compile(r"[A-Za-z]{2,}")


class InBrackets(gettext.NullTranslations):
    def gettext(self, message: str) -> str:
        return f"⟦{message}⟧"

    def ngettext(self, one: str, many: str, number: int) -> str:
        return f"⟦{one if number == 1 else many}⟧"


BRACKETS = Tongue("en-brackets", catalogue=InBrackets())


def outside(text: str) -> str:
    """What stands in no brackets."""
    depth, kept = 0, []
    for letter in text:
        depth += letter == "⟦"
        if not depth:
            kept.append(letter)
        depth -= letter == "⟧"
    assert depth == 0, text
    return "".join(kept)


def closed(text: str) -> str:
    """With the brackets that a cut has taken away: of a long text, and of what to do first, which
    is as many whole sentences of an advice as there is room for."""
    first = text.strip().removeprefix("⟦")
    if text.rstrip().endswith("…") or (first and any(h.startswith(first) for h in HELPS)):
        return text + "⟧" * (text.count("⟦") - text.count("⟧"))
    return text


class HumanText(HTMLParser):
    """The texts of a page that are neither data nor names of rules."""

    DATA = ("bdi", "code", "style", "mark")

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._inside: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in ("meta", "img", "input", "rect", "path", "br", "link"):
            self._inside.append(tag)
        self.found += [value or "" for name, value in attrs if name == "aria-label"]

    def handle_endtag(self, tag: str) -> None:
        if tag in self._inside:
            while self._inside.pop() != tag:
                pass

    def handle_data(self, data: str) -> None:
        # Brackets that are open around an element are open in it too.
        text = closed(data)
        data_of_page = set(self.DATA) & set(self._inside)
        self.found.append(re.sub("[^⟦⟧]", "", text) if data_of_page else text)


@pytest.fixture(scope="module")
def scans(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Of the case pages of all rules, and of the example with its scores."""
    from click.testing import CliRunner

    from auditor.commands.cli import cli

    found = []
    for name, more in ((CASES, ["--no-score"]), (ROOT / "docs" / "example", ["--no-ocr"])):
        path = tmp_path_factory.mktemp("scan") / "scan.db"
        asked = ["scan", str(name), "--static", "--save", str(path), "--progress", "none", *more]
        result = CliRunner().invoke(cli, [*asked, "--fail-on", "never", "--max-pages", "200"])
        assert path.is_file(), result.output
        found.append(path)
    return found


def reports(scans: list[Path], language: Tongue) -> Iterator[ScanReport]:
    """Without what was not checked: why is said by whoever could not read it, in English."""
    decision = Decision(Choice.WRONG, "a note", "a better text", "2026-01-01T00:00:00+00:00")
    for path in scans:
        with StoredScan(path) as store:
            report = replace(store.report(), skipped=())
            uses = (
                replace(use, decision=decision if use.rank == 1 else None) for use in report.uses
            )
            yield in_language(replace(report, uses=uses), language)


def written(form: str, report: ScanReport) -> str:
    out = io.StringIO()
    FORMATS[form](report, out)
    return out.getvalue()


def test_a_page_says_nothing_outside_of_messages(scans) -> None:
    for report in reports(scans, BRACKETS):
        parser = HumanText()
        parser.feed(written("html", report))
        rest = outside("\n".join(parser.found))
        for known in sorted({*NAMES, report.model.name}, key=len, reverse=True):
            rest = rest.replace(known, "")
        left = {line for line in rest.splitlines() if _WORDS.search(line)}
        assert not {line for line in left if not _is_name(line)}


def _is_name(line: str) -> bool:
    """Of criteria, program and model; addresses and hashes; marks of an attribute or a role."""
    known = r"auditor|UTC|WCAG [\d.]+.*|exposed: ?|decorative: ?|hidden: ?|[\da-f]{12}|file:\S+|img"
    return re.fullmatch(rf"[\W\d]*(?:(?:{known})[\W\d]*)+", line.strip()) is not None


def test_a_terminal_says_nothing_outside_of_messages(scans) -> None:
    for report in reports(scans, BRACKETS):
        out = io.StringIO()
        write_terminal(report, Console(file=out, width=20_000), 400, explain=True)
        for line in map(closed, out.getvalue().splitlines()):
            # Selectors, places and titles of pages: none has two words of prose in a row.
            assert not re.search(r"[a-z]{2,} [a-z]{3,} [a-z]{2,}", outside(line)), line


def test_markdown_says_nothing_outside_of_messages(scans) -> None:
    for report in reports(scans, BRACKETS):
        for line in written("markdown", report).splitlines():
            text = re.sub(r"<a href.*?</a>|</?(?:details|summary)>", "", line)
            text = re.sub(r"<code>(.*?)</code>", lambda found: f"`{closed(found[1])}`", text)
            prose = re.sub(r"`[^`]*`", "", outside(closed(unescape(text))))
            assert not _WORDS.search(prose), line


def said(value: object) -> Iterator[tuple[str, str]]:
    """Every text for people in a value of JSON, with its key."""
    if isinstance(value, list):
        for each in value:
            yield from said(each)
    elif isinstance(value, dict):
        for key, each in value.items():
            if key in SAID and isinstance(each, str):
                yield key, each
            elif key not in ("image", "evidence"):
                yield from said(each)


def assert_whole(text: str) -> None:
    assert not text or (text[0] == "⟦" and not outside(text)), text


def test_what_json_says_to_people_is_whole_messages(scans) -> None:
    for report in reports(scans, BRACKETS):
        found = list(said(json.loads(written("json", report))))
        assert {key for key, _ in found} >= {"reason", "message", "spoken", "why"}
        for _, text in found:
            assert_whole(text)


@pytest.mark.parametrize("form", ["csv", "csv-findings", "work-list"])
def test_what_tables_say_to_people_is_whole_messages(scans, form: str) -> None:
    for report in reports(scans, BRACKETS):
        rows = list(csv.DictReader(io.StringIO(written(form, report).removeprefix("\ufeff"))))
        for row in rows:
            for column in SAID:
                if form != "work-list" or column != "to_do":
                    assert_whole(row.get(column) or "")


@pytest.mark.parametrize("form", sorted(FORMATS))
def test_every_form_says_findings_in_the_language_that_is_asked_for(scans, form: str) -> None:
    for report in reports(scans, tongue("de")):
        text = written(form, report)
        plain = " ".join(re.sub(r"\\u([\da-f]{4})", lambda m: chr(int(m[1], 16)), text).split())
        assert "Schreiben" in plain
        assert "Write what" not in plain


def test_what_programs_read_is_the_same_in_every_language(scans) -> None:
    def machine(value: object) -> object:
        if isinstance(value, list):
            return [machine(each) for each in value]
        if not isinstance(value, dict):
            return value
        return {key: machine(each) for key, each in value.items() if key not in SAID}

    for english, german in zip(
        reports(scans, tongue("en")), reports(scans, tongue("de")), strict=True
    ):
        texts = [json.loads(written("json", report)) for report in (english, german)]
        assert [text.pop("language") for text in texts] == ["en", "de"]
        assert machine(texts[0]) == machine(texts[1])


def test_a_report_is_in_the_language_of_the_user_or_in_the_one_that_is_named(
    scans, run, monkeypatch, tmp_path: Path
) -> None:
    code, out, _ = run("report", scans[1], "--fail-on", "never")
    assert (code, "Worst first" in out) == (0, True)
    monkeypatch.setenv("LC_ALL", "de_AT.UTF-8")
    assert "Das Schlechteste zuerst" in run("report", scans[1], "--fail-on", "never")[1]
    assert "Worst first" in run("report", scans[1], "--fail-on", "never", "--language", "en")[1]
    page = tmp_path / "report.html"
    assert run("report", scans[1], "--language", "fr", "-o", page, "--fail-on", "never")[0] == 0
    text = page.read_text("utf-8")
    assert '<html lang="fr">' in text
    assert "Rapport sur les textes alternatifs" in text


def test_what_changed_is_told_in_the_language_that_is_named(scans, run, tmp_path: Path) -> None:
    digest = tmp_path / "digest.html"
    code, out, err = run("compare", scans[1], scans[1], "--language", "de", "-o", digest)
    assert code == 0, err
    assert "16 wie zuvor." in out
    assert "Nichts ist neu, nichts wurde schlechter" in digest.read_text("utf-8")


def test_a_file_of_before_there_were_languages_is_told_in_english(scans, tmp_path: Path) -> None:
    """Its messages are texts alone."""
    with StoredScan(scans[1]) as store:
        (use, *_) = store.report().uses
    plain = replace(use.verdict, reason=Message(str(use.verdict.reason)))
    told = use_in(replace(use, verdict=plain), tongue("de"))
    assert told.verdict.reason == use.verdict.reason
    assert told.verdict.findings[0].message != use.verdict.findings[0].message
