"""What the HTML report's style promises: contrast in both schemes, and reflow in a real browser."""

from __future__ import annotations

import io
import re
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from auditor.browser.context import open_browser
from auditor.browser.options import BrowserOptions
from auditor.findings import Status
from auditor.reports import html_entries
from auditor.reports.html_report import write_html, write_html_files
from auditor.results import FindingState, ScanReport
from tests.auditor.reports.conftest import finding_of, jpeg, picture_of

AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")
CSS = files("auditor.reports").joinpath("report.css").read_text("utf-8")
LIGHT, DARK = (
    dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6})", block))
    for block in re.findall(r":root \{(.*?)\}", CSS, re.DOTALL)[:2]
)
TEXT = ("ink", "soft", "link", "missing", "wrong", "weak", "redundant", "decorative-suspect")
TEXT += ("not-checkable", "not-compared", "ok", "decorative")


def luminance(colour: str) -> float:
    """WCAG 2.2, relative luminance."""
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """WCAG 2.2, contrast ratio, 1 to 21."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("scheme", [LIGHT, DARK], ids=["light", "dark"])
def test_every_colour_of_text_can_be_read_on_paper_and_card(scheme: dict[str, str]) -> None:
    for name in TEXT:
        for ground in ("paper", "card"):
            assert contrast(scheme[name], scheme[ground]) >= 4.5, (name, ground)
    for name in ("ink", "soft"):
        for ground in ("notice", "quote"):
            assert contrast(scheme[name], scheme[ground]) >= 4.5, (name, ground)


@pytest.mark.parametrize("width", [320, 1280])
async def test_the_page_fits_its_window_and_nothing_is_refused(
    small_report, tmp_path, width: int
) -> None:
    out = io.StringIO()
    write_html(small_report, out)
    file = tmp_path / "report.html"
    file.write_text(out.getvalue(), "utf-8")
    said: list[str] = []
    async with open_browser(BrowserOptions()) as context:
        page = await context.new_page()
        page.on("console", lambda message: said.append(message.text))
        await page.set_viewport_size({"width": width, "height": 800})
        await page.goto(file.as_uri())
        await page.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
        assert await page.evaluate("document.documentElement.scrollWidth") == width
        assert await page.evaluate("document.images[0].naturalWidth") == 8
        await page.keyboard.press("Tab")
        assert await page.evaluate("document.activeElement.textContent") == "Skip to the report"
    assert said == []


@pytest.fixture
def whole_report(make_report, make_judged, make_scores, make_site, small_report) -> ScanReport:
    """A report in which every kind of content of the page occurs."""
    again = [
        make_judged(
            "One text", Status.WRONG, rank=rank, picture=picture_of(), scores=make_scores(2)
        )
        for rank in (5, 6, 7)
    ]
    repeats = finding_of("alt-repeats-caption", "It repeats the caption.")
    alike = [
        make_judged(
            f"Fox {rank}",
            Status.REDUNDANT,
            rank=rank,
            reason=repeats.message,
            findings=(repeats,),
            state=FindingState.NEW,
            selector=f"main > figure:nth-of-type({rank}) > img",
            src=f"{rank}.png",
        )
        for rank in (10, 11, 12)
    ]
    known = make_judged("Old", Status.REDUNDANT, rank=8, src=None, state=FindingState.KNOWN)
    hidden = make_judged("Away", Status.NOT_CHECKABLE, rank=9, frame="https://example.org/frame")
    return make_report(
        [*small_report.uses, *again, known, hidden, *alike],
        skipped=small_report.skipped,
        site_findings=(make_site("Two texts.", 2, 5),),
        states={"new": 2, "known": 1, "fixed": 0, "ignored": 0},
    )


async def axe(page: Any) -> dict[str, list[str]]:
    """What axe-core says of the page: rule and elements, by "violations" and "incomplete"."""
    await page.evaluate(AXE)
    found = await page.evaluate("axe.run(document)")
    return {
        kind: [
            f"{rule['id']}: {node['html'][:200]}" for rule in found[kind] for node in rule["nodes"]
        ]
        for kind in ("violations", "incomplete")
    }


def saved(report: ScanReport, folder: Path) -> str:
    (path,) = write_html_files(report, folder / "report.html")
    return path.as_uri()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [320, 1280])
async def test_axe_finds_nothing_and_is_sure_of_it(
    whole_report, tmp_path, width: int, scheme: str
) -> None:
    async with open_browser(BrowserOptions()) as context:
        page = await context.new_page()
        await page.emulate_media(color_scheme=scheme)
        await page.set_viewport_size({"width": width, "height": 800})
        await page.goto(saved(whole_report, tmp_path))
        await page.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
        assert await axe(page) == {"violations": [], "incomplete": []}
        assert await page.evaluate("document.documentElement.scrollWidth") == width


async def test_the_second_part_of_a_heavy_report_is_clean_too(
    make_report, make_judged, tmp_path
) -> None:
    uses = [
        make_judged(
            f"Text {rank}",
            Status.WEAK,
            rank=rank,
            picture=picture_of(str(rank), thumbnail=jpeg() + bytes(50_000)),
        )
        for rank in range(1, 60)
    ]
    _, second, *_ = write_html_files(make_report(uses), tmp_path / "report.html")
    async with open_browser(BrowserOptions()) as context:
        page = await context.new_page()
        await page.goto(second.as_uri())
        assert await axe(page) == {"violations": [], "incomplete": []}


async def test_entries_that_are_told_in_short_are_clean_too(
    make_report, make_judged, tmp_path, monkeypatch
) -> None:
    monkeypatch.setattr(html_entries, "IN_FULL", 2)
    uses = [
        make_judged(
            f"Text {rank}",
            Status.WEAK,
            rank=rank,
            src=f"https://example.org/{rank}.png",
            findings=(finding_of("text-says-little", "The reason."),),
            selector=f"#a{rank // 3} > p > img",
        )
        for rank in range(1, 12)
    ]
    async with open_browser(BrowserOptions()) as context:
        page = await context.new_page()
        await page.set_viewport_size({"width": 320, "height": 800})
        await page.goto(saved(make_report(uses), tmp_path))
        assert await page.locator("li.brief").count() == 9
        assert await axe(page) == {"violations": [], "incomplete": []}
        assert await page.evaluate("document.documentElement.scrollWidth") == 320


async def test_the_keyboard_reaches_everything_and_filters_without_script(
    whole_report, tmp_path
) -> None:
    async with open_browser(BrowserOptions()) as context:
        assert context.browser is not None
        no_script = await context.browser.new_context(java_script_enabled=False)
        page = await no_script.new_page()
        await page.goto(saved(whole_report, tmp_path))
        articles = page.locator("article:visible")
        await page.locator("details.filter > summary").focus()
        await page.keyboard.press("Enter")
        await page.keyboard.press("Tab")
        before = await articles.count()
        await page.keyboard.press("ArrowDown")
        assert await page.locator("#only-alt-placeholder").is_checked()
        assert (before, await articles.count()) == (6, 1)
        await page.keyboard.press("ArrowUp")
        assert await articles.count() == before
        await page.locator("a.skip").focus()
        reached = 1
        controls = page.locator("a:visible, summary:visible")
        total = await controls.count() + 1  # the radio buttons are one stop
        while reached < total:
            await page.keyboard.press("Tab")
            assert await page.evaluate("document.activeElement !== document.body"), reached
            reached += 1
        await page.keyboard.press("Tab")
        assert await page.evaluate("document.activeElement === document.body")
