"""Pages of which only a part scrolls, and lists that hold only what is in view."""

from dataclasses import replace

import pytest

from auditor.browser.context import open_browser
from auditor.browser.options import BrowserOptions
from auditor.browser.tab import BrowserReader
from auditor.pages.frames import extract_frames

pytestmark = pytest.mark.asyncio(loop_scope="session")
OPTIONS = BrowserOptions(timeout=12, settle=8, quiet=0.1)
STYLE = "<style>html, body { height: 100%; margin: 0; overflow: hidden }</style>"


@pytest.fixture
def pictures(site, picture_bytes) -> None:
    for number in range(40):
        site[f"/{number}.png"] = picture_bytes()


async def read(reader, site) -> tuple[list[str], list[str]]:
    """Texts of the images, and what was missing."""
    page = await reader.read(site.url())
    records = extract_frames(page.frames)[0].records
    return [record.name.text for record in records], [s.reason for s in page.skipped]


async def test_what_is_added_while_a_pane_scrolls_is_read(reader, site, pictures) -> None:
    site["/"] = (
        STYLE
        + """<main id=pane style="height: 100vh; overflow-y: auto"></main><script>
      let n = 0;
      const add = () => { for (let k = 0; k < 3 && n < 12; k++, n++) pane.insertAdjacentHTML(
        "beforeend", `<p style="height: 600px"><img src=/${n}.png alt="Post ${n}"></p>`); };
      add();
      const isNear = () => pane.scrollTop + pane.clientHeight > pane.scrollHeight - 300;
      pane.onscroll = () => { if (isNear()) add(); };
    </script>"""
    )
    assert await read(reader, site) == ([f"Post {n}" for n in range(12)], [])


async def test_a_lane_in_a_shadow_root_is_scrolled_across(reader, site, pictures) -> None:
    site["/"] = (
        STYLE
        + """<div id=host></div><script>
      const root = host.attachShadow({mode: "open"});
      root.innerHTML = '<div id=lane style="display: flex; overflow-x: scroll"></div>';
      const bring = ({isIntersecting, target}) => {
        if (isIntersecting) target.src = target.dataset.later;
      };
      const seen = new IntersectionObserver((entries) => entries.forEach(bring));
      for (let n = 0; n < 8; n++) {
        const image = new Image(600, 400);
        Object.assign(image, { alt: `Shape ${n}` });
        image.style.flex = "0 0 600px";
        image.dataset.later = `/${n}.png`;
        root.getElementById("lane").append(image);
        seen.observe(image);
      }
    </script>"""
    )
    page = await reader.read(site.url())
    assert all(record.loaded for record in extract_frames(page.frames)[0].records)


VIRTUAL = """<main id=pane style="height: 100vh; overflow-y: auto; position: relative">
  <div style="height: 18000px"></div></main><script>
  const show = () => {
    const first = Math.floor(pane.scrollTop / 600);
    SHOW
  };
  pane.onscroll = show; show();
</script>"""
REPLACED = """pane.querySelectorAll("img").forEach((image) => image.remove());
  for (let n = first; n < first + 3 && n < 30; n++) pane.insertAdjacentHTML("beforeend",
    `<img src=/${n}.png alt="Row ${n}" style="position: absolute; top: ${n * 600}px">`);"""
USED_AGAIN = """for (let k = 0; k < 3; k++) {
    const image = pane.querySelectorAll("img")[k] ?? pane.appendChild(new Image());
    const n = Math.min(first + k, 29);
    Object.assign(image, { src: `/${n}.png`, alt: `Row ${n}` });
    image.style.cssText = `position: absolute; top: ${n * 600}px`;
  }"""


@pytest.mark.parametrize("how", [REPLACED, USED_AGAIN])
async def test_what_a_list_takes_away_again_is_counted(reader, site, pictures, how: str) -> None:
    site["/"] = STYLE + VIRTUAL.replace("SHOW", how)
    texts, missing = await read(reader, site)
    assert texts == ["Row 0", "Row 1", "Row 2"]
    assert missing == ["27 images came and went while it was scrolled"]


async def test_a_pane_without_end_is_told(site, pictures) -> None:
    options = replace(OPTIONS, screens=3)
    site["/"] = (
        STYLE
        + """<main style="height: 100vh; overflow-y: auto">
      <div style="height: 90000px"></div></main><script></script>"""
    )
    async with open_browser(options) as context:
        reader = BrowserReader(context, options)
        _, missing = await read(reader, site)
        await reader.close()
    assert missing == ["1 pane in it could not be scrolled to the end"]


LATER = """<div style="height: 100vh; overflow-y: auto" id=pane></div><script>
  const bring = (entries) => entries.forEach(({isIntersecting, target}) => {
    if (isIntersecting) target.src = target.dataset.later;
  });
  const seen = new IntersectionObserver(bring);
  for (let n = 0; n < 6; n++) {
    const image = Object.assign(new Image(300, 500), { alt: `Shape ${n}` });
    image.style.display = "block";
    image.dataset.later = `/${n}.png`;
    pane.append(image);
    seen.observe(image);
  }
</script>"""


@pytest.mark.parametrize("elsewhere", [False, True], ids=["the same site", "another site"])
@pytest.mark.parametrize("inner", [LATER, LATER.replace("overflow-y: auto", "")])
async def test_a_pane_in_a_frame_is_scrolled(reader, site, pictures, inner, elsewhere) -> None:
    """So is a frame that is longer than its window."""
    site["/inner.html"] = STYLE.replace("overflow: hidden", "") + inner
    where = site.url("/inner.html")
    if elsewhere:
        where = where.replace("127.0.0.1", "localhost")
    site["/"] = f"<p style='height: 3000px'><iframe src='{where}' width=400 height=300></iframe>"
    page = await reader.read(site.url())
    records = [record for each in extract_frames(page.frames) for record in each.records]
    assert [record.name.text for record in records] == [f"Shape {n}" for n in range(6)]
    assert all(record.loaded for record in records)
    assert page.skipped == ()
