"""Chromium's own role and name of each image, to hold against ours."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from playwright.async_api import CDPSession, Error

from auditor.texts.well_formed import well_formed
from extractors.facts import ElementFacts

LEFT_OUT = ("none", "")
"""Role and name of what Chromium leaves out of its accessibility tree."""
MAX_ASKED = 300
"""Elements of one frame that are asked about, at about a third of a millisecond each; the whole
tree would cost more on every page, however few its images."""


async def with_opinions(
    cdp: CDPSession, facts: Mapping[str, ElementFacts], stamps: Sequence[str], elements: str
) -> dict[str, ElementFacts]:
    """The facts, with what Chromium computes for the elements that have these stamps.

    `elements`: the debugger's handle of an array of them, in the order of `stamps`. An element that
    went away in the meantime stays without an opinion.
    """
    listed = await cdp.send("Runtime.getProperties", {"objectId": elements, "ownProperties": True})
    handles = [p["value"]["objectId"] for p in listed["result"] if p["name"].isdigit()]
    asked = list(zip(stamps, handles, strict=True))[:MAX_ASKED]
    answers = await asyncio.gather(*(_ask(cdp, handle) for _, handle in asked))
    found = dict(facts)
    for (stamp, _), answer in zip(asked, answers, strict=True):
        if answer is not None:
            role, name = answer
            found[stamp] = replace(found[stamp], chromium_role=role, chromium_name=name)
    return found


async def _ask(cdp: CDPSession, handle: str) -> tuple[str, str] | None:
    try:
        answer = await cdp.send(
            "Accessibility.getPartialAXTree", {"objectId": handle, "fetchRelatives": False}
        )
    except Error:
        return None
    return _read(answer["nodes"][0]) if answer["nodes"] else LEFT_OUT


def _read(node: Mapping[str, Any]) -> tuple[str, str]:
    if node.get("ignored"):
        return LEFT_OUT
    name = well_formed(str(node.get("name", {}).get("value", "")))
    return str(node["role"]["value"]), " ".join(name.split())
