"""Brings a loaded tab to rest, and ends what it hangs in. All of it is bounded in time."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from playwright.async_api import BrowserContext, CDPSession, Error
from playwright.async_api import Page as Tab

from auditor.browser.in_page import function
from auditor.browser.snapshot import Alone, call, isolated_world
from auditor.pages.page import PageError

SETTLE = function("settle")
STILL = function("still", "settle")
_RUNS = re.compile(r"<[\w:]*script\b|[\s\"'/]on[a-z]+\s*=|shadowroot", re.IGNORECASE)
"""In the text of a document: what may run in it, or stand where `still` does not look."""
WAKES = 4
"""Scripts of a tab that are ended before it is given up: scrolling may start one again."""
PAINTED = "new Promise((done) => { requestAnimationFrame(() => setTimeout(done, 50)); })"
"""Answered by a tab that has painted and run what came of it."""
ANSWER_SECONDS = 3.0
"""For a tab to answer a question that needs no work; else it hangs."""
MOVED = (
    "Execution context was destroyed",
    "Cannot find context",
    "Inspected target navigated",
    "No frame for given id",
    "uniqueContextId not found",
    "interrupted by another navigation",
)
"""What the browser says when the page went on to another one meanwhile."""
MOST_FRAMES = 20
"""Frames of a page that are scrolled through."""
FRAMES_SHARE = 0.5
"""Of the time that a page has, for all its frames once it has settled."""
TOP = "() => window.scrollTo({ top: 0, behavior: 'instant' })"
POLL = 0.05
"""Seconds between two looks at a page that is on its way."""


class Restless(PageError):
    """Another page came in its place; perhaps the one that the tab had before goes on by itself."""

    def __init__(self) -> None:
        super().__init__("it goes on to another page again and again")


@dataclass(frozen=True, slots=True)
class Settled:
    """A page that was let settle."""

    missing: str | None = None
    """What was still missing, in words."""
    still: Alone | None = None
    """Its document, where it cannot change by itself, as one that holds no other; else None."""


async def settle(
    cdp: CDPSession, seconds: float, quiet: float, screens: int, *, may_rest: bool = False
) -> Settled:
    """Scroll through the page, then wait until it is quiet. With `may_rest`, only the images are
    awaited of a page that cannot change by itself.

    The script runs in a world of its own, whatever the page makes of built-ins. A page may go on to
    another by itself (a script, a refresh): then that one is awaited. Raises Restless when it
    never stays.
    """
    options = {"budget": seconds * 1000, "quiet": quiet * 1000, "screens": screens}
    clock = asyncio.get_running_loop()
    end = clock.time() + seconds
    while clock.time() < end:
        try:
            return await _settle(cdp, options, may_rest)
        except Error as error:
            if not moved(error):
                raise
            await asyncio.sleep(POLL)
    raise Restless


def moved(error: Error) -> bool:
    """Whether it says that the page went on to another one meanwhile."""
    return any(words in error.message for words in MOVED)


async def settle_frames(
    cdp: CDPSession, tab: Tab, context: BrowserContext, seconds: float, screens: int
) -> list[str]:
    """Scroll through the frames of a page that has settled, each brought into view, so that what
    waits to be seen in them loads. `seconds`: what the page had. What was missing, in words."""
    clock = asyncio.get_running_loop()
    seconds *= FRAMES_SHARE
    end, missing = clock.time() + seconds, []
    for session, frame in (await _framed(cdp, tab, context))[:MOST_FRAMES]:
        left = end - clock.time()
        if left <= 0:
            missing.append(f"frames in it could not all be scrolled in {seconds:g} s")
            break
        options = {"budget": left * 1000, "quiet": 0.0, "screens": screens}
        with suppress(Error, TimeoutError):  # it is gone, or hangs: the snapshot tells
            async with asyncio.timeout(left + ANSWER_SECONDS):
                await _bring_into_view(cdp, frame["id"])
                if said := await _settle_frame(session, frame["id"], options):
                    missing.append(f"in the frame {frame['url']}, {said}")
    with suppress(Error):
        world = await isolated_world(cdp, (await _tree(cdp))["frame"]["id"])
        await call(cdp, TOP, executionContextId=world)
    return missing


async def _framed(
    cdp: CDPSession, tab: Tab, context: BrowserContext
) -> list[tuple[CDPSession, Mapping[str, Any]]]:
    """The frames of a page, each with the session of the process that shows it."""
    found = [(cdp, frame) for frame in _frames_in(await _tree(cdp))][1:]
    for frame in tab.frames[1:]:
        try:
            own = await context.new_cdp_session(frame)
            found += [(own, each) for each in _frames_in(await _tree(own))]
        except Error:
            continue  # the process of the page shows it
    return found


async def _tree(cdp: CDPSession) -> Mapping[str, Any]:
    tree: Mapping[str, Any] = (await cdp.send("Page.getFrameTree"))["frameTree"]
    return tree


def _frames_in(tree: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    yield tree["frame"]
    for child in tree.get("childFrames", ()):
        yield from _frames_in(child)


async def _bring_into_view(cdp: CDPSession, frame_id: str) -> None:
    with suppress(Error):  # another process than the page's holds it
        owner = await cdp.send("DOM.getFrameOwner", {"frameId": frame_id})
        node = {"backendNodeId": owner["backendNodeId"]}
        await cdp.send("DOM.scrollIntoViewIfNeeded", node)


async def _settle(cdp: CDPSession, options: dict[str, float], may_rest: bool) -> Settled:
    frame = (await _tree(cdp))["frame"]
    world = await isolated_world(cdp, frame["id"])
    rest = await _run(cdp, STILL, options, world) if may_rest else None
    if rest is not None and await _ran_nothing(cdp, frame):
        return Settled(rest["missing"], Alone(frame["id"], world))
    return Settled(await _settle_frame(cdp, frame["id"], options, world))


async def _ran_nothing(cdp: CDPSession, frame: Mapping[str, Any]) -> bool:
    """Whether the text of a document, as it came, has nothing that runs."""
    asked = {"frameId": frame["id"], "url": frame["url"]}
    try:
        answer = await cdp.send("Page.getResourceContent", asked)
    except Error:
        return False  # it is not kept: nobody knows what ran
    return not answer["base64Encoded"] and not _RUNS.search(answer["content"])


async def _settle_frame(
    cdp: CDPSession, frame_id: str, options: dict[str, float], world: int | None = None
) -> str | None:
    """`world`: in which our scripts run there; None: it is not known yet."""
    world = await isolated_world(cdp, frame_id) if world is None else world
    missing: str | None = await _run(cdp, SETTLE, options, world)
    return missing


async def _run(cdp: CDPSession, script: str, options: dict[str, float], world: int) -> Any:
    arguments: list[dict[str, Any]] = [{"value": options}]
    return await call(cdp, script, executionContextId=world, arguments=arguments, awaitPromise=True)


async def wake(tab: Tab, cdp: CDPSession) -> None:
    """End the scripts that a tab hangs in, one after another, until it paints again."""
    for _ in range(WAKES):
        with suppress(Error, TimeoutError):
            async with asyncio.timeout(ANSWER_SECONDS):
                await tab.evaluate(PAINTED)
                return
        with suppress(Error, TimeoutError):
            async with asyncio.timeout(ANSWER_SECONDS):
                await cdp.send("Runtime.terminateExecution")


async def stop_loading(cdp: CDPSession) -> None:
    """Have the tab ask for nothing more of its page."""
    with suppress(Error, TimeoutError):
        async with asyncio.timeout(ANSWER_SECONDS):
            await cdp.send("Page.stopLoading")
