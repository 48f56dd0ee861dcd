"""The processes on this machine that ask a server of a test, and how it ends them."""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from tests.tools.processes import descendants


def kill_peer(host: str, port: int) -> None:
    """End who holds the other end of a connection."""
    for pid in _peers(host, port):
        os.kill(pid, signal.SIGKILL)


def end_browser(host: str, port: int) -> None:
    """As a crash of the whole browser does."""
    _signal(host, port, signal.SIGKILL, "browser")


def stop_browser(host: str, port: int) -> None:
    """It is there, and answers nobody."""
    _signal(host, port, signal.SIGSTOP, "browser")


def end_tabs(host: str, port: int) -> None:
    """As a page does that crashes what draws it, or takes all of its memory."""
    _signal(host, port, signal.SIGKILL, "renderer")


def _signal(host: str, port: int, what: signal.Signals, kind: str) -> None:
    """To the processes of this kind of the Chromium that a peer has started: it asks through its
    parent (auditor/net/address_guard.py)."""
    for peer in _peers(host, port):
        for pid in descendants(peer):
            if _kind(pid) == kind:
                with suppress(ProcessLookupError):
                    os.kill(pid, what)


def _kind(pid: int) -> str:
    """Of a process of Chromium; "" for any other."""
    with suppress(OSError):
        line = (Path("/proc") / str(pid) / "cmdline").read_text(errors="replace")
        if "chrom" in line.partition("\0")[0]:
            # What its zygote makes has its words in one, with spaces between them.
            kind = re.search(r"(?<=--type=)[\w-]+", line)
            return kind[0] if kind else "browser"
    return ""


def _peers(host: str, port: int) -> list[int]:
    wanted = "".join(f"{int(part):02X}" for part in reversed(host.split("."))) + f":{port:04X}"
    lines = (line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:])
    sockets = [fields[9] for fields in lines if fields[1] == wanted]
    return [pid for inode in sockets for pid in _holders(inode) if pid != os.getpid()]


def _holders(inode: str) -> Iterator[int]:
    for link in Path("/proc").glob("[0-9]*/fd/*"):
        with suppress(OSError):
            if str(link.readlink()) == f"socket:[{inode}]":
                yield int(link.parts[2])
