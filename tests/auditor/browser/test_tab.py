"""Pages in a real browser: what the snapshot holds, and how pages fail."""

import asyncio
import io
from dataclasses import replace

import pytest
from PIL import Image, ImageColor
from playwright.async_api import Error

import auditor.browser.tab
from auditor.browser.context import open_browser
from auditor.browser.options import BrowserOptions
from auditor.browser.settling import Restless
from auditor.browser.snapshot import TakenSnapshot
from auditor.browser.tab import BrowserReader
from auditor.pages.frames import extract_frames, lost_frames
from auditor.pages.page import Page, PageError
from extractors.records import ImageRecord

pytestmark = pytest.mark.asyncio(loop_scope="session")
OPTIONS = BrowserOptions(timeout=8, settle=4, quiet=0.1)


def records(page: Page) -> dict[str, ImageRecord]:
    """Records of all frames by accessible name."""
    return {r.name.text: r for e in extract_frames(page.frames) for r in e.records}


async def test_shadow_roots_open_closed_and_declared_are_read(reader, site, picture_bytes) -> None:
    site["/a.png"] = picture_bytes()
    site["/"] = """
      <div id=open></div><div id=closed></div>
      <div><template shadowrootmode=closed><img src=a.png alt=declared></template></div>
      <script>
        const inner = '<p><img src=a.png alt=NAME></p><div id=deep></div>';
        for (const mode of ['open', 'closed']) {
          const root = document.getElementById(mode).attachShadow({mode});
          root.innerHTML = inner.replace('NAME', mode);
          root.getElementById('deep').attachShadow({mode: 'closed'}).innerHTML =
            `<img src=a.png alt="deep in ${mode}">`;
        }
      </script>"""
    page = await reader.read(site.url())
    found = records(page)
    assert set(found) == {"open", "closed", "declared", "deep in open", "deep in closed"}
    assert all(r.loaded and r.box and r.box.width == 300 for r in found.values())
    assert found["deep in closed"].selector == "#closed >>> #deep >>> img"


async def test_frames_are_read_with_boxes_on_the_page(reader, site, picture_bytes) -> None:
    site["/a.png"] = picture_bytes()
    site["/frame"] = "<style>body{margin:0}</style><img src=/a.png alt=framed>"
    other = site.url("/frame", host="localhost")
    site["/"] = f"""<style>body{{margin:0}} iframe{{border:0; display:block}}</style>
      <div style="height:40px"></div>
      <iframe id=same src=/frame></iframe>
      <iframe id=other src="{other}"></iframe>
      <iframe id=own srcdoc="<img src=/a.png alt='in srcdoc'>"></iframe>"""
    page = await reader.read(site.url())
    by_selector = {r.selector: r for e in extract_frames(page.frames) for r in e.records}
    assert set(by_selector) == {"#same >>> img", "#other >>> img", "#own >>> img"}
    boxes = {selector: record.box.y for selector, record in by_selector.items()}
    assert boxes["#same >>> img"] == 40
    assert boxes["#other >>> img"] == 190
    assert page.skipped == ()


async def test_a_frame_of_another_process_is_read_in_its_place(site, picture_bytes) -> None:
    site["/a.png"] = picture_bytes()
    site["/frame"] = "<style>body{margin:0}</style><img src=/a.png alt=framed>"
    other = site.url("/frame", host="localhost")
    site["/"] = f"""<style>body{{margin:0}} iframe{{border:0; display:block}}</style>
      <div style="height:40px"></div><iframe id=other src="{other}"></iframe>"""
    isolated = BrowserOptions(timeout=8, settle=4, quiet=0.1, flags=("--site-per-process",))
    async with open_browser(isolated) as context:
        reader = BrowserReader(context, isolated)
        found = records(await reader.read(site.url()))["framed"]
        await reader.close()
    assert found.selector == "#other >>> img"
    assert found.box is not None
    assert found.box.y == 40


async def test_a_frame_that_does_not_load_is_told_by_the_document_that_holds_it(
    reader, site
) -> None:
    site["/"] = '<iframe src="http://127.0.0.1:1/"></iframe><p>text</p>'
    page = await reader.read(site.url())
    assert len(page.frames) == 1
    [missing] = lost_frames(page, extract_frames(page.frames))
    assert missing.subject == "http://127.0.0.1:1/"


async def test_lazy_images_are_loaded_by_scrolling(reader, site, picture_bytes) -> None:
    site["/a.png"] = picture_bytes()
    site["/b.png"] = picture_bytes("blue")
    site["/"] = """<div style="height:6000px"></div><img src=a.png loading=lazy alt=native>
      <div style="height:6000px"></div><img data-src=b.png alt=scripted>
      <script>new IntersectionObserver((seen, self) => seen.forEach(({isIntersecting, target}) => {
        if (isIntersecting) target.src = target.dataset.src;
      })).observe(document.querySelector('[data-src]'));</script>"""
    found = records(await reader.read(site.url()))
    assert found["native"].loaded
    assert found["scripted"].src == site.url("/b.png")
    assert found["scripted"].loaded


async def test_css_pictures_and_hidden_images_are_seen_as_computed(
    reader, site, picture_bytes
) -> None:
    site["/a.png"] = picture_bytes()
    site["/"] = """<style>.bg{background:url(a.png);height:9px} .no{display:none}
      .icon::before{content:url(a.png) / "of an icon"}</style>
      <div class=bg></div><p class=icon></p><div class=no><img src=a.png alt=unseen></div>"""
    page = await reader.read(site.url())
    (extraction,) = extract_frames(page.frames)
    kinds = [(r.kind.value, r.name.text, r.exposure.state.value) for r in extraction.records]
    assert kinds == [
        ("css-background", "", "decorative"),
        ("css-background", "of an icon", "exposed"),
        ("img", "unseen", "hidden"),
    ]


async def test_pictures_come_from_the_browser_with_its_session(reader, site, picture_bytes) -> None:
    red = picture_bytes()
    site["/a.png"] = (200, {"Content-Type": "image/png", "Cache-Control": "no-store"}, red)
    site["/"] = "<img src=a.png alt=red><svg width=40 height=20 role=img aria-label=drawn></svg>"
    page = await reader.read(site.url())
    found = records(page)
    frame = page.frames[0].frame_id
    assert await reader.fetch(found["red"], frame) == red
    assert site.asked.count("/a.png") == 1
    assert (await reader.fetch(found["drawn"], frame)).startswith(b"\x89PNG")


async def test_drawings_taken_at_the_same_time_are_each_their_own(reader, site) -> None:
    colours = ("red", "lime", "blue", "black", "white", "yellow")
    site["/"] = "".join(
        f"""<div style="height:{n * 300}px"></div><svg role=img aria-label={colour} width=40
        height=20><rect width=40 height=20 fill={colour} /></svg>"""
        for n, colour in enumerate(colours)
    )
    page = await reader.read(site.url())
    found = records(page)
    frame = page.frames[0].frame_id
    drawn = await asyncio.gather(*(reader.fetch(found[c], frame) for c in colours))
    for colour, data in zip(colours, drawn, strict=True):
        image = Image.open(io.BytesIO(data)).convert("RGB")
        assert image.getpixel((20, 10)) == ImageColor.getrgb(colour)


async def test_a_deeply_nested_page_and_five_thousand_images_are_read(site) -> None:
    # A gif of one pixel, in words.
    gif = "data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA="
    images = f'<img src="{gif}" alt=x>' * 5000
    site["/"] = "<div>" * 400 + images + "</div>" * 400
    options = replace(OPTIONS, timeout=60)
    async with open_browser(options) as context:
        reader = BrowserReader(context, options)
        (extraction,) = extract_frames((await reader.read(site.url())).frames)
        await reader.close()
    assert len(extraction.records) == 5000


async def test_a_page_that_went_on_before_it_could_be_read_is_refused_in_words(
    reader, site, monkeypatch
) -> None:
    async def nothing(*given: object, **options: object) -> TakenSnapshot:
        return TakenSnapshot((), (), {})

    site["/"] = "<p>words"
    monkeypatch.setattr("auditor.browser.tab.take_snapshot", nothing)
    with pytest.raises(PageError, match="again and again"):
        await reader.read(site.url())


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ((404, {"Content-Type": "text/html"}, b"<p>gone"), "HTTP 404"),
        ((500, {"Content-Type": "text/html"}, b""), "HTTP 500"),
        ((401, {"Content-Type": "text/html"}, b""), "HTTP 401.*--http-auth"),
        ((429, {"Retry-After": "5"}, b""), "HTTP 429"),
        ((403, {"cf-mitigated": "challenge"}, b""), "wall against robots"),
        ((302, {"Location": "/"}, b""), "redirects in a loop"),
        ((200, {"Content-Type": "application/json"}, b"{}"), "not HTML but application/json"),
        ((200, {"Content-Type": "application/zip"}, b"PK"), "download"),
        ((200, {"Content-Type": "image/png"}, b"\x89PNG"), "not HTML but image/png"),
    ],
)
async def test_what_is_no_page_is_refused_in_words(reader, site, answer, reason: str) -> None:
    site["/"] = answer
    site["/next"] = "<p>fine"
    with pytest.raises(PageError, match=reason):
        await reader.read(site.url())
    assert (await reader.read(site.url("/next"))).title == "/next"


async def test_an_unreachable_host_is_refused_in_words(reader) -> None:
    with pytest.raises(PageError, match=r"not known|no network|not answer|cannot be reached"):
        await reader.read("http://no-such-host.invalid/")


@pytest.mark.parametrize(
    ("page", "reason"),
    [
        ("<script>addEventListener('scroll', () => { for (;;); })</script>" + "<br>" * 999, "hung"),
        ("<script>for (;;);</script>", "still loading"),
        ("<script>for (;;) alert(1);</script>", "still loading"),
        ("<script src=/never.js></script>", "still loading"),
    ],
)
async def test_a_page_that_hangs_ends_at_its_limit_with_what_it_had(site, page, reason) -> None:
    site["/"] = f"<img src=x alt=before>{page}"
    site["/next"] = "<p>fine"
    site.hold("/never.js")
    options = replace(OPTIONS, timeout=4, settle=2)
    async with open_browser(options) as context:
        reader = BrowserReader(context, options)
        hung = await reader.read(site.url())
        assert "before" in records(hung)
        assert reason in hung.skipped[0].reason
        assert (await reader.read(site.url("/next"))).title == "/next"
        await reader.close()


async def test_a_page_without_end_is_scrolled_so_far_and_no_further(site) -> None:
    site["/"] = """<p style="height: 2000px">x<script>addEventListener("scroll", () => {
      document.body.append(Object.assign(document.createElement("p"), {style: "height: 2000px"}))
    })</script>"""
    options = replace(OPTIONS, screens=5)
    async with open_browser(options) as context:
        reader = BrowserReader(context, options)
        page = await reader.read(site.url())
        await reader.close()
    assert [s.reason for s in page.skipped] == ["it is longer than 5 screens, which were scrolled"]


async def test_a_page_that_asks_without_end_is_answered_and_leaves_nothing_open(
    reader, site
) -> None:
    site["/"] = """<script>
      for (let n = 0; n < 500; n++) { alert(n); confirm(n); prompt(n); open("/x"); }
      onbeforeunload = (event) => { event.preventDefault(); return "stay"; };
      print();
    </script><img src=x alt=after><a download href=/y id=y>y</a><script>y.click()</script>"""
    site["/next"] = "<p>fine"
    page = await reader.read(site.url())
    assert "after" in records(page)
    assert len(reader._context.pages) == 1
    assert (await reader.read(site.url("/next"))).title == "/next"


BANNER = """<div id=onetrust-banner-sdk><img src=x alt=banner>
  <button id=onetrust-accept-btn-handler>Accept</button>
  <button id=onetrust-reject-all-handler>Reject</button></div>
  <script>for (const button of document.querySelectorAll("button")) button.onclick = () => {
    document.title = button.textContent; document.getElementById("onetrust-banner-sdk").remove();
  }</script><img src=x alt=content>"""


@pytest.mark.parametrize(
    ("answer", "title", "left"),
    [(None, "/", 2), ("reject", "Reject", 1), ("accept", "Accept", 1)],
)
async def test_a_banner_is_answered_when_asked_to(site, answer, title: str, left: int) -> None:
    site["/"] = BANNER
    options = replace(OPTIONS, consent=answer)
    async with open_browser(options) as context:
        reader = BrowserReader(context, options)
        page = await reader.read(site.url())
        await reader.close()
    assert (page.title, len(records(page))) == (title, left)


@pytest.mark.parametrize(
    "move",
    [
        "<script>location.replace('/next')</script>",
        "<script>setTimeout(() => { location = '/next' }, 60)</script>",
        "<meta http-equiv=refresh content='0; url=/next'>",
    ],
)
async def test_a_page_that_goes_on_by_itself_is_followed(reader, site, move: str) -> None:
    site["/"] = move
    site["/next"] = "<img src=x alt=arrived>"
    page = await reader.read(site.url())
    assert page.final_url == site.url("/next")
    assert "arrived" in records(page)


@pytest.mark.parametrize("step", ["settle", "take_snapshot"])
async def test_what_another_page_disturbed_is_read_once_more_in_a_tab_of_its_own(
    reader, site, monkeypatch, step: str
) -> None:
    real = getattr(auditor.browser.tab, step)
    tabs: list[object] = []

    async def disturbed(cdp: object, *given: object, **options: object) -> object:
        tabs.append(cdp)
        if len(tabs) == 1:
            raise Restless if step == "settle" else Error("Execution context was destroyed.")
        return await real(cdp, *given, **options)

    site["/"] = "<p>words"
    monkeypatch.setattr(auditor.browser.tab, step, disturbed)
    assert (await reader.read(site.url())).title == "/"
    assert len(set(tabs)) == 2


async def test_a_page_that_goes_on_for_ever_is_refused_and_its_tab_not_used_again(
    reader, site
) -> None:
    site["/"] = "<meta http-equiv=refresh content=0>"
    with pytest.raises(PageError, match="again and again"):
        await reader.read(site.url())
    with pytest.raises(AssertionError, match="no page was read"):
        _ = reader.cdp


async def test_dialogs_pop_ups_and_bad_bytes_do_not_stop_a_page(reader, site) -> None:
    body = (
        b"<title>caf\xff\xfe</title><img alt='\xc3\x28' src=x><script>alert(1); open('/x')</script>"
    )
    site["/"] = (200, {"Content-Type": "text/html; charset=utf-8"}, body)
    page = await reader.read(site.url())
    assert page.title == "caf��"
    assert "�(" in records(page)
