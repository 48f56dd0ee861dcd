"""How pages are loaded in a browser. Loads none itself: a scan is asked for before it has one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from auditor.errors import AuditorError

Answer = Literal["accept", "reject"]


ANSWERS: tuple[Answer, ...] = ("reject", "accept")


FLAGS = (
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # Without it WebRTC sends datagrams past every proxy.
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
)


@dataclass(frozen=True, slots=True)
class BrowserOptions:
    """How pages are loaded."""

    timeout: float = 30.0
    """Seconds for a page to load, and again for it to become quiet and be read."""
    quiet: float = 0.25
    """Seconds without a change of the page that count as quiet."""
    settle: float = 10.0
    """Seconds in all for scrolling and for the images that it wakes; frames have a third more."""
    screens: int = 50
    """Heights of the window that are scrolled at most: some pages have no end."""
    consent: Answer | None = None
    """Answer to consent banners; None: they are left alone."""
    user_agent: str | None = None
    """None: the browser's own name, with ours behind it."""
    viewport: tuple[int, int] = (1280, 900)
    """Width and height in CSS pixels."""
    flags: tuple[str, ...] = FLAGS
    """Switches that Chromium is started with."""
    second_opinion: bool = True
    """Ask Chromium for its own roles and names too."""
    lean: bool = False
    """Fetch no films, no sound, no fonts of text, and nothing of hosts that only measure."""


class BrowserError(AuditorError):
    """No browser could be started; the message is fit to show."""
