import json
import sqlite3
import zlib
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from dataclasses import MISSING, fields, is_dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest

from auditor.decision import Subject
from auditor.findings import Finding, Outcome, Severity, Skipped, Status, Verdict
from auditor.message import Message, parts_of
from auditor.profiles import Profile
from auditor.results import Judged as Judged
from auditor.results import JudgedUse, ModelIdentity, PageInfo, PictureInfo
from auditor.store.packing import DICTIONARY, pack
from auditor.store.reader import StoredScan, StoreError
from auditor.store.rows import UseRow, outcome_of, use_row, use_rows
from auditor.store.shared import shared_text
from auditor.store.sql import shared_with
from auditor.store.uses import StoredUses
from auditor.store.writer import ScanInfo, Store
from extractors.records import Context

URL = "http://site/"
COMPACT = ModelIdentity("compact", "ab")
INFO = ScanInfo((URL,), "2026-01-01T00:00:00+00:00", "0.1.0", COMPACT, {"max_pages": 3})
FINDING = Finding("alt-url", Outcome.FAILED, Severity.SERIOUS, "It is a URL.", {"text": "http://x"})


def page(url: str = URL, state: str = "done") -> PageInfo:
    return PageInfo(url, url, 200, "Foxes", "en", state, 0)


def judged(record, scores=None, priority: float = 10.0, status: Status = Status.WEAK) -> Judged:
    return Judged(record, None, scores, Verdict(status, "because", (FINDING,), priority))


@pytest.fixture
def store(tmp_path: Path):
    with Store(tmp_path / "scan.db") as opened:
        opened.begin(INFO)
        opened.push([URL], 0)
        yield opened


def test_what_goes_in_comes_out_the_same(store, make_record, make_scores) -> None:
    record = make_record(alt="Ünïcode\x00 and 'quotes'")
    picture = PictureInfo("ff", "image/png", 3, 2, 99, 1, True, b"\x89PNG", None)
    outcome = Judged(record, "ff", make_scores(), Verdict(Status.WRONG, "why", (FINDING,), 70))
    skipped = Skipped("a frame", "it did not load", URL)
    store.page_done(page(), {"ff": (picture, b"\x00\x01\x02\x03")}, [use_row(outcome)], [skipped])
    store.finish("2026-01-01T00:00:09+00:00")
    report = store.report()
    (use,) = report.uses
    assert use.record == record
    assert use.scores == make_scores()
    assert use.verdict == outcome.verdict
    assert use.picture == picture
    assert (use.rank, use.page_url, use.page_title) == (1, URL, "Foxes")
    assert report.skipped == (skipped,)
    assert report.counts["wrong"] == 1
    assert report.rule_counts == {"alt-url": 1}
    assert report.pages[0].images == 1
    assert store.embedding("ff") == b"\x00\x01\x02\x03"
    assert store.failed_counts() == {Severity.SERIOUS: 1}


def test_what_is_kept_of_an_image_use_is_small(store, make_record, make_scores) -> None:
    context = Context(text_before="words before it " * 25, text_after="words after it " * 25)
    outcomes = [
        Judged(
            make_record(f"A red fox {n}", ordinal=n, context=context),
            None,
            make_scores(),
            Verdict(Status.WEAK, "It says little.", (FINDING,), 10),
        )
        for n in range(50)
    ]
    store.page_done(page(), {}, use_rows(outcomes), [])
    assert [use.record for use in store.report().uses] == [each.record for each in outcomes]
    with closing(sqlite3.connect(store.path)) as database:
        (length,) = database.execute("select avg(length(details)) from images").fetchone()
        (shared,) = database.execute("select sum(length(text)) from shared_texts").fetchone()
    assert length + shared / 50 < 80


def test_a_long_page_shares_several_texts_and_each_use_is_read_with_its_own(
    store, make_record
) -> None:
    words = [f"The {number}th paragraph of the page is about foxes. " * 8 for number in range(200)]
    contexts = [
        Context(text_before=before[-400:], text_after=after[:400])
        for before, after in pairwise(words)
    ]
    outcomes = [
        judged(make_record(f"A fox {n}", ordinal=2 * n, context=context))
        for n, context in enumerate(contexts)
    ]
    store.push(["http://site/other"], 0)
    store.page_done(page(), {}, use_rows(reversed(outcomes)), [])
    alone = judged(make_record("The only fox", ordinal=3, context=contexts[7]))
    store.page_done(page("http://site/other"), {}, use_rows([alone]), [])
    kept = sorted(store.report().uses, key=lambda use: (use.page_url, use.record.ordinal))
    assert [use.record for use in kept] == [each.record for each in (*outcomes, alone)]
    with closing(StoredUses(Path(store.path))) as uses:
        assert uses.use(5, 1).record == outcomes[4].record
        assert uses.records([150, 200]) == [outcomes[149].record, alone.record]
    assert [record for _, _, record, _ in store.heard()] == [use.record for use in kept]
    shared = store._db.tuples("select page, count(*) from shared_texts group by page")
    assert len(shared) == 1
    assert shared[0][1] > 5
    store.forget(URL)
    assert not store._db.tuples("select 1 from shared_texts")


def test_a_file_of_before_texts_were_shared_is_read_and_gone_on_with(
    tmp_path, make_record, make_scores
) -> None:
    path, record = tmp_path / "scan.db", make_record("A fox", context=Context(text_after="Foxes"))
    early, late = (judged(replace(record, ordinal=n), make_scores()) for n in (0, 1))
    with Store(path) as store:
        store.begin(INFO)
        store.push([URL, "http://site/late"], 0)
        store.page_done(page(), {}, [use_row(each) for each in (early, late)], [])
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("drop table shared_texts")
        database.execute("delete from _sqlite_migrations where name = 'm010_shared_texts'")
    with StoredScan(path) as read:
        assert [use.record for use in read.report().uses] == [early.record, late.record]
    with Store(path) as store:
        store.page_done(page("http://site/late"), {}, use_rows([early, late]), [])
        assert len(store._db.tuples("select 1 from shared_texts")) == 1
        assert [use.record.ordinal for use in store.report().uses] == [0, 1, 0, 1]


def test_findings_that_an_earlier_version_kept_are_counted_with_those_of_this_one(
    store, make_record
) -> None:
    store.push(["http://site/late"], 0)
    uses = [use_row(judged(make_record(ordinal=n))) for n in (0, 1)]
    store.page_done(page(), {}, uses, [])
    kept = "select rule from rules where number = rule_number"
    store._db.execute(f"update main.findings set rule = ({kept}), rule_number = null")
    assert store.report().rule_counts == {FINDING.rule: 2}
    store.page_done(page("http://site/late"), {}, uses[:1], [])
    assert store.report().rule_counts == {FINDING.rule: 3}
    store.forget(URL)
    assert store.report().rule_counts == {FINDING.rule: 1}


def test_the_dictionary_of_written_files_stays_as_it_is() -> None:
    assert zlib.crc32(DICTIONARY) == 1609721283


def test_the_queue_is_worst_first_and_ties_go_by_place(store, make_record) -> None:
    outcomes = [
        judged(make_record(selector=f"#{n}", ordinal=n), priority=priority)
        for n, priority in enumerate([10, 90, 10, 50])
    ]
    store.page_done(page(), {}, [use_row(outcome) for outcome in outcomes], [])
    selectors = [use.record.selector for use in store.report().uses]
    assert selectors == ["#1", "#3", "#0", "#2"]


def test_every_status_is_counted_even_when_it_is_absent(store) -> None:
    assert store.report().counts == {status.value: 0 for status in Status}


def test_a_page_is_stored_though_another_process_writes_meanwhile(store) -> None:
    class Interrupted(dict):
        def items(self):
            other = sqlite3.connect(store.path, timeout=0)
            with closing(other), suppress(sqlite3.OperationalError), other:  # it may have to wait
                other.execute("update scan set model = 'another'")
            return super().items()

    picture = PictureInfo("ff", "image/png", 3, 2, 99)
    store.page_done(page(), Interrupted(ff=(picture, None)), [], [])
    assert [shown.state for shown in store.report().pages] == ["done"]


def test_a_page_that_fails_to_store_leaves_nothing_behind(store, make_record) -> None:
    twice = [judged(make_record(ordinal=0)), judged(make_record(ordinal=0))]
    with pytest.raises(StoreError, match="UNIQUE constraint failed"):
        store.page_done(page(), {}, [use_row(outcome) for outcome in twice], [])
    assert list(store.report().uses) == []
    assert [(page.url, page.state) for page in store.report().pages] == [(URL, "queued")]


def test_a_scan_that_is_killed_at_its_end_says_nothing_twice(store, monkeypatch) -> None:
    left_out = Skipped("the rest of the site", "1 more page is linked")
    with monkeypatch.context() as patch:
        patch.setattr(store._db, "execute", raise_interrupt)
        with pytest.raises(KeyboardInterrupt):
            store.finish("2026-01-01T00:00:09+00:00", left_out)
    assert not store.report().skipped
    store.finish("2026-01-01T00:00:09+00:00", left_out)
    assert store.report().skipped == (left_out,)
    assert store.report().finished


def raise_interrupt(*args: object) -> None:
    raise KeyboardInterrupt


def test_known_pages_are_not_pushed_again(store) -> None:
    store.push([URL, "http://site/a"], 1)
    assert [page.url for page in store.report().pages] == [URL, "http://site/a"]


def test_a_file_that_holds_a_scan_is_not_written_over(tmp_path: Path, store) -> None:
    with Store(tmp_path / "scan.db") as again, pytest.raises(StoreError, match="already holds"):
        again.begin(INFO)


def test_a_file_that_is_no_database_is_refused_in_words(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("no database, and long enough to be read as one " * 20)
    with pytest.raises(StoreError, match="cannot be used as a scan file"):
        Store(path)


def test_a_file_that_others_are_just_making_is_waited_for(tmp_path: Path) -> None:
    def opened(number: int) -> int:
        with Store(tmp_path / f"{number // 8}.db") as store:
            return sum(store.failed_counts().values())

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(opened, range(40))) == [0] * 40


def test_a_file_of_a_later_version_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "scan.db"
    with Store(path):
        pass
    later = {"migration_set": "auditor", "name": "m999_later", "applied_at": "2030-01-01"}
    with sqlite3.connect(path) as database:
        columns, marks = ", ".join(later), ", ".join("?" * len(later))
        database.execute(
            f"insert into _sqlite_migrations ({columns}) values ({marks})",
            [*later.values()],
        )
    before = path.read_bytes()
    with pytest.raises(StoreError, match="was written by a later version of the program"):
        Store(path)
    assert path.read_bytes() == before


def test_a_file_without_a_scan_cannot_be_reported(tmp_path: Path) -> None:
    with Store(tmp_path / "empty.db") as empty, pytest.raises(StoreError, match="holds no scan"):
        empty.report()


def test_a_scan_whose_file_fails_ends_with_that_one_line(site, run, tmp_path, monkeypatch) -> None:
    def full(*args: object) -> None:
        raise StoreError("scan.db cannot be written: database or disk is full")

    site["/"] = "<p>A page <img src=/fox.png>"
    monkeypatch.setattr(Store, "page_done", full)
    code, _, err = run("scan", site.url(), "--static", "--no-score", "--save", tmp_path / "s.db")
    assert code == 1
    assert err.splitlines()[-1] == "Error: scan.db cannot be written: database or disk is full"
    assert "Traceback" not in err


def test_messages_are_kept_with_their_parts(store, make_record, make_scores) -> None:
    message = Message("“{text}” is the name of a file.", text="fox.jpg")
    reason = Message.counted(
        "{reason} {number} more.", "{reason} {number} more!", 2, reason=message
    )
    finding = Finding("alt-file-name", Outcome.FAILED, Severity.SERIOUS, message, {})
    verdict = Verdict(Status.WEAK, reason, (finding,), 10)
    store.page_done(page(), {}, [use_row(Judged(make_record("fox.jpg"), None, None, verdict))], [])
    pages = Message.counted("{number} page", "{number} pages", 1)
    group = replace(finding, message=Message("{text} on {pages}.", text="a", pages=pages))
    store.replace_site_findings([(group, [1])])
    report = store.report()
    (kept,) = [use.verdict for use in report.uses]
    assert kept == verdict
    assert parts_of(kept.reason) == parts_of(reason)
    assert parts_of(kept.findings[0].message) == parts_of(message)
    assert parts_of(report.site_findings[0].finding.message) == parts_of(group.message)
    # As an earlier version kept them.
    store._db.execute("delete from site_messages")
    parts = json.dumps(parts_of(group.message))
    store._db.execute("insert into messages values (?, ?)", [str(group.message), parts])
    (earlier,) = store.report().site_findings
    assert parts_of(earlier.finding.message) == parts_of(group.message)


def test_a_use_that_an_earlier_version_kept_in_full_is_read_as_it_was(
    store, make_record, make_scores
) -> None:
    record = make_record("A fox", context=Context(text_before="Before", text_after="After"))
    row = use_row(judged(record, make_scores()))
    row = replace(row, columns={**row.columns, "reason": "because"})
    known = "\n".join(row.columns[name] or "" for name in ("picture", "heading", "caption", "src"))
    known += "".join(
        f"\n{row.columns[name] or ''}" for name in ("selector", "alt", "name", "reason")
    )
    outcome = judged(record, make_scores())
    whole = pack(outcome, known)
    assert len(whole) > len(row.columns["details"])
    assert UseRow({**row.columns, "details": whole}, ()).outcome == outcome


def outcome(use: JudgedUse) -> Judged:
    sha256 = use.picture and use.picture.sha256
    return Judged(use.record, sha256, use.scores, use.verdict, use.profile)


def as_before_numbers(path: Path) -> None:
    """As before pictures had numbers and columns were left out of what is packed."""
    with Store(path) as store:
        rows = store._db.rows(f"select *, {shared_with()} from images")
        for row in map(dict, rows):
            known = "\n".join(row[name] or "" for name in KNOWN)
            shared = shared_text(row["shared"] or b"").decode()
            whole = pack(outcome_of(row), shared + known, in_short=True)
            changed = "update main.images set details = ?, picture = ?, picture_number = null"
            store._db.execute(f"{changed} where id = ?", [whole, row["picture"], row["id"]])
        store._db.execute("update main.pictures set number = null")


KNOWN = ("picture", "heading", "caption", "src", "selector", "alt", "name", "reason")


def test_a_scan_that_an_earlier_version_began_is_gone_on_with(
    tmp_path, make_record, make_scores
) -> None:
    path, fox = tmp_path / "scan.db", PictureInfo("f0" * 32, "image/png", 3, 2, 99)
    hill = replace(fox, sha256="41" * 32)
    profile = Profile("photograph", "nothing says more", 40)
    said = (Verdict(Status.WEAK, "It says little.", (FINDING,), 10), Verdict(Status.OK, "", (), 0))
    early, late = (
        [
            replace(
                judged(make_record(f"A fox {at} {n}", ordinal=n), make_scores() if n else None),
                picture=(fox, fox, hill)[n].sha256,
                verdict=said[n % 2],
                profile=profile if n == 1 else None,
            )
            for n in range(3)
        ]
        for at in ("early", "late")
    )
    pages = URL, "http://site/late"
    with Store(path) as store:
        store.begin(INFO)
        store.push(pages, 0)
        store.page_done(page(), {fox.sha256: (fox, b"\0" * 4)}, use_rows(early[:2]), [])
    as_before_numbers(path)
    with Store(path) as store:
        both = {each.sha256: (each, None) for each in (fox, hill)}
        store.page_done(page(pages[1]), both, use_rows(late), [])
        uses = sorted(store.report().uses, key=lambda use: (use.page_url, use.record.ordinal))
    assert [outcome(use) for use in uses] == [*early[:2], *late]
    assert [use.picture for use in uses] == [fox, fox, fox, fox, hill]  # also after it was closed
    with closing(StoredUses(path)) as stored:
        of_fox = [each.image for each in stored.placed_of(Subject(fox.sha256, None, ""))]
        assert of_fox == [1, 2, 3, 4]
        assert stored.others(1, 9)[1] == 3
        assert stored.others(5, 9) == ([], 0)
        assert stored.use(3, 1).picture == fox


def test_the_defaults_of_what_is_kept_in_short_never_change() -> None:
    assert _defaults(Judged) == {
        "Judged": {"profile": None},
        "ImageRecord": {
            **dict.fromkeys(("stamp", "box", "natural_size", "loaded", "lang", "part_of")),
            **dict.fromkeys(("page_language", "language", "frame", "html"), ""),
            "image_map": "none",
            "chromium": None,
        },
        "AccessibleName": {"steps": ()},
        "Context": {
            **dict.fromkeys(("page_title", "heading", "caption", "block", "text_before"), ""),
            **dict.fromkeys(("text_after", "described_by", "details", "drawn_text"), ""),
            **dict.fromkeys(("page_lang", "figure", "in_heading", "control", "longdesc")),
            "mediawiki": (),
            "mathml": False,
        },
        "Control": {
            **dict.fromkeys(("target", "twin")),
            "images": 1,
            "unheard": "",
            "takes_focus": False,
        },
        "Part": {"numbers": {}, "evidence": {}},
        "Finding": {"evidence": {}},
        "Profile": {"weights": {}},
    }


def _defaults(*kinds: Any) -> dict[str, dict[str, Any]]:
    """The defaults of the fields of data classes and of those inside them, by class and field."""
    found: dict[str, dict[str, Any]] = {}
    for kind in kinds:
        if not is_dataclass(kind):
            found |= _defaults(*get_args(kind))
            continue
        own = {
            field.name: field.default if field.default is not MISSING else field.default_factory()
            for field in fields(kind)
            if field.default is not MISSING or field.default_factory is not MISSING
        }
        found |= {kind.__name__: own} if own else {}
        found |= _defaults(*get_type_hints(kind).values())
    return found
