"""Runs the commands that the documents quote: `python -m tests.tools.quoted [--write]`.

A quoted run is a fenced block that begins with `$ ./run.sh …`. A line `[…]` in it stands for lines
that are left out. What is left is compared line by line; --write puts today's lines into blocks
that leave nothing out, and says which others differ.
"""

from __future__ import annotations

import contextlib
import functools
import os
import re
import shlex
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "docs" / "example"
QUOTED_PORT = 8000
"""Port of the example in the documents."""
PORTS = range(8001, 9000)
"""Ports to serve it at: as many digits, so that lines break at the same places."""
TEXTS = """image,alt
Boat.jpg,A small sailing boat with a white and a red sail on calm water
House.jpg#2,"Red brick house with a dark roof and white windows, an oak beside it"
"""
"""What a person filled into `texts.csv`."""
LEFT_OUT = "[…]"
SECONDS = 120
"""For one run, on a busy machine."""
_BLOCK = re.compile(r"```\n\$ \./run\.sh ([^\n]+)\n(.*?)```\n", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Quoted:
    """One run as a document has it."""

    document: Path
    command: str
    lines: tuple[str, ...]

    def agrees(self, out: str) -> bool:
        """Whether the run said so, in this order."""
        wanted = "\n".join(self.lines).split(LEFT_OUT)
        pieces = [re.escape(piece) for piece in wanted]
        return re.fullmatch(".*".join(pieces), out, re.DOTALL) is not None


def quoted(document: Path) -> list[Quoted]:
    """The runs that a document quotes."""
    found = _BLOCK.finditer(document.read_text("utf-8"))
    return [Quoted(document, each[1], tuple(each[2].rstrip("\n").split("\n"))) for each in found]


def documents() -> list[Path]:
    """The documents that may quote runs."""
    return [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def run(command: str) -> str:
    """What a command writes to stdout on a terminal of 80 columns, at the top of the project."""
    with TemporaryDirectory() as home, served_example() as port:
        arguments = shlex.split(command.replace(f":{QUOTED_PORT}/", f":{port}/"))
        texts = Path(home) / "texts.csv"
        texts.write_text(TEXTS, "utf-8")
        arguments = [str(texts) if each == "texts.csv" else each for each in arguments]
        done = subprocess.run(
            [sys.executable, "-P", "-m", "app", *arguments],
            capture_output=True,
            text=True,
            encoding="utf-8",
            cwd=ROOT,
            env=os.environ | _environment(home),
            timeout=SECONDS,
        )
    lines = done.stdout.replace(f":{port}/", f":{QUOTED_PORT}/").splitlines()
    return _without_empty_ends("\n".join(line.rstrip() for line in lines))


def _without_empty_ends(text: str) -> str:
    """No empty line at an end, and none beside another: tables have lines of spaces around them."""
    return re.sub(r"\n{3,}", "\n\n", text.strip("\n"))


def _environment(home: str) -> dict[str, str]:
    """A user without a configuration, on a plain terminal; the program is that of this folder."""
    folders = ("HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME")
    plain = {"COLUMNS": "80", "TERM": "dumb", "PYTHONIOENCODING": "utf-8"}
    return dict.fromkeys(folders, home) | plain | {"PYTHONPATH": str(ROOT)}


@contextlib.contextmanager
def served_example() -> Iterator[int]:
    """The example page, served; its port."""
    handler = functools.partial(_Silent, directory=str(EXAMPLE))
    server = next(filter(None, (_bound(port, handler) for port in PORTS)))
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield server.server_address[1]
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


class _Silent(SimpleHTTPRequestHandler):
    def log_message(self, *args: object) -> None:
        pass


def _bound(port: int, handler: functools.partial[_Silent]) -> ThreadingHTTPServer | None:
    try:
        return ThreadingHTTPServer(("127.0.0.1", port), handler)
    except OSError:
        return None


def write(each: Quoted, out: str) -> None:
    """Put what a run says today in the place of what the document has."""
    text = each.document.read_text("utf-8")
    old = f"```\n$ ./run.sh {each.command}\n" + "\n".join(each.lines) + "\n```\n"
    new = f"```\n$ ./run.sh {each.command}\n" + out + "\n```\n"
    each.document.write_text(text.replace(old, new), "utf-8")


def main() -> int:
    """Check, or write, every quoted run; 1 when one differs."""
    different = 0
    for each in (one for document in documents() for one in quoted(document)):
        out = run(each.command)
        if each.agrees(out):
            continue
        if "--write" in sys.argv and LEFT_OUT not in each.lines:
            write(each, out)
            continue
        different += 1
        print(f"{each.document.name}: ./run.sh {each.command}\n{out}")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
