"""What lies in the output beside the scan files: what became of each site. It is all the state that
there is: a fleet goes on by looking at it.

```
fleet.json                      with what it was begun
sites/KEY/scan.db               the scan file of a site
uses/site=KEY/uses.parquet      its image uses, columns as in the CSV report
done/KEY.json                   its figures: the site is done
skipped/KEY.json                why it was given up
tries/KEY.json                  what it ended by before
```
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, TypeVar

from auditor.fleet.errors import FleetError
from auditor.fleet.storage import Storage

FLEET = "fleet.json"
DONE, SKIPPED, TRIES = "done", "skipped", "tries"
SCAN, USES = "sites/{}/scan.db", "uses/site={}/uses.parquet"


@dataclass(frozen=True, slots=True)
class FleetInfo:
    """With what a fleet was begun: what all its sites have in common."""

    started: str
    """ISO 8601, UTC."""
    tool_version: str
    model: str
    model_sha256: str
    reader: str = ""
    """What reads the text in pictures; "": nothing does."""


@dataclass(frozen=True, slots=True)
class SiteFigures:
    """A site that is done."""

    key: str
    url: str
    started: str
    finished: str
    """ISO 8601, UTC."""
    seconds: float
    """That the last task on it took."""
    pages: int
    """That were read."""
    pages_failed: int
    counts: Mapping[str, int] = field(default_factory=dict)
    """Image uses by status."""
    failed: Mapping[str, int] = field(default_factory=dict)
    """Findings that failed, by severity."""
    scored: int = 0
    quality: float | None = None
    """Mean of the scored texts, 1 to 5."""
    skipped: int = 0
    """What was not checked of it, as its own reports list it."""
    reason: str = ""
    """Why it ended early, or why nothing of it was read; "": neither."""
    bytes: int = 0
    """Of its scan file."""

    @property
    def unread(self) -> bool:
        """Whether not one page of it was read."""
        return self.pages == 0


@dataclass(frozen=True, slots=True)
class SkippedSite:
    """A site that was given up."""

    key: str
    url: str
    reason: str
    tries: int
    when: str
    """ISO 8601, UTC."""


@dataclass(frozen=True, slots=True)
class SiteTries:
    """What a site's tasks ended by, each time that it was the site's fault."""

    key: str
    reasons: tuple[str, ...] = ()


Record = TypeVar("Record", FleetInfo, SiteFigures, SkippedSite, SiteTries)


def written(record: FleetInfo | SiteFigures | SkippedSite | SiteTries) -> bytes:
    """As JSON."""
    return json.dumps(asdict(record), ensure_ascii=False, indent=1).encode()


def understood_as(kind: type[Record], data: bytes, name: str) -> Record:
    """What `written` wrote. Raises FleetError for anything else."""
    try:
        found: Any = json.loads(data)
        return kind(**found)
    except (ValueError, TypeError) as error:
        raise FleetError(f"{name} cannot be understood: {error}") from error


def begin_fleet(storage: Storage, info: FleetInfo) -> FleetInfo:
    """Note with what the fleet is begun, or hold it against what it was begun with. Raises
    FleetError when that was another model."""
    data = storage.read(FLEET)
    if data is None:
        storage.write(FLEET, written(info))
        return info
    begun = understood_as(FleetInfo, data, f"{storage.place}/{FLEET}")
    if (begun.model_sha256, begun.reader) != (info.model_sha256, info.reader):
        was = f"the model {begun.model}" + (f" and {begun.reader}" if begun.reader else "")
        raise FleetError(f"{storage.place} was begun with {was}, and not with what is asked now")
    return begun


def ended_keys(storage: Storage) -> tuple[set[str], set[str]]:
    """The sites that are done, and those that were given up, by their keys."""
    done, skipped = (
        {name.removesuffix(".json") for name in storage.names(folder)} for folder in (DONE, SKIPPED)
    )
    return done, skipped - done


def figures_of_all(storage: Storage) -> list[SiteFigures]:
    """Of every site that is done, by key."""
    found = storage.read_all(DONE)
    return [understood_as(SiteFigures, found[name], name) for name in sorted(found)]


def skipped_sites(storage: Storage) -> list[SkippedSite]:
    """Every site that was given up, by key."""
    found = storage.read_all(SKIPPED)
    done = storage.names(DONE)
    kept = sorted(found.keys() - done)
    return [understood_as(SkippedSite, found[name], name) for name in kept]


def tries_of(storage: Storage, key: str) -> SiteTries:
    """What a site ended by before."""
    data = storage.read(f"{TRIES}/{key}.json")
    if data is None:
        return SiteTries(key)
    found = understood_as(SiteTries, data, key)
    return SiteTries(key, tuple(found.reasons))
