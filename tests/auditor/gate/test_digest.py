"""The page to mail: only what is new and asks for work, worse, or gone."""

from __future__ import annotations

from typing import Any

from auditor.findings import Status
from auditor.gate.compare import Change, ChangedUse, Comparison, SeenUse
from auditor.gate.digest import LISTED, digest_html
from auditor.results import ModelIdentity, ScanReport


def report(**changes: Any) -> ScanReport:
    values: dict[str, Any] = {
        "targets": ("https://example.org/",),
        "started": "2026-11-27T20:00:00+00:00",
        "finished": "2026-11-27T20:00:09+00:00",
        "tool_version": "0.1.0",
        "model": ModelIdentity("compact", ""),
        "pages": (),
        "counts": {},
        "rule_counts": {},
        "site_findings": (),
        "skipped": (),
        "uses": (),
    }
    return ScanReport(**(values | changes))


def seen(title: str, status: Status = Status.WEAK) -> SeenUse:
    page = "https://example.org/foxes"
    return SeenUse("", page, "#fox", 0, title, title, "fox.png", status, 2.0)


def digest(*pairs: ChangedUse, **changes: Any) -> str:
    return digest_html(Comparison(pairs, 7, True), report(), report(**changes))


def test_what_is_worse_new_and_gone_is_told_and_nothing_else() -> None:
    html = digest(
        ChangedUse(Change.WORSE, seen("A good fox", Status.OK), seen("fox.png")),
        ChangedUse(Change.BETTER, seen("was bad"), seen("is good", Status.OK)),
        ChangedUse(Change.APPEARED, None, seen("new.png")),
        ChangedUse(Change.APPEARED, None, seen("new and good", Status.OK)),
        ChangedUse(Change.CHANGED, seen("was x", Status.NOT_CHECKABLE), seen("now seen")),
        ChangedUse(Change.CHANGED, seen("reworded"), seen("another weak one")),
        ChangedUse(Change.GONE, seen("went"), None),
    )
    assert "Worse: 1 image. New, and to be mended: 2 images. Gone: 1 image." in html
    for told in ("A good fox", "fox.png", "new.png", "now seen", "went"):
        assert told in html
    for untold in ("is good", "new and good", "another weak one"):
        assert untold not in html


def test_what_one_scan_did_not_read_is_not_called_gone_or_new() -> None:
    html = digest(ChangedUse(Change.GONE, seen("went"), None, read=False))
    assert "Nothing is new, nothing got worse, and nothing is gone." in html
    assert "1 more image on pages that one of the scans did not read" in html


def test_a_mail_stays_short_runs_nothing_and_asks_for_nothing() -> None:
    attack = "<script>alert(1)</script>" + "x" * 10_000
    pairs = [ChangedUse(Change.WORSE, seen(attack), seen(attack)) for _ in range(400)]
    html = digest(*pairs)
    assert f"and {400 - LISTED} more" in html
    assert len(html) < 100_000
    assert not any(part in html for part in ("<script", "<img", "<link", "url("))
