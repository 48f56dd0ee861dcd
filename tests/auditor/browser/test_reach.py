"""One page with every kind of image, read by a real browser: all found, named, in their places."""

from __future__ import annotations

from dataclasses import replace

import pytest
import pytest_asyncio

from auditor.browser.context import open_browser
from auditor.browser.options import BrowserOptions
from auditor.browser.tab import BrowserReader
from auditor.pages.disagreement import disagreement
from auditor.pages.frames import extract_frames
from auditor.pages.page import Page
from extractors.facts import Box
from extractors.records import Exposed, ImageMap, ImageRecord, Kind

pytestmark = pytest.mark.asyncio(loop_scope="session")
OPTIONS = BrowserOptions(timeout=8, settle=2, quiet=0.1)
GIF = "data:image/gif;base64,R0lGODlhAQABAIAAAAUEBAAAACwAAAAAAQABAAACAkQBADs="
STYLE = """<style>
  body { margin: 0 } img, svg, canvas, object, embed, video { display: block }
  .bg { width: 40px; height: 30px; background: linear-gradient(red, blue), url(/a.png) }
  .set { width: 20px; height: 20px;
    background-image: image-set(url(/2x.png) 2x, url(/1x.png) 1x) }
  .before::before { content: url(/a.png) / "generated" }
  .heading { content: url(/a.png) / "replaced" }
  .glyph::before { content: "\\e001" }
  .ligature { font-family: "Material Icons" }
</style>"""
KINDS = """
  <img id=plain src=/a.png alt=plain width=60 height=40>
  <picture><source srcset=/b.png><img id=picked src=/a.png alt=picked></picture>
  <svg id=drawn width=50 height=20 role=img aria-label=drawn></svg>
  <svg width=90 height=20><g id=part role=img aria-label="part of a drawing">
    <circle cx=20 cy=10 r=5 /></g></svg>
  <form><input id=button type=image src=/a.png alt=send></form>
  <img id=map src=/a.png alt=map usemap=#m width=200 height=100 style="border: 5px solid">
  <map name=m><area id=rect href=/x alt="in the map" coords="10,20,60,40">
    <area id=circle shape=circle href=/y alt="round" coords="100,50,10"></map>
  <map name=unused><area id=unused href=/z alt="of no image" coords="0,0,9,9"></map>
  <img id=lost src=/a.png alt="map lost" usemap=#nowhere>
  <object id=object data=/a.png type=image/png title=object></object>
  <object id=fallen data=/no.png type=image/png><img id=inner src=/a.png alt=fallback></object>
  <embed id=embed src=/a.png type=image/png title=embed>
  <canvas id=canvas width=30 height=20 aria-label=canvas></canvas>
  <div id=role role=img aria-label=role style="width:30px;height:20px"></div>
  <div id=bg class=bg></div><div id=set class=set></div>
  <p id=before class=before></p><h2 id=heading class=heading>Old</h2>
  <video id=poster poster=/a.png width=60 height=40></video>
  <i id=glyph class=glyph title="private use"></i>
  <i id=text>&#xe002;</i>
  <i id=ligature class=ligature>chevron_right</i>
  <img id=lazy data-src=/a.png src=PLACEHOLDER alt=lazy>
  <noscript><img src=/a.png alt=lazy></noscript>
  <iframe id=srcdoc srcdoc="<img src=/a.png alt='in srcdoc'>"></iframe>
  <iframe id=foreign src=FOREIGN></iframe>
  <div id=closed></div>
  <script>
    document.getElementById('closed').attachShadow({mode: 'closed'}).innerHTML =
      '<img src=/a.png alt="in a closed shadow root" width=70 height=30>';
  </script>"""


def records_of(page: Page) -> list[ImageRecord]:
    return [record for extraction in extract_frames(page.frames) for record in extraction.records]


@pytest_asyncio.fixture(loop_scope="session")
async def found(reader, site, picture_bytes) -> dict[str, ImageRecord]:
    """Records of the page with every kind, by selector."""
    for path in ("/a.png", "/b.png", "/1x.png", "/2x.png"):
        site[path] = picture_bytes(size=(100, 50))
    site["/frame"] = "<img src=/a.png alt='in another site'>"
    foreign = site.url("/frame", host="localhost")
    site["/"] = STYLE + KINDS.replace("FOREIGN", foreign).replace("PLACEHOLDER", GIF)
    page = await reader.read(site.url())
    records = records_of(page)
    by_selector = {record.selector: record for record in records}
    assert len(by_selector) == len(records)
    return by_selector


async def test_every_kind_is_found_with_its_name(found: dict[str, ImageRecord]) -> None:
    assert {s: (r.kind, r.informative_name) for s, r in found.items()} == {
        "#plain": (Kind.IMG, "plain"),
        "#picked": (Kind.IMG, "picked"),
        "#drawn": (Kind.SVG, "drawn"),
        "#part": (Kind.SVG, "part of a drawing"),
        "#button": (Kind.INPUT, "send"),
        "#map": (Kind.IMG, "map"),
        "#rect": (Kind.AREA, "in the map"),
        "#circle": (Kind.AREA, "round"),
        "#unused": (Kind.AREA, ""),
        "#lost": (Kind.IMG, "map lost"),
        "#object": (Kind.OBJECT, "object"),
        "#inner": (Kind.IMG, "fallback"),
        "#embed": (Kind.EMBED, "embed"),
        "#canvas": (Kind.CANVAS, "canvas"),
        "#role": (Kind.ROLE_IMG, "role"),
        "#bg": (Kind.CSS_BACKGROUND, ""),
        "#set": (Kind.CSS_BACKGROUND, ""),
        "#before::before": (Kind.CSS_BACKGROUND, "generated"),
        "#heading": (Kind.CSS_BACKGROUND, "replaced"),
        "#poster": (Kind.POSTER, ""),
        "#glyph::before": (Kind.ICON_FONT, "private use"),
        "#text": (Kind.ICON_FONT, ""),
        "#ligature": (Kind.ICON_FONT, "chevron_right"),
        "#lazy": (Kind.IMG, "lazy"),
        "#srcdoc >>> img": (Kind.IMG, "in srcdoc"),
        "#foreign >>> img": (Kind.IMG, "in another site"),
        "#closed >>> img": (Kind.IMG, "in a closed shadow root"),
    }


async def test_each_stands_in_its_place(found: dict[str, ImageRecord]) -> None:
    def size(selector: str) -> tuple[float, float]:
        box = found[selector].box
        assert box is not None
        return box.width, box.height

    assert size("#plain") == (60, 40)
    assert size("#closed >>> img") == (70, 30)
    assert size("#bg") == (40, 30)
    assert size("#object") == (100, 50)
    image = found["#map"].box
    assert image is not None
    assert found["#rect"].box == Box(image.x + 15, image.y + 25, 50, 20)
    assert found["#circle"].box == Box(image.x + 95, image.y + 45, 20, 20)


async def test_the_picture_is_the_one_really_shown(found: dict[str, ImageRecord], site) -> None:
    assert found["#picked"].src == site.url("/b.png")
    assert found["#set"].src == site.url("/1x.png")
    assert found["#rect"].src == site.url("/a.png")
    assert found["#text"].src is None


@pytest.mark.parametrize(
    "marker", ["list-style-image: url(/a.png)", "list-style: square url(/a.png)"]
)
async def test_the_picture_of_list_markers_is_found_once(reader, site, marker) -> None:
    site["/"] = f"<ul id=list style='{marker}'><li>One<li>Two</ul>"
    (record,) = records_of(await reader.read(site.url()))
    assert (record.selector, record.src) == ("#list", site.url("/a.png"))


async def test_masks_and_borders_of_pictures_are_found(reader, site) -> None:
    site["/"] = """<a href=/x><i id=mask style="mask-image: url(/a.png)"></i></a>
      <p id=border style="border: 9px solid; border-image: url(/b.png) 9"></p>"""
    found = {r.selector: (r.kind, r.src) for r in records_of(await reader.read(site.url()))}
    assert found == {
        "#mask": (Kind.CSS_BACKGROUND, site.url("/a.png")),
        "#border": (Kind.CSS_BACKGROUND, site.url("/b.png")),
    }


@pytest.mark.parametrize(
    ("family", "found"),
    [("Material Symbols Outlined", True), ("OurIcons", True), ("app-icon", True),
     ("Silicon", False), ("Lexicon Sans", False)],
)  # fmt: skip
async def test_a_font_is_known_by_its_name_to_draw_icons(reader, site, family, found) -> None:
    site["/"] = f"<b style='font-family: \"{family}\"'>menu_open</b>"
    assert [r.kind for r in records_of(await reader.read(site.url()))] == [Kind.ICON_FONT] * found


async def test_both_ends_of_an_image_map_are_told(found: dict[str, ImageRecord]) -> None:
    assert found["#map"].image_map is ImageMap.CLIENT
    assert found["#lost"].image_map is ImageMap.BROKEN
    unused = found["#unused"].exposure
    assert (unused.state, unused.reason) == (Exposed.HIDDEN, "no image uses its map")


async def test_chromium_agrees_on_every_image_of_the_page(found: dict[str, ImageRecord]) -> None:
    assert [s for s, record in found.items() if disagreement(record)] == []
    assert found["#closed >>> img"].chromium == ("image", "in a closed shadow root")
    assert found["#foreign >>> img"].chromium == ("image", "in another site")


async def test_a_disagreement_with_chromium_is_told(reader, site, picture_bytes) -> None:
    site["/a.png"] = picture_bytes()
    site["/"] = "<figure><img src=a.png><figcaption>A caption</figcaption></figure>"
    (record,) = records_of(await reader.read(site.url()))
    assert record.name.text == "A caption"
    assert disagreement(record) == ("image", "")


async def test_the_second_opinion_can_be_left_out(site, picture_bytes) -> None:
    site["/a.png"] = picture_bytes()
    site["/"] = "<img src=a.png alt=x>"
    options = replace(OPTIONS, second_opinion=False)
    async with open_browser(options) as context:
        reader = BrowserReader(context, options)
        (record,) = records_of(await reader.read(site.url()))
        await reader.close()
    assert record.chromium is None


@pytest.mark.parametrize(
    ("link", "name"),
    [
        ("<a href=x>one<span class=box>two</span><img src=a.png alt=three></a>", "one two three"),
        ("<a href=x><div class=line>one</div>two<img src=a.png alt=''></a>", "onetwo"),
        ("<a href=x class=made>two<img src=a.png alt=''></a>", "one two"),
        ("<a href=x class=drawn>two<img src=a.png alt=''></a>", "one two"),
        ("<a href=x aria-owns=o><img src=a.png alt=two></a><b id=o>three</b>", "twothree"),
        ("<b id=o><i class=box>one</i>two</b><a href=x aria-labelledby=o><img src=a.png></a>",
         "one two"),
    ],
)  # fmt: skip
async def test_names_from_content_follow_the_layout_as_in_chromium(
    reader, site, picture_bytes, link: str, name: str
) -> None:
    site["/a.png"] = picture_bytes(size=(10, 10))
    site["/"] = (
        """<style>.box { display: inline-block } .line { display: inline }
      .made::before { content: "one"; display: block }
      .drawn::before { content: url(/a.png) / "one" }</style>"""
        + link
    )
    record = records_of(await reader.read(site.url()))[-1]
    control = record.context.control
    assert control is not None
    assert control.name.replace(" ", "") == name.replace(" ", "")
    tree = await reader.cdp.send("Accessibility.getFullAXTree")
    (theirs,) = [n["name"]["value"] for n in tree["nodes"] if n["role"]["value"] == "link"]
    assert " ".join(theirs.split()) == control.name
