"""Baselines and ignores, over real scans of a site on loopback."""

import json
from collections.abc import Sequence
from datetime import date
from pathlib import Path

import pytest

from auditor.findings import Status, Verdict
from auditor.gate.baseline import Standing, entries, hold, read_baseline
from auditor.gate.ignores import Ignore, read_ignores
from auditor.results import FindingState, JudgedUse
from auditor.store.writer import Store
from tests.auditor.conftest import record_of, scores_of
from tests.conftest import Run

BEFORE = """
<main><h1>Foxes</h1>
<section class="card-a1b2"><img class="x9" src="/fox.png" alt="fox.png"></section>
<section class="card-a1b2"><img src="/hill.png"><img src="/hill.png"></section>
<p><a href="/den"><img src="/den.png"></a></p>
</main>"""
AFTER = """
<div id="app"><div class="css-77"><div class="card-z9y8"><a href="/den">
<span class="q"><img loading="eager" class="n1" src="/den.png?w=300&amp;v=8123"></span></a></div>
</div>
<article><h1 class="t">Foxes</h1>
<p class="k"><img src="/hill.png?cb=1"></p><div><img src="/hill.png?cb=2"></div>
<div><img class="m" id="late" src="/%66ox.png?v=4411" alt="fox.png"></div></article></div>"""


@pytest.fixture
def foxes(site, picture_bytes):
    """A site whose first page gives four findings, one a picture, and a second page with none."""
    for name, colour in (("fox", "red"), ("hill", "green"), ("den", "blue")):
        data = picture_bytes(colour)
        for query in ("", "?w=300&v=8123", "?cb=1", "?cb=2"):
            site[f"/{name}.png{query}"] = data
        site["/%66ox.png?v=4411"] = picture_bytes("red")
    site["/"] = BEFORE
    site["/den"] = "<h1>The den</h1><p>Words only."
    return site


def scan(run: Run, site, path: Path, *options: object) -> tuple[int, str]:
    """Exit code and stderr of a scan."""
    code, _, err = run("scan", site.url(), "--static", "--no-score", "--save", path, *options)
    return code, err


def held(path: Path, baseline: Path | None = None, ignores: Sequence[Ignore] = ()) -> Standing:
    known = read_baseline(baseline) if baseline else ()
    with Store(path) as store:
        return hold(store.report(), known, ignores, date(2026, 1, 1))


def uses(path: Path, standing: Standing) -> list[JudgedUse]:
    with Store(path) as store:
        return list(standing.applied(store.report()).uses)


@pytest.fixture
def baseline(run: Run, foxes, tmp_path: Path) -> Path:
    """The baseline of that site as it was."""
    scan(run, foxes, tmp_path / "before.db")
    path = tmp_path / "baseline.json"
    assert run("baseline", tmp_path / "before.db", "-o", path)[0] == 0
    return path


def counts(new: int, known: int, fixed: int = 0, ignored: int = 0) -> dict[str, int]:
    return {"new": new, "known": known, "fixed": fixed, "ignored": ignored}


def test_class_names_places_and_query_strings_make_nothing_new(
    run, foxes, tmp_path, baseline
) -> None:
    foxes["/"] = AFTER
    path = tmp_path / "after.db"
    assert scan(run, foxes, path, "--baseline", baseline)[0] == 0
    standing = held(path, baseline)
    assert standing.counts == counts(0, 4)
    assert [use.states for use in uses(path, standing)] == [(FindingState.KNOWN,)] * 4


def test_one_changed_text_is_one_new_and_one_fixed_finding(run, foxes, tmp_path, baseline) -> None:
    foxes["/"] = BEFORE.replace('fox.png">', 'IMG_2041.png">')
    path = tmp_path / "after.db"
    assert scan(run, foxes, path, "--baseline", baseline)[0] == 2
    standing = held(path, baseline)
    assert standing.counts == counts(1, 3, fixed=1)
    (new,) = [use for use in uses(path, standing) if use.state is FindingState.NEW]
    assert [finding.rule for finding in new.verdict.findings] == ["alt-file-name"]
    options = ("--baseline", baseline)
    assert run("report", path, *options, "--max-new", 1)[0] == 0
    assert run("report", path, *options, "--fail-on", "missing")[0] == 0
    assert run("report", path, *options, "--fail-on", "weak")[0] == 2


def test_a_third_equal_use_is_new(run, foxes, tmp_path, baseline) -> None:
    foxes["/"] = BEFORE + "<img src=/hill.png>"
    path = tmp_path / "after.db"
    assert scan(run, foxes, path, "--baseline", baseline)[0] == 2
    assert held(path, baseline).counts == counts(1, 4)


def test_findings_of_pages_that_were_not_read_are_not_called_fixed(
    run, foxes, tmp_path, baseline
) -> None:
    foxes["/other"] = "<h1>Other</h1>"
    path = tmp_path / "other.db"
    options = ("--static", "--no-score", "--baseline", baseline, "--save", path)
    code, _, err = run("scan", foxes.url("/other"), *options)
    assert code == 0
    assert "Baseline: 4 known findings are on pages that this scan did not read" in err
    assert held(path, baseline).counts == counts(0, 0)


def test_the_file_is_the_same_for_the_same_findings_and_has_a_line_a_finding(
    run, foxes, tmp_path, baseline
) -> None:
    first = baseline.read_text("utf-8")
    scan(run, foxes, tmp_path / "again.db", "--concurrency", 1)
    run("baseline", tmp_path / "again.db", "-o", baseline)
    assert baseline.read_text("utf-8") == first
    assert run("baseline", tmp_path / "again.db", "-o", "-")[1] == first
    found = json.loads(first)["findings"]
    lines = [line.strip().rstrip(",") for line in first.splitlines() if '"rule"' in line]
    assert [json.loads(line) for line in lines] == found
    assert {entry["page"] for entry in found} == {"/"}
    assert "fox.png" in {entry["text"] for entry in found}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (None, "cannot be read"),
        ("{", "is not JSON"),
        ("[]", "is not a baseline"),
        ('{"schema": "auditor-baseline/1", "findings": [{"page": 1}]}', "is damaged"),
    ],
)
def test_a_baseline_that_cannot_be_used_is_said_before_the_scan(
    run, site, tmp_path, text, words: str
) -> None:
    path = tmp_path / "baseline.json"
    if text is not None:
        path.write_text(text)
    code, out, err = run("scan", site.url(), "--baseline", path)
    assert (code, out, site.asked) == (1, "", [])
    assert words in err
    assert len(err.strip().splitlines()) == 1


def test_ignores_hold_until_they_expire_and_say_when_they_agree_with_nothing(
    run, foxes, tmp_path
) -> None:
    path = tmp_path / "ignores.toml"
    path.write_text("""
        [[ignore]]
        rule = "alt-file-name"
        page = "/*"
        reason = "The newsroom writes these texts next week."
        owner = "newsroom"
        expires = 9999-12-31

        [[ignore]]
        rule = "image-without-name"
        reason = "Nobody had time."
        owner = "newsroom"
        expires = 2020-01-31

        [[ignore]]
        text = "a text that no image has"
        reason = "It was there once."
    """)
    code, err = scan(run, foxes, tmp_path / "a.db", "--ignores", path)
    assert code == 2
    assert held(tmp_path / "a.db", ignores=read_ignores(path)).counts == counts(3, 0, ignored=1)
    assert (
        f"{path}, ignore 2 expired on 2020-01-31 and holds no longer: Nobody had time. "
        "(owner: newsroom)\n" in err
    )
    assert f"{path}, ignore 3 agrees with nothing: It was there once.\n" in err
    path.write_text('[[ignore]]\npage = "*"\nreason = "An archive."\n')
    assert run("report", tmp_path / "a.db", "--ignores", path)[0] == 0


def test_a_use_that_asks_for_work_without_a_finding_is_known_by_its_verdict() -> None:
    def use(status: Status, quality: float) -> JudgedUse:
        scores, verdict = scores_of(quality), Verdict(status, "", (), 1)
        return JudgedUse(1, "http://site/", "", record_of(), None, scores, verdict)

    weak, fair = use(Status.WEAK, 2.0), use(Status.OK, 3.0)
    assert [entry.rule for entry in entries([weak])] == [""]
    assert entries([fair]) == []
    assert len(entries([fair], below=3.5)) == 1
