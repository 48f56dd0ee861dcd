"""Options that say how pages are loaded."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import click

from auditor.browser.options import ANSWERS, BrowserOptions
from auditor.commands.allow_host import allow_host_option
from auditor.commands.grouped import grouped
from auditor.commands.kinds import Words


@dataclass(frozen=True, slots=True)
class Loading:
    """What was asked for."""

    browser: BrowserOptions
    static: bool
    robots: bool
    allow_hosts: tuple[str, ...]


def _loading(
    *,
    allow_hosts: tuple[str, ...],
    max_screens: int,
    ignore_robots: bool,
    static: bool,
    **more: Any,
) -> Loading:
    browser = BrowserOptions(screens=max_screens, **more)
    return Loading(browser, static, not ignore_robots, allow_hosts)


loading_options = grouped(
    "loading",
    _loading,
    click.option(
        "--timeout",
        type=click.FloatRange(min=1),
        default=30.0,
        show_default=True,
        help="Seconds for a page to load, and again to be read.",
    ),
    click.option(
        "--user-agent",
        type=Words(),
        help="What hosts are told instead of the browser's name and alt-text-auditor. Rules of "
        "robots.txt are looked up by its first word.",
    ),
    click.option(
        "--max-screens",
        type=click.IntRange(min=1),
        default=50,
        show_default=True,
        help="Heights of the window to scroll down: some pages have no end.",
    ),
    click.option(
        "--consent",
        type=click.Choice(ANSWERS),
        help="Click this answer on consent banners of well-known tools; without it they are left.",
    ),
    click.option(
        "--lean",
        is_flag=True,
        help="Let the browser fetch no films, sound and fonts of text, and nothing from services "
        "that only count visitors; the report says of how many.",
    ),
    click.option(
        "--static", is_flag=True, help="Fetch pages without a browser: scripts do not run."
    ),
    click.option("--ignore-robots", is_flag=True, help="Follow links that robots.txt forbids."),
    allow_host_option,
)
"""A command with them takes Loading as `loading`."""
