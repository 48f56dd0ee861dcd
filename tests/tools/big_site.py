"""A large site made of numbers: pages, image uses and pictures come from a seed, nothing is stored.

    python -m tests.tools.big_site --pages 2000 --uses 20 --pictures 3000

serves it on loopback, prints its address, and goes on until Ctrl-C; with --write FOLDER it is
written into files instead.
"""

from __future__ import annotations

import argparse
import io
import re
import threading
import wave
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from random import Random

import numpy as np
from PIL import Image

WORDS = [
    "river",
    "harbour",
    "garden",
    "tower",
    "window",
    "market",
    "bridge",
    "winter",
    "letter",
    "engine",
    "orchard",
    "island",
    "station",
    "museum",
    "valley",
    "painter",
    "lantern",
    "meadow",
    "captain",
    "village",
]
COLOURS = ("red", "green", "blue", "white", "old", "small", "broken", "quiet", "wooden", "wide")
LINKS = 10
"""Children of a page: page n links to the pages 10n + 1 to 10n + 10."""


class BigSite:
    """The site as a function of paths."""

    def __init__(
        self,
        pages: int = 2000,
        uses: int = 20,
        pictures: int = 3000,
        seed: int = 0,
        *,
        heavy: bool = False,
    ):
        """`heavy`: with films, sound and fonts of each page's own, which show no image."""
        self.pages, self.uses, self.pictures, self.seed = pages, uses, pictures, seed
        self.heavy = heavy

    def answer(self, path: str) -> tuple[str, bytes] | None:
        """Content type and body; None: there is no such page."""
        if self.heavy and (found := re.fullmatch(r"/(film|sound|font)/(\d+)", path)):
            return "font/ttf" if found[1] == "font" else "audio/wav", noise(self.seed, found[2])
        match = re.fullmatch(r"/(page|picture)/(\d+)(?:\.html|\.png)", path)
        number = int(match[2]) if match else 0
        if path == "/" or (match and match[1] == "page" and number < self.pages):
            return "text/html; charset=utf-8", self.page(number).encode()
        if match and match[1] == "picture" and number < self.pictures:
            return "image/png", picture(self.seed, number)
        return None

    def page(self, number: int) -> str:
        """An article of about 9 kB with `uses` images, every third of them a shared one."""
        random = Random(f"{self.seed} {number}")
        parts = [self._use(random, number, place) for place in range(self.uses)]
        children = range(LINKS * number + 1, min(LINKS * number + LINKS + 1, self.pages))
        links = "".join(f"<li><a href=/page/{n}.html>Page {n}</a></li>" for n in children)
        return (
            f"<!doctype html><html lang=en><title>Page {number}: {words(random, 3)}</title>"
            f"<nav><ul>{links}</ul></nav><main><h1>{words(random, 3).title()}</h1>"
            f"{''.join(parts)}</main>{_heavy(number) if self.heavy else ''}</html>"
        )

    def _use(self, random: Random, page: int, place: int) -> str:
        shared = place % 3 == 0
        chosen = random.randrange(50) if shared else (page * self.uses + place) % self.pictures
        alt = random.choice(
            ('alt=""', "", f'alt="{chosen}.png"', *[f'alt="{sentence(random)}"'] * 5)
        )
        image = f"<img src=/picture/{chosen}.png {alt} width=160 height=120>"
        if place % 5 == 1:
            image = f"<figure>{image}<figcaption>{sentence(random)}</figcaption></figure>"
        elif place % 5 == 2:
            image = f"<a href=/page/{random.randrange(self.pages)}.html>{image}</a>"
        heading = f"<h2>{words(random, 2).title()}</h2>" if place % 4 == 0 else ""
        text = " ".join(sentence(random) for _ in range(4))
        return f"{heading}<p>{text}</p>{image}"


def write(site: BigSite, folder: Path) -> None:
    """The whole site as files."""
    names = [f"/page/{n}.html" for n in range(site.pages)]
    if site.heavy:
        names += [f"/{kind}/{n}" for kind in ("film", "sound") for n in range(site.pages)]
        names += [f"/font/{n}" for n in range(4 * site.pages)]
    for name in (*names, *(f"/picture/{n}.png" for n in range(site.pictures))):
        found = site.answer(name)
        assert found is not None
        path = folder / name[1:]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(found[1])


def _heavy(page: int) -> str:
    """A film, a sound and four fonts."""
    fonts = range(4 * page, 4 * page + 4)
    faces = "".join(f"@font-face {{ font-family: f{n}; src: url(/font/{n}) }}" for n in fonts)
    texts = "".join(f"<p style='font-family: f{n}'>A text in a font of its own.</p>" for n in fonts)
    return (
        f"<style>{faces}</style>{texts}<video src=/film/{page} autoplay muted></video>"
        f"<audio src=/sound/{page} preload=auto></audio>"
    )


@cache
def noise(seed: int, name: str) -> bytes:
    """Ten seconds of sound, a megabyte."""
    out = io.BytesIO()
    with wave.open(out, "wb") as sound:
        sound.setparams((1, 2, 48_000, 0, "NONE", ""))
        sound.writeframes(np.random.default_rng((seed, int(name))).bytes(960_000))
    return out.getvalue()


def words(random: Random, count: int) -> str:
    """Some words of the small vocabulary."""
    return " ".join(random.choice(WORDS) for _ in range(count))


def sentence(random: Random) -> str:
    """A sentence of about ten words."""
    first, second = (f"{random.choice(COLOURS)} {words(random, 1)}" for _ in range(2))
    return f"A {first} stands beside the {second} of the {words(random, 2)}."


@cache
def picture(seed: int, number: int) -> bytes:
    """A PNG of 160 × 120 pixels, different for each number: coloured blocks with some noise."""
    random = np.random.default_rng((seed, number))
    blocks = random.integers(0, 255, (6, 8, 3), dtype=np.uint8).repeat(20, 0).repeat(20, 1)
    noise = random.integers(0, 2, blocks.shape, dtype=np.uint8)
    out = io.BytesIO()
    Image.fromarray(blocks ^ noise).quantize(128).save(out, "PNG")
    return out.getvalue()


@contextmanager
def served(site: BigSite) -> Iterator[str]:
    """The address of the site while it is served on loopback."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            found = site.answer(self.path)
            kind, body = found or ("text/plain", b"no such page")
            self.send_response(200 if found else 404)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *args: object) -> None:
            pass

    class Server(ThreadingHTTPServer):
        daemon_threads = True

        def handle_error(self, *args: object) -> None:
            """A client that goes away in the middle is no fault."""

    server = Server(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def main() -> None:
    """Serve the site that the arguments describe."""
    parser = argparse.ArgumentParser(description=__doc__)
    for name, default in (("pages", 2000), ("uses", 20), ("pictures", 3000), ("seed", 0)):
        parser.add_argument(f"--{name}", type=int, default=default)
    parser.add_argument("--heavy", action="store_true", help="with films, sound and fonts")
    parser.add_argument("--write", type=Path)
    asked = vars(parser.parse_args())
    folder = asked.pop("write")
    if folder is not None:
        write(BigSite(**asked), folder)
        return
    with served(BigSite(**asked)) as url:
        print(url, flush=True)
        threading.Event().wait()


if __name__ == "__main__":
    main()
