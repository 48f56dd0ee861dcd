"""Many small sites on loopback, each on an address of its own, some of them hostile.

    python -m tests.tools.many_sites --sites 300 --hostile 20 --latency 0.1 > sites.txt

Latencies follow a heavy tail (Pareto, shape 1.5), drawn anew for each site by a seed. Pictures:
each page shows one of its site, and two of 50 logos that all sites share.
"""

from __future__ import annotations

import argparse
import asyncio
import io
import re
import socket
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from random import Random

from PIL import Image, ImageDraw

from tests.tools.peers import end_browser, end_tabs, kill_peer, stop_browser

PAGES = 6
LOGOS = 50
SHAPE = 1.5
"""Of the Pareto distribution: the mean is three times the least, one in a hundred 20 times."""
HOSTILE = ("hangs", "kills", "drips", "resets", "500")
"""Never answers; kills who asks; a byte a second; closes the connection; an error."""
ENDING = {
    "kills": kill_peer,
    "ends-browser": end_browser,
    "stops-browser": stop_browser,
    "ends-tabs": end_tabs,
}
"""What such a site does to who asks; all but the first, to the Chromium that this one started."""
LATE = ("ends-tabs",)
"""What only pictures do, when the tab has the page."""


@dataclass(frozen=True, slots=True)
class SmallSite:
    """One of them."""

    number: int
    latency: float
    """Seconds before each answer."""
    hostile: str = ""
    pages: int = PAGES

    @property
    def address(self) -> str:
        return f"127.{10 + self.number // 62500}.{self.number // 250 % 250}.{self.number % 250 + 1}"


@dataclass
class ManySites:
    """Sites that are served; what was asked of them."""

    sites: Sequence[SmallSite]
    port: int = 0
    asked: dict[str, int] = field(default_factory=dict)
    """Pages and pictures asked for, by address."""

    def url(self, number: int) -> str:
        return f"http://{self.sites[number].address}:{self.port}/"

    @property
    def urls(self) -> list[str]:
        return [self.url(number) for number in range(len(self.sites))]


def small_sites(
    number: int, *, hostile: int = 0, latency: float = 0.0, seed: int = 0, pages: int = PAGES
) -> list[SmallSite]:
    """`latency`: seconds, the mean of all answers. The hostile ones stand anywhere among them."""
    random = Random(seed)
    bad = random.sample(range(number), hostile)
    kinds = {each: HOSTILE[place % len(HOSTILE)] for place, each in enumerate(bad)}
    least = latency * (SHAPE - 1) / SHAPE
    return [
        SmallSite(n, least * random.paretovariate(SHAPE), kinds.get(n, ""), pages)
        for n in range(number)
    ]


@contextmanager
def served(sites: Sequence[SmallSite]) -> Iterator[ManySites]:
    """Serve them while the block runs, in a thread."""
    many = ManySites(sites)
    loop, ready = asyncio.new_event_loop(), threading.Event()
    thread = threading.Thread(target=_serve, args=(loop, many, ready))
    thread.start()
    ready.wait()
    try:
        yield many
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()


def _serve(loop: asyncio.AbstractEventLoop, many: ManySites, ready: threading.Event) -> None:
    asyncio.set_event_loop(loop)
    by_address = {site.address: site for site in many.sites}

    async def handle(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            own = by_address[writer.get_extra_info("sockname")[0]]
            await _answer_all(many, own, reader, writer)
        writer.close()

    many.port = _free_port()
    hosts = list(by_address)
    server = loop.run_until_complete(asyncio.start_server(handle, hosts, many.port, backlog=512))
    ready.set()
    loop.run_forever()
    server.close()
    left = asyncio.all_tasks(loop)
    for task in left:
        task.cancel()
    loop.run_until_complete(asyncio.gather(*left, return_exceptions=True))
    loop.close()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


async def _answer_all(
    many: ManySites, site: SmallSite, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
) -> None:
    while True:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        path = head.split(" ", 2)[1]
        many.asked[site.address] = many.asked.get(site.address, 0) + 1
        if site.hostile and path != "/robots.txt" and (site.hostile not in LATE or "." in path):
            await _misbehave(site.hostile, writer)
        await asyncio.sleep(site.latency)
        kind, body = content(site, path)
        status = "200 OK" if body else "404 Not Found"
        writer.write(
            f"HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\n"
            "\r\n".encode()
            + body
        )
        await writer.drain()


async def _misbehave(how: str, writer: asyncio.StreamWriter) -> None:
    if how == "hangs":
        await asyncio.sleep(3600)
    if how in ENDING:
        ENDING[how](*writer.get_extra_info("peername"))
        await asyncio.sleep(3600)
    if how == "drips":
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n")
        for _ in range(3600):
            writer.write(b"x")
            await writer.drain()
            await asyncio.sleep(1)
    if how == "500":
        writer.write(b"HTTP/1.1 500 No\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
        await writer.drain()
    raise ConnectionError


def content(site: SmallSite, path: str) -> tuple[str, bytes]:
    """Media type and body; an empty one for what is not there."""
    if match := re.fullmatch(r"/(?:page-(\d+))?", path):
        return "text/html; charset=utf-8", _page(site, int(match[1] or 0)).encode()
    if match := re.fullmatch(r"/logo-(\d+)\.png", path):
        return "image/png", picture(f"logo {match[1]}", int(match[1]))
    if match := re.fullmatch(r"/own-(\d+)\.png", path):
        return "image/png", picture(f"{site.number} {match[1]}", 1000 + site.number)
    return "text/html", b""


def _page(site: SmallSite, number: int) -> str:
    random = Random(site.number * 1000 + number)
    logos = [random.randrange(LOGOS) for _ in range(2)]
    links = "".join(f'<li><a href="/page-{n}">Page {n}</a></li>' for n in range(1, site.pages))
    return (
        f'<!doctype html><html lang="en"><title>Site {site.number}, page {number}</title>'
        f"<h1>Boats of harbour {site.number}</h1><p>What sails here, and when it comes home, is "
        f"told on page {number} of this small site.</p><ul>{links}</ul>"
        f'<img src="/logo-{logos[0]}.png" alt="Logo of the harbour">'
        f'<a href="/"><img src="/logo-{logos[1]}.png"></a>'
        f'<img src="/own-{number}.png" alt="own-{number}.png">'
    )


def picture(words: str, seed: int) -> bytes:
    """A small drawing that no other seed or words give."""
    random = Random(f"{words} {seed}")
    image = Image.new("RGB", (160, 120), tuple(random.randrange(256) for _ in range(3)))
    draw = ImageDraw.Draw(image)
    draw.ellipse([random.randrange(80), random.randrange(60), 140, 110], fill="white")
    draw.text((10, 10), words, fill="black")
    out = io.BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


def main() -> None:
    """Print their addresses and serve them until stdin ends."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sites", type=int, default=300)
    parser.add_argument("--hostile", type=int, default=0)
    parser.add_argument("--latency", type=float, default=0.1)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--pages", type=int, default=PAGES)
    asked = parser.parse_args()
    sites = small_sites(
        asked.sites,
        hostile=asked.hostile,
        latency=asked.latency,
        seed=asked.seed,
        pages=asked.pages,
    )
    with served(sites) as many:
        print("\n".join(many.urls), flush=True)
        sys.stdin.read()


if __name__ == "__main__":
    main()
