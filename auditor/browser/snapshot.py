"""Takes the snapshot of a loaded page: HTML and facts of each frame, shadow roots included."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from playwright.async_api import BrowserContext, CDPSession, Error, Frame
from playwright.async_api import Page as Tab

from auditor.browser.chromium_names import with_opinions
from auditor.browser.in_page import function
from auditor.findings import Skipped
from auditor.net.urls import web_url
from auditor.pages.frames import MAX_FRAMES, placed
from auditor.pages.page import FrameSnapshot
from auditor.texts.well_formed import well_formed
from extractors.facts import STAMP, ElementFacts
from extractors.reading import BLOCKS

SCRIPT = function("snapshot")
CANDIDATES = "auditorCandidates"
"""What the script calls the array of the elements that Chromium is asked about."""
READ_OWNER = f"""function () {{
  const read = (name) => Reflect.apply(Element.prototype.getAttribute, this, [name]);
  const base = Reflect.get(Node.prototype, "baseURI", this);
  const asked = read("src") || read("data");
  const url = () => {{ try {{ return new URL(asked, base).href; }} catch {{ return ""; }} }};
  return [read("{STAMP}"), asked ? url() : ""];
}}"""
ERROR = 400
"""Statuses of HTTP from here on bring no document, but a word on why there is none."""


@dataclass(frozen=True, slots=True)
class _Document:
    """One document in the debugger's flat snapshot."""

    frame_id: str
    url: str
    closed_nodes: tuple[int, ...]
    """Backend ids of nodes that stand in closed shadow roots, one a parent."""
    owners: Mapping[int, int]
    """Index of a child document → backend id of the frame element that holds it."""


@dataclass(frozen=True, slots=True)
class TakenSnapshot:
    """What was read of a page."""

    frames: Sequence[FrameSnapshot]
    """Itself first."""
    skipped: Sequence[Skipped]
    """Frames that got an error in place of their document, then those that could not be read."""
    from_cache: Mapping[tuple[str, str], int]
    """Bytes of each resource that the browser took from its cache, by the id of the frame and the
    URL."""


@dataclass(frozen=True, slots=True)
class _Read:
    """One document that was read."""

    frame: FrameSnapshot
    context: int
    """In which our scripts run there."""
    status: int
    """Of the answer that brought it; 0 where there was none."""
    from_cache: Mapping[str, int]
    asked: str = ""
    """Where the frame element wants the document from; "" where it says nothing."""


@dataclass(frozen=True, slots=True)
class Alone:
    """The document of a page that has no other document and no shadow root, which nobody needs to
    look for."""

    frame_id: str
    context: int
    """In which our scripts run there."""


async def take_snapshot(
    cdp: CDPSession,
    tab: Tab,
    context: BrowserContext,
    *,
    second_opinion: bool = True,
    alone: Alone | None = None,
) -> TakenSnapshot:
    """Every frame of the page, and what could not be read. With `second_opinion` the facts also
    hold Chromium's own roles and names. `alone`: all that there is."""
    if alone is not None:
        document = _Document(alone.frame_id, tab.url, (), {})
        only = await _read_document(cdp, document, second_opinion, alone.context)
        return _snapshot([only], [], tab.url)
    read, skipped = await _read_process(cdp, tab.url, second_opinion)
    for frame in tab.frames[1:]:
        try:
            own = await context.new_cdp_session(frame)
        except Error:
            continue  # it lives in a process that was read already
        more, problems = await _read_process(own, tab.url, second_opinion)
        await own.detach()
        owner, asked = await _owner_elsewhere(frame, read)
        read += [each if each.frame.owner else _owned(each, owner, asked) for each in more]
        skipped += problems
    return _snapshot(read, skipped, tab.url)


def _snapshot(read: Sequence[_Read], skipped: Sequence[Skipped], page: str) -> TakenSnapshot:
    """Without error pages in frames and what these hold."""
    gone: dict[str, None] = {}
    refused = []
    for each in read:
        owner = each.frame.owner
        if owner and each.status >= ERROR:
            said = f"the frame was not read: HTTP {each.status}"
            refused.append(Skipped(each.asked or each.frame.url, said, page))
        if owner and (each.status >= ERROR or owner[0] in gone):
            gone[each.frame.frame_id] = None
    kept = [each for each in read if each.frame.frame_id not in gone]
    from_cache = {
        (each.frame.frame_id, url): size for each in kept for url, size in each.from_cache.items()
    }
    told = list(dict.fromkeys(refused))
    return TakenSnapshot(placed([each.frame for each in kept]), [*told, *skipped], from_cache)


def _owned(read: _Read, owner: tuple[str, str] | None, asked: str) -> _Read:
    return replace(read, frame=replace(read.frame, owner=owner), asked=asked)


async def _owner_elsewhere(
    frame: Frame, read: Sequence[_Read]
) -> tuple[tuple[str, str] | None, str]:
    """The owner of a frame that another process shows than its parent, and where that wants its
    document from."""
    parent = frame.parent_frame
    try:
        element = await frame.frame_element()
        stamp, asked = await element.get_attribute(STAMP), await element.get_attribute("src")
    except Error:
        return None, ""
    for known in (each.frame for each in read):
        if parent and stamp and known.url == parent.url and stamp in known.facts:
            return (known.frame_id, stamp), web_url(asked, known.url) if asked else ""
    return None, ""


async def _read_process(
    cdp: CDPSession, page: str, second_opinion: bool
) -> tuple[list[_Read], list[Skipped]]:
    documents = _documents(await cdp.send("DOMSnapshot.captureSnapshot", {"computedStyles": []}))
    read: dict[int, _Read] = {}
    skipped: list[Skipped] = []
    for index, document in enumerate(documents[:MAX_FRAMES]):
        name = document.url or "about:blank"
        if document.url.startswith("chrome-error:"):
            continue  # the document that holds it tells
        try:
            read[index] = await _read_document(cdp, document, second_opinion)
        except Error as error:
            reason = f"the frame could not be read: {error.message.splitlines()[0]}"
            skipped.append(Skipped(name, reason, page))
    for name in (document.url for document in documents[MAX_FRAMES:]):
        skipped.append(Skipped(name, f"more than {MAX_FRAMES} frames", page))
    contexts = {index: each.context for index, each in read.items()}
    owned = await _owners(cdp, documents, contexts)
    nobody = (None, "")
    return [
        _owned(each, *owned.get(each.frame.frame_id, nobody)) for each in read.values()
    ], skipped


def _documents(snapshot: Mapping[str, Any]) -> list[_Document]:
    strings: Sequence[str] = snapshot["strings"]
    return [
        _Document(
            frame_id=strings[document["frameId"]],
            url=strings[document["documentURL"]],
            closed_nodes=_closed_nodes(document["nodes"], strings),
            owners=_children(document["nodes"]),
        )
        for document in snapshot["documents"]
    ]


def _closed_nodes(nodes: Mapping[str, Any], strings: Sequence[str]) -> tuple[int, ...]:
    kinds = nodes["shadowRootType"]
    one_a_parent = {
        nodes["parentIndex"][index]: nodes["backendNodeId"][index]
        for index, kind in zip(kinds["index"], kinds["value"], strict=True)
        if strings[kind] == "closed"
    }
    return tuple(one_a_parent.values())


def _children(nodes: Mapping[str, Any]) -> dict[int, int]:
    held = nodes["contentDocumentIndex"]
    return {
        child: nodes["backendNodeId"][index]
        for index, child in zip(held["index"], held["value"], strict=True)
    }


async def _read_document(
    cdp: CDPSession, document: _Document, second_opinion: bool, context: int | None = None
) -> _Read:
    """`context`: in which our scripts run there; None: it is not known yet."""
    context = await isolated_world(cdp, document.frame_id) if context is None else context
    nodes = [await _resolve(cdp, node, context) for node in document.closed_nodes]
    arguments = [{"value": sorted(BLOCKS)}, *nodes]
    answer = await call(cdp, SCRIPT, executionContextId=context, arguments=arguments)
    facts = {stamp: ElementFacts.from_json(data) for stamp, data in answer["facts"].items()}
    if second_opinion and answer["asked"]:
        held = await cdp.send("Runtime.evaluate", {"expression": CANDIDATES, "contextId": context})
        elements = held["result"]["objectId"]
        facts = await with_opinions(cdp, facts, answer["asked"], elements)
    frame = FrameSnapshot(document.frame_id, answer["url"], answer["title"], answer["html"], facts)
    return _Read(frame, context, answer["status"], answer["from_cache"])


async def isolated_world(cdp: CDPSession, frame_id: str) -> int:
    """The execution context in which our scripts run in a frame, out of reach of the page's."""
    world = await cdp.send(
        "Page.createIsolatedWorld", {"frameId": frame_id, "worldName": "auditor"}
    )
    return int(world["executionContextId"])


async def _owners(
    cdp: CDPSession, documents: Sequence[_Document], contexts: Mapping[int, int]
) -> dict[str, tuple[tuple[str, str], str]]:
    """Frame id → (parent's frame id, stamp of the frame element), and where that wants its document
    from."""
    found = {}
    for index, context in contexts.items():
        document = documents[index]
        for child, node in document.owners.items():
            element = await _resolve(cdp, node, context)
            stamp, asked = await call(cdp, READ_OWNER, objectId=element["objectId"])
            if stamp and child < len(documents):
                found[documents[child].frame_id] = (document.frame_id, stamp), asked
    return found


async def _resolve(cdp: CDPSession, node: int, context: int) -> dict[str, str]:
    answer = await cdp.send(
        "DOM.resolveNode", {"backendNodeId": node, "executionContextId": context}
    )
    return {"objectId": answer["object"]["objectId"]}


async def call(cdp: CDPSession, function: str, **where: Any) -> Any:
    """Call a function in the page and return its value. Raises Error when it throws."""
    answer = await cdp.send(
        "Runtime.callFunctionOn",
        {"functionDeclaration": function, "returnByValue": True, **where},
    )
    if "exceptionDetails" in answer:
        raise Error(answer["exceptionDetails"].get("exception", {}).get("description", "error"))
    return well_formed(answer["result"].get("value"))
