"""Chromium's own role and name of each image, to hold against ours."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from playwright.async_api import CDPSession, Error

from extractors.facts import STAMP, ElementFacts
from extractors.records import Exposed, ImageRecord, Kind, NameSource

LEFT_OUT = ("none", "")
"""Role and name of what Chromium leaves out of its accessibility tree."""
PAINTED = frozenset({Kind.CSS_BACKGROUND, Kind.ICON_FONT, Kind.POSTER})
"""Pictures that are no elements of their own in an accessibility tree."""
# SvgRoot: a container that no screen reader announces.
_LEFT_OUT_ROLES = frozenset({"none", "SvgRoot", "generic"})


@dataclass(frozen=True, slots=True)
class Opinion:
    """What Chromium computed for one stamped element."""

    role: str
    name: str


async def opinions(cdp: CDPSession, frame_ids: Sequence[str]) -> dict[str, dict[str, Opinion]]:
    """Frame id → stamp → opinion, for frames that the session's process shows.

    One flat snapshot joins the debugger's node ids to the stamps; then one call a frame brings its
    accessibility tree. A frame whose tree cannot be had is left out.
    """
    try:
        snapshot = await cdp.send("DOMSnapshot.captureSnapshot", {"computedStyles": []})
    except Error:
        return {}
    stamps = {frame: nodes for frame, nodes in _stamps(snapshot) if frame in frame_ids}
    found: dict[str, dict[str, Opinion]] = {}
    for frame, nodes in stamps.items():
        try:
            tree = await cdp.send("Accessibility.getFullAXTree", {"frameId": frame})
        except Error:
            continue
        found[frame] = _joined(nodes, tree["nodes"])
    return found


def with_opinions(
    facts: Mapping[str, ElementFacts], found: Mapping[str, Opinion]
) -> dict[str, ElementFacts]:
    """The facts, with what Chromium says of each stamped element."""
    return {
        stamp: replace(fact, chromium_role=found[stamp].role, chromium_name=found[stamp].name)
        if stamp in found
        else fact
        for stamp, fact in facts.items()
    }


def disagreement(record: ImageRecord) -> tuple[str, str] | None:
    """Chromium's role and name of an image, when it names it otherwise, exposes it and we do not,
    or the other way round. What an unnamed button is called is left to each browser (HTML-AAM 1.0,
    section 4.1.3)."""
    if record.chromium is None or record.kind in PAINTED:
        return None
    role, name = record.chromium
    same_name = name == record.informative_name or record.name.source is NameSource.DEFAULT
    same_role = (shown_role(record) in _LEFT_OUT_ROLES) == (role in _LEFT_OUT_ROLES)
    return None if same_name and same_role else record.chromium


def shown_role(record: ImageRecord) -> str:
    """The role that a listener meets by our computation; "none" for what is not exposed."""
    exposed = record.exposure.state is Exposed.EXPOSED
    return record.role or record.tag if exposed else "none"


def _stamps(snapshot: Mapping[str, Any]) -> Iterator[tuple[str, dict[int, str]]]:
    """Of each frame: its id, and the stamp of each stamped node by the debugger's node id."""
    strings: Sequence[str] = snapshot["strings"]
    if STAMP not in strings:
        return
    key = strings.index(STAMP)
    for document in snapshot["documents"]:
        nodes = document["nodes"]
        found = {
            nodes["backendNodeId"][index]: strings[attributes[attributes.index(key) + 1]]
            for index, attributes in enumerate(nodes["attributes"])
            if key in attributes[::2]
        }
        yield strings[document["frameId"]], found


def _joined(stamps: Mapping[int, str], tree: Sequence[Mapping[str, Any]]) -> dict[str, Opinion]:
    found = dict.fromkeys(stamps.values(), Opinion(*LEFT_OUT))
    for node in tree:
        stamp = stamps.get(node.get("backendDOMNodeId", -1))
        if stamp is not None and not node.get("ignored"):
            name = str(node.get("name", {}).get("value", ""))
            found[stamp] = Opinion(str(node["role"]["value"]), " ".join(name.split()))
    return found
