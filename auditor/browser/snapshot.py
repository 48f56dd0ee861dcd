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
from auditor.pages.frames import MAX_FRAMES, placed
from auditor.pages.page import FrameSnapshot
from auditor.texts.well_formed import well_formed
from extractors.facts import STAMP, ElementFacts
from extractors.reading import BLOCKS

SCRIPT = function("snapshot")
CANDIDATES = "auditorCandidates"
"""What the script calls the array of the elements that Chromium is asked about."""
READ_STAMP = (
    f"function () {{ return Reflect.apply(Element.prototype.getAttribute, this, ['{STAMP}']); }}"
)


@dataclass(frozen=True, slots=True)
class _Document:
    """One document in the debugger's flat snapshot."""

    frame_id: str
    url: str
    closed_nodes: tuple[int, ...]
    """Backend ids of nodes that stand in closed shadow roots, one a parent."""
    owners: Mapping[int, int]
    """Index of a child document → backend id of the frame element that holds it."""


async def take_snapshot(
    cdp: CDPSession, tab: Tab, context: BrowserContext, *, second_opinion: bool = True
) -> tuple[list[FrameSnapshot], list[Skipped]]:
    """Every frame of the page, itself first, and what could not be read. With `second_opinion`
    the facts also hold Chromium's own roles and names."""
    frames, skipped = await _read_process(cdp, tab.url, second_opinion)
    for frame in tab.frames[1:]:
        try:
            own = await context.new_cdp_session(frame)
        except Error:
            continue  # it lives in a process that was read already
        more, problems = await _read_process(own, tab.url, second_opinion)
        await own.detach()
        owner = await _owner_elsewhere(frame, frames)
        frames += [replace(each, owner=each.owner or owner) for each in more]
        skipped += problems
    return placed(frames), skipped


async def _owner_elsewhere(frame: Frame, frames: Sequence[FrameSnapshot]) -> tuple[str, str] | None:
    """The owner of a frame that another process shows than its parent."""
    parent = frame.parent_frame
    try:
        stamp = await (await frame.frame_element()).get_attribute(STAMP)
    except Error:
        return None
    for known in frames:
        if parent and stamp and known.url == parent.url and stamp in known.facts:
            return known.frame_id, stamp
    return None


async def _read_process(
    cdp: CDPSession, page: str, second_opinion: bool
) -> tuple[list[FrameSnapshot], list[Skipped]]:
    documents = _documents(await cdp.send("DOMSnapshot.captureSnapshot", {"computedStyles": []}))
    frames: list[FrameSnapshot] = []
    skipped: list[Skipped] = []
    contexts: dict[int, int] = {}
    for index, document in enumerate(documents[:MAX_FRAMES]):
        name = document.url or "about:blank"
        if document.url.startswith("chrome-error:"):
            continue  # the document that holds it tells
        try:
            contexts[index], frame = await _read_document(cdp, document, second_opinion)
        except Error as error:
            reason = f"the frame could not be read: {error.message.splitlines()[0]}"
            skipped.append(Skipped(name, reason, page))
            continue
        frames.append(frame)
    for name in (document.url for document in documents[MAX_FRAMES:]):
        skipped.append(Skipped(name, f"more than {MAX_FRAMES} frames", page))
    owned = await _owners(cdp, documents, contexts)
    return [replace(frame, owner=owned.get(frame.frame_id)) for frame in frames], skipped


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
    cdp: CDPSession, document: _Document, second_opinion: bool
) -> tuple[int, FrameSnapshot]:
    context = await isolated_world(cdp, document.frame_id)
    nodes = [await _resolve(cdp, node, context) for node in document.closed_nodes]
    arguments = [{"value": sorted(BLOCKS)}, *nodes]
    answer = await call(cdp, SCRIPT, executionContextId=context, arguments=arguments)
    facts = {stamp: ElementFacts.from_json(data) for stamp, data in answer["facts"].items()}
    if second_opinion and answer["asked"]:
        held = await cdp.send("Runtime.evaluate", {"expression": CANDIDATES, "contextId": context})
        elements = held["result"]["objectId"]
        facts = await with_opinions(cdp, facts, answer["asked"], elements)
    frame = FrameSnapshot(document.frame_id, answer["url"], answer["title"], answer["html"], facts)
    return context, frame


async def isolated_world(cdp: CDPSession, frame_id: str) -> int:
    """The execution context in which our scripts run in a frame, out of reach of the page's."""
    world = await cdp.send(
        "Page.createIsolatedWorld", {"frameId": frame_id, "worldName": "auditor"}
    )
    return int(world["executionContextId"])


async def _owners(
    cdp: CDPSession, documents: Sequence[_Document], contexts: Mapping[int, int]
) -> dict[str, tuple[str, str]]:
    """Frame id → (parent's frame id, stamp of the frame element)."""
    found = {}
    for index, context in contexts.items():
        document = documents[index]
        for child, node in document.owners.items():
            element = await _resolve(cdp, node, context)
            stamp = await call(cdp, READ_STAMP, objectId=element["objectId"])
            if stamp and child < len(documents):
                found[documents[child].frame_id] = (document.frame_id, stamp)
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
