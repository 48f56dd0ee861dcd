"""A small report, for every format."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

import pytest
from PIL import Image

from auditor.findings import Finding, Outcome, Severity, Skipped, Status, Verdict
from auditor.results import JudgedUse, ModelIdentity, PageInfo, PictureInfo, ScanReport, SiteResult
from extractors.facts import Box
from extractors.records import Context, Control

MakeReport = Callable[..., ScanReport]
PAGE = "https://example.org/foxes"


def jpeg(grey: int = 128) -> bytes:
    out = io.BytesIO()
    Image.new("L", (8, 8), grey).save(out, "JPEG")
    return out.getvalue()


def picture_of(sha256: str = "f0" * 32, **changes: Any) -> PictureInfo:
    values = {"mime": "image/jpeg", "width": 300, "height": 200, "size": 9000}
    return PictureInfo(sha256, **(values | {"thumbnail": jpeg()} | changes))


def finding_of(rule: str, message: str, outcome: Outcome = Outcome.FAILED) -> Finding:
    return Finding(rule, outcome, Severity.SERIOUS, message, {"text": "a"})


def site_of(message: str, *ranks: int, rule: str = "one-picture-many-texts") -> SiteResult:
    finding = Finding(rule, Outcome.CANT_TELL, Severity.ADVICE, message, {"uses": str(len(ranks))})
    return SiteResult(finding, len(ranks), ranks[:100])


@pytest.fixture
def make_site() -> Callable[..., SiteResult]:
    return site_of


@pytest.fixture
def make_judged(make_record) -> Callable[..., JudgedUse]:
    def make(
        text: str | None = "A red fox",
        status: Status = Status.OK,
        *,
        rank: int = 1,
        reason: str = "The reason.",
        findings: tuple[Finding, ...] = (),
        priority: float = 50.0,
        page_url: str = PAGE,
        **changes: Any,
    ) -> JudgedUse:
        picture = changes.pop("picture", None)
        scores = changes.pop("scores", None)
        profile = changes.pop("profile", None)
        states = {name: changes.pop(name) for name in ("states", "state") if name in changes}
        verdict = Verdict(status, reason, findings, priority)
        record = make_record(text, **changes)
        return JudgedUse(
            rank, page_url, "Foxes", record, picture, scores, verdict, **states, profile=profile
        )

    return make


@pytest.fixture
def make_report() -> MakeReport:
    def make(judged: Iterable[JudgedUse] = (), /, **changes: Any) -> ScanReport:
        listed = list(judged)
        found = Counter(use.verdict.status for use in listed)
        rules = Counter(f.rule for use in listed for f in use.verdict.findings)
        values: dict[str, Any] = {
            "targets": (PAGE,),
            "started": "2026-11-27T20:00:00+00:00",
            "finished": "2026-11-27T20:00:09+00:00",
            "tool_version": "0.1.0",
            "model": ModelIdentity("compact", "ab" * 32),
            "pages": (PageInfo(PAGE, PAGE, 200, "Foxes", "en", "done", len(listed)),),
            "counts": {status.value: found[status] for status in Status},
            "rule_counts": dict(rules.most_common()),
            "site_findings": (),
            "skipped": (),
            "uses": iter(listed),
        }
        return ScanReport(**(values | changes))

    return make


@pytest.fixture
def small_report(make_report, make_judged, make_scores) -> ScanReport:
    """One image use of several statuses, and one thing that was not checked."""
    link = Control("link", "", "", "https://example.org/home")
    missing = finding_of("linked-image-without-name", "It has no name.")
    weak = finding_of("alt-placeholder", "It tells nothing.")
    doubt = finding_of("text-says-little", "It says little.", Outcome.CANT_TELL)
    uses = [
        make_judged(
            None,
            Status.MISSING,
            reason="It has no name.",
            findings=(missing,),
            context=Context(control=link, heading="Start"),
            selector="#logo",
        ),
        make_judged(
            "image",
            Status.WEAK,
            rank=2,
            reason="It tells nothing.",
            findings=(weak, doubt),
            picture=picture_of(),
            scores=make_scores(1.5, compatibility=None),
            box=Box(0, 10, 300, 200),
            natural_size=(600, 400),
        ),
        make_judged("A red fox", rank=3, picture=picture_of(), scores=make_scores(4.2)),
        make_judged("", Status.DECORATIVE, rank=4, priority=0.0),
    ]
    skipped = (Skipped("frame https://ads.example/", "it did not answer", PAGE),)
    across = (site_of("One picture has two texts.", 2, 3),)
    return make_report(uses, skipped=skipped, site_findings=across)


@pytest.fixture(
    params=[
        "</script><script>alert(1)</script>",
        "\"><img src=x onerror='alert(1)'>",
        "{{ 7 * 7 }}{% raw %}",
        "=cmd|' /C calc'!A0",
        "]]>",
        "a \x00\x1b[31m\x1b]0;title\x07\u202eevil\u2066",
        "a \ud800",
        "[bold red]not markup[/]",
        "x" * 1_000_000,
    ],
    ids=lambda text: ascii(text[:20]),
)
def hostile(request: pytest.FixtureRequest) -> str:
    """A text that attacks whoever reads it."""
    return str(request.param)


@pytest.fixture
def hostile_report(make_report, make_judged, hostile: str) -> ScanReport:
    """A report in which the attack stands wherever a page can put text."""
    context = Context(
        page_title=hostile,
        heading=hostile,
        caption=hostile,
        control=Control("link", hostile, hostile, "javascript:" + hostile),
        text_before=hostile[:400],
        text_after=hostile[:400],
        described_by=hostile,
    )
    use = make_judged(
        hostile,
        Status.WEAK,
        reason=hostile[:160],
        findings=(finding_of("alt-url", hostile[:160] + "."),),
        context=context,
        src="javascript:" + hostile,
        selector=hostile,
        html=hostile[:500],
        page_url="javascript:alert(1)",
        picture=picture_of(thumbnail=b"<svg onload=alert(1)>"),
    )
    page = PageInfo("javascript:alert(1)", " javascript:alert(1)", 200, hostile, "en", "done", 1)
    skipped = (Skipped(hostile, hostile, hostile),)
    across = (site_of(hostile, 1),)
    return make_report(
        [use], pages=(page,), targets=(hostile,), skipped=skipped, site_findings=across
    )
