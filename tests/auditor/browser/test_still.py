"""Pages that cannot change by themselves, of which only the images are awaited."""

import pytest

from auditor.browser import settling, snapshot
from auditor.browser.options import BrowserOptions
from auditor.pages.frames import extract_frames

pytestmark = pytest.mark.asyncio(loop_scope="session")
OPTIONS = BrowserOptions(timeout=12, settle=8, quiet=0.1)
LATE = "<div style='height: 9000px'></div><img loading=lazy src=/a.png alt=below>"
FADE = "@keyframes a { to { opacity: 0 } }"
STILL = {
    "prose": "<h1>On foxes</h1><p>once upon a time = long ago</p>",
    "style": "<style>p { color: red }</style><p style='color: blue'>Foxes</p>",
    "a pane that scrolls": "<div style='height: 80px; overflow: auto'><p>"
    + "Fox. " * 999
    + "</div>",
    "what moves without end": f"<style>{FADE} p {{ animation: a 1s infinite }}</style><p>Foxes</p>",
}
MOVING = {
    "script": "<script>1</script>",
    "script that takes itself away": "<script>document.currentScript.remove()</script>",
    "handler": "<p onclick='1'>Foxes</p>",
    "handler of an image": "<img src=/none.png alt='' onerror='this.remove()'>",
    "frame": "<iframe srcdoc='<p>Foxes'></iframe>",
    "object": "<object data=/a.png></object>",
    "refresh": "<meta http-equiv=Refresh content=99>",
    "animation that ends": f"<style>{FADE} p {{ animation: a 99s }}</style><p>Foxes</p>",
    "drawing that moves": "<svg><rect><animate attributeName=x to=9 dur=9s /></rect></svg>",
    "what is drawn when it comes into view": "<p style='content-visibility: auto'>Foxes</p>",
    "shadow root": "<div><template shadowrootmode=open><p>Foxes</p></template></div>",
}


@pytest.fixture
def settled(monkeypatch) -> list[bool]:
    """Of each document that was let settle, whether it was found to be still."""
    found: list[bool] = []
    settle, settle_frame = settling._settle, settling._settle_frame

    async def noted(*given):
        settled = await settle(*given)
        found.append(settled.still is not None)
        return settled

    async def noted_frame(cdp, frame_id, options, world=None):
        if world is None:  # it is not the page itself
            found.append(False)
        return await settle_frame(cdp, frame_id, options, world)

    monkeypatch.setattr(settling, "_settle", noted)
    monkeypatch.setattr(settling, "_settle_frame", noted_frame)
    return found


@pytest.mark.parametrize("body", STILL.values(), ids=STILL)
async def test_a_page_in_which_nothing_runs_is_not_waited_for(reader, site, settled, body) -> None:
    site["/"] = f"<!doctype html><title>Foxes</title>{body}"
    await reader.read(site.url())
    assert settled == [True]


@pytest.mark.parametrize("body", MOVING.values(), ids=MOVING)
async def test_a_page_that_may_change_is_scrolled_and_waited_for(
    reader, site, settled, picture_bytes, body
) -> None:
    site["/a.png"] = picture_bytes()
    site["/"] = f"<!doctype html><title>Foxes</title>{body}"
    await reader.read(site.url())
    assert settled[0] is False


async def test_images_that_wait_to_be_seen_are_loaded_on_a_still_page(
    reader, site, settled, picture_bytes
) -> None:
    site["/a.png"] = picture_bytes()
    site["/"] = f"<!doctype html><title>Foxes</title>{LATE}"
    page = await reader.read(site.url())
    (record,) = extract_frames(page.frames)[0].records
    assert (record.loaded, record.natural_size, settled) == (True, (300, 200), [True])


async def test_a_still_page_and_one_that_is_scrolled_are_read_alike(
    reader, site, settled, picture_bytes
) -> None:
    site["/a.png"] = picture_bytes()
    for path, more in (("/still", ""), ("/moving", "<script></script>")):
        site[path] = f"<!doctype html><title>Foxes</title>{''.join(STILL.values())}{LATE}{more}"
    still, moving = [await reader.read(site.url(path)) for path in ("/still", "/moving")]
    assert settled == [True, False]
    same = moving.frames[0].html.replace("<script></script>", "").replace("/moving", "/still")
    assert still.frames[0].html == same
    assert still.frames[0].facts == moving.frames[0].facts


async def test_of_a_still_page_alone_no_other_documents_are_looked_for(
    reader, site, monkeypatch
) -> None:
    asked: list[str] = []
    read = snapshot._read_process

    async def noted(cdp, page, second_opinion):
        asked.append(page)
        return await read(cdp, page, second_opinion)

    monkeypatch.setattr(snapshot, "_read_process", noted)
    site["/still"] = "<!doctype html><img alt=fox src=x.png>"
    site["/script"] = "<!doctype html><script>1</script><img alt=fox src=x.png>"
    still, moving = [(await reader.read(site.url(path))).frames for path in ("/still", "/script")]
    assert asked == [site.url("/script")]
    assert [list(frame.facts.values()) for frame in still] == [
        list(frame.facts.values()) for frame in moving
    ]
