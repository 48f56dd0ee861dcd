"""The panel shows what a scan of the same page finds, image by image."""

from __future__ import annotations

import base64
import io
from typing import Any

import pytest
from PIL import Image

from auditor.judge.judge import Judge
from tests.app.extension.conftest import expected, shown
from tests.app.extension.page_kinds import CSP, PLAIN, fill, page, picture

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest.mark.parametrize("path", ["/plain", "/shadow", "/frames", "/500"])
async def test_a_page_of_each_kind(judged: Any, scanned: Any, pages: Any, path: str) -> None:
    _, panel = await judged(pages.url(path))
    assert await shown(panel) == expected(await scanned(pages.url(path)))


async def test_a_page_of_the_public_internet(judged: Any, scanned: Any, public_pages: Any) -> None:
    _, panel = await judged(public_pages.url("/plain"))
    assert await shown(panel) == expected(await scanned(public_pages.url("/plain")))


async def test_a_page_over_tls_that_lets_nothing_in(
    judged: Any, scanned: Any, pages: Any, secure_pages: Any
) -> None:
    """A scan does not take a certificate that nobody signed: it reads the same page without TLS."""
    strict = {"Content-Security-Policy": CSP}
    fill(secure_pages, strict)
    pages["/strict"] = page("/plain", PLAIN, strict)
    _, panel = await judged(secure_pages.url("/plain"))
    seen = [
        (status, quality, heard.replace(secure_pages.url(), pages.url()))
        for status, quality, heard in await shown(panel)
    ]
    assert seen == expected(await scanned(pages.url("/strict")))


async def test_names_that_scripts_give_by_reference(judged: Any, scanned: Any, pages: Any) -> None:
    pages["/told"] = page(
        "Told by a script",
        """<p id=words>A red circle</p><img id=told src=/fox.png>
        <script>told.ariaLabelledByElements = [words];</script>""",
        {},
    )
    _, panel = await judged(pages.url("/told"))
    ours = await shown(panel)
    assert ours == expected(await scanned(pages.url("/told")))
    assert ours[0][2] == "graphic, A red circle"


async def test_what_only_a_scan_can_ask_for_is_said(judged: Any, pages: Any) -> None:
    """Elements of the page's own whose script may make images of them, and no others."""
    pages["/own"] = page(
        "Elements of its own",
        """<x-sky></x-sky> <x-sky></x-sky> <x-words>Words</x-words> <x-sky role=img></x-sky>
        <x-holder><img src=/fox.png alt="A red circle"></x-holder> <x-unknown></x-unknown>
        <style>x-sky, x-holder { display: inline-block; width: 90px; height: 60px }</style>
        <script>
          for (const name of ["x-sky", "x-words", "x-holder"])
            customElements.define(name, class extends HTMLElement {});
        </script>""",
        {},
    )
    _, panel = await judged(pages.url("/own"))
    unseen = await panel.locator("#unseen li").all_text_contents()
    assert [line.split(":")[0] for line in unseen if line.startswith("Elements")] == [
        "Elements of this page’s own, x-sky (2 of them)"
    ]


async def test_pictures_inside_drawings_are_drawn_too(
    judged: Any, pages: Any, public_pages: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of this site and another, by an address, data, and from a part that is used."""
    red, blue, green, gold = "#c02010", "#1040c0", "#109030", "#c0a010"
    pages["/red.png"] = picture(red, "circle")
    pages["/gold.png"] = picture(gold, "circle")
    public_pages["/green.png"] = picture(green, "circle")
    data = base64.b64encode(picture(blue, "circle")).decode()
    sources = ["/red.png", f"data:image/png;base64,{data}", public_pages.url("/green.png")]
    size = 'width="200" height="150"'
    parts = [f'<image href="{source}" {size}/>' for source in sources]
    parts += [f'<foreignObject {size}><img src="{s}" {size}></foreignObject>' for s in sources]
    parts += ['<use href="#part"/>']
    held = f'<symbol id="part"><image href="/gold.png" {size}/></symbol>'
    drawings = [f'<svg role="img" aria-label="A circle" {size}>{part}</svg>' for part in parts]
    body = f'<svg width="0" height="0">{held}</svg><p>{"<p>".join(drawings)}'
    pages["/drawings"] = page("Drawings", body, {})
    middles = []
    looked_at = Judge.picture

    def noted(judge: Judge, sent: bytes) -> Any:
        with Image.open(io.BytesIO(sent)) as image:
            if image.size == (200, 150):
                middles.append(
                    "#{:02x}{:02x}{:02x}".format(*image.convert("RGB").getpixel((100, 75)))
                )
        return looked_at(judge, sent)

    monkeypatch.setattr(Judge, "picture", noted)
    await judged(pages.url("/drawings"))
    assert sorted(middles) == sorted([red, blue, green] * 2 + [gold])


async def test_images_that_load_late_come_with_scrolling(
    judged: Any, scanned: Any, pages: Any
) -> None:
    _, panel = await judged(pages.url("/lazy"))
    found = expected(await scanned(pages.url("/lazy")))
    assert len(set(await shown(panel)) & set(found)) == 2
    _, panel = await judged(pages.url("/lazy"), button="Scroll through")
    assert await shown(panel) == found
