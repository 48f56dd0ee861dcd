"""What was not checked, grouped by reason and host: a thousand pictures of one host that did not
load are one line."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from auditor.findings import Skipped
from auditor.message import Message
from auditor.net.urls import split
from auditor.reports.words import shorten

_URL = re.compile(r"(?:https?|file)://[^\s\"'<>]+", re.IGNORECASE)


@dataclass(slots=True)
class SkippedGroup:
    """What was not checked for one reason on one host."""

    reason: str
    """Where only addresses tell the reasons apart, "…" stands for them."""
    host: str
    """"" for files, and for what belongs to no page."""
    things: list[Skipped] = field(default_factory=list)

    @property
    def size(self) -> int:
        """How many things."""
        return len(self.things)

    @property
    def extent(self) -> Message:
        """ "312 things on example.org"."""
        if not self.host:
            return Message.counted("{number} thing", "{number} things", self.size)
        return Message.counted(
            "{number} thing on {host}",
            "{number} things on {host}",
            self.size,
            host=shorten(self.host, 100),
        )

    @property
    def subject(self) -> str:
        """What was not checked, on one line: the only thing, or how many and the first of them."""
        first = shorten(self.things[0].subject, 200)
        if self.size == 1:
            return first
        return Message("{things}, such as {first}", things=self.extent, first=first)


def skipped_groups(skipped: Iterable[Skipped]) -> list[SkippedGroup]:
    """All that was not checked, the largest group first, in each the order of the scan."""
    groups: dict[tuple[str, str], SkippedGroup] = {}
    for item in skipped:
        reason, host = _URL.sub("…", item.reason), _host(item)
        group = groups.setdefault((reason, host), SkippedGroup(item.reason, host))
        if item.reason != group.reason:
            group.reason = reason
        group.things.append(item)
    return sorted(groups.values(), key=lambda group: -group.size)


def _host(item: Skipped) -> str:
    """Host of what was not checked, else of its page."""
    found = _URL.search(item.subject) or _URL.search(item.page)
    return split(found.group()).netloc.rpartition("@")[2].lower() if found else ""
