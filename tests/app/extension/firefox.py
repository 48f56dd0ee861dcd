"""Drives Firefox over WebDriver BiDi (https://w3c.github.io/webdriver-bidi/), which it speaks by
itself: no driver between."""

from __future__ import annotations

import asyncio
import itertools
import json
import os
import re
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

PATIENCE = 300
"""Seconds for an answer: of a panel that is waited for it comes when that is done."""
UUID = "5e3f2c1a-0000-4000-8000-000000000001"
"""Where the extension lies in this profile, instead of a place by chance."""


@dataclass(slots=True)
class Firefox:
    """A running Firefox."""

    socket: ClientConnection
    ids: Any = field(default_factory=itertools.count)

    async def ask(self, method: str, **params: Any) -> Any:
        """One command and its result; events are passed over."""
        number = next(self.ids)
        await self.socket.send(json.dumps({"id": number, "method": method, "params": params}))
        while True:
            answer = json.loads(await asyncio.wait_for(self.socket.recv(), PATIENCE))
            if answer.get("id") == number:
                assert answer["type"] == "success", answer
                return answer["result"]

    async def open(self, url: str) -> str:
        """A new tab with a page; the id of its context."""
        created = await self.ask("browsingContext.create", type="tab")
        context: str = created["context"]
        await self.ask("browsingContext.navigate", context=context, url=url, wait="complete")
        return context

    async def evaluate(self, context: str, expression: str) -> Any:
        """The value of an expression in a page, through JSON."""
        answer = await self.ask(
            "script.evaluate",
            expression=f"Promise.resolve({expression}).then(JSON.stringify)",
            target={"context": context},
            awaitPromise=True,
        )
        assert answer["type"] == "success", answer
        return json.loads(answer["result"]["value"])


@asynccontextmanager
async def open_firefox(
    executable: str, extension: Path, profile: Path, environment: Mapping[str, str] | None = None
) -> AsyncIterator[Firefox]:
    """Firefox with an extension in it, in a folder for its profile."""
    manifest = json.loads((extension / "manifest.json").read_text())
    name = manifest["browser_specific_settings"]["gecko"]["id"]
    uuids = json.dumps(json.dumps({name: UUID}))
    (profile / "user.js").write_text(f'user_pref("extensions.webextensions.uuids", {uuids});\n')
    arguments = [
        "--headless",
        "--remote-debugging-port=0",
        "--remote-allow-system-access",
        "--profile",
        profile,
    ]
    process = await asyncio.create_subprocess_exec(
        executable,
        *map(str, arguments),
        stderr=asyncio.subprocess.PIPE,
        env={**os.environ, **(environment or {})},
    )
    try:
        address = await asyncio.wait_for(_address(process), 60)
        async with connect(f"{address}/session", max_size=None) as socket:
            firefox = Firefox(socket)
            await firefox.ask("session.new", capabilities={})
            data = {"type": "path", "path": str(extension)}
            await firefox.ask("webExtension.install", extensionData=data)
            yield firefox
    finally:
        process.terminate()
        try:
            await asyncio.wait_for(process.wait(), 20)
        except TimeoutError:
            process.kill()


async def _address(process: asyncio.subprocess.Process) -> str:
    assert process.stderr is not None
    async for line in process.stderr:
        if found := re.search(rb"WebDriver BiDi listening on (ws://\S+)", line):
            return found[1].decode()
    raise AssertionError("Firefox ended before it listened")
