"""What the HTML report's style promises: contrast in both schemes, and reflow in a real browser."""

from __future__ import annotations

import io
import re
from importlib.resources import files

import pytest

from auditor.browser import BrowserOptions, open_browser
from auditor.reports.html_report import write_html

CSS = files("auditor.reports").joinpath("report.css").read_text("utf-8")
LIGHT, DARK = (
    dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6})", block))
    for block in re.findall(r":root \{(.*?)\}", CSS, re.DOTALL)[:2]
)
TEXT = ("ink", "soft", "link", "missing", "wrong", "weak", "redundant", "decorative-suspect")
TEXT += ("not-checkable", "ok", "decorative")


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
