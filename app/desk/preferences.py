"""What the window remembers from one time to the next, and the scans that were made."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

import cattrs
from platformdirs import user_config_path

from auditor.catalogue import Tongue, language_of_user, languages, tongue
from auditor.store.place import new_path
from auditor.store.query import QueueQuery

THEMES = ("light", "dark", "high contrast")
TEXT_SIZES = (10, 12, 14, 18, 22, 28)
"""Points."""
RECENT = 10


@dataclass(frozen=True, slots=True)
class Position:
    """Where one was in a scan."""

    query: QueueQuery
    image: int
    """Id of the use that was current; below 0: none was."""


@dataclass(frozen=True, slots=True)
class Preferences:
    """Choices of the person who uses the window."""

    theme: str = THEMES[0]
    text_size: int = TEXT_SIZES[1]
    recent: tuple[str, ...] = ()
    """Scan files, the last opened first."""
    wiki: str = "en.wikipedia.org"
    """Where articles are looked for."""
    goes_on: bool = True
    """After a decision the next image comes that is not decided."""
    contact: str = ""
    """Whom wikis may reach about the requests; "" for nobody."""
    language: str = ""
    """Code of the language that findings are told in; "": the one of the system."""
    size: tuple[int, int] = (1280, 800)
    """Of the window, in pixels, where it is not maximized."""
    maximized: bool = False
    parts: tuple[int, ...] = ()
    """Sizes of the queue and of what stands beside it; () for the usual ones."""
    columns: Mapping[str, float] = field(default_factory=dict)
    """Widths of columns that were changed by hand, in letters, by name."""
    places: Mapping[str, Position] = field(default_factory=dict)
    """Where one was in recent scan files, by their paths."""
    filters: Mapping[str, QueueQuery] = field(default_factory=dict)
    """Filters that were kept, by their names."""

    def opened(self, path: Path) -> Preferences:
        """With a scan file in the first place."""
        name = str(path.resolve())
        others = [each for each in self.recent if each != name]
        recent = (name, *others)[:RECENT]
        places = {path: place for path, place in self.places.items() if path in recent}
        return replace(self, recent=recent, places=places)

    def left(self, path: Path, place: Position) -> Preferences:
        """With the place where a scan file was left."""
        return replace(self, places={**self.places, str(path.resolve()): place})

    def place(self, path: Path) -> Position | None:
        """Where a scan file was left; None: it was not opened lately."""
        return self.places.get(str(path.resolve()))

    def larger(self, steps: int) -> Preferences:
        """With larger (or, below 0, smaller) text."""
        place = TEXT_SIZES.index(self.text_size) + steps
        return replace(self, text_size=TEXT_SIZES[min(max(place, 0), len(TEXT_SIZES) - 1)])

    @property
    def tongue(self) -> Tongue:
        """The language that findings are told in."""
        return tongue(self.language or language_of_user())

    def next_language(self) -> Preferences:
        """With the next language: after the last one that of the system."""
        codes = ("", *languages())
        place = codes.index(self.language) + 1 if self.language in codes else 0
        return replace(self, language=codes[place % len(codes)])

    def existing(self) -> tuple[Path, ...]:
        """The recent scan files that are still there."""
        return tuple(path for path in map(Path, self.recent) if path.is_file())


def preferences_path() -> Path:
    """Where they are kept."""
    return user_config_path("auditor") / "window.json"


def read_preferences(path: Path) -> Preferences:
    """What is kept there; the defaults where nothing is or it cannot be understood."""
    try:
        kept = cattrs.structure(json.loads(path.read_text("utf-8")), Preferences)
    except Exception:  # cattrs raises a group of whatever it met
        return Preferences()
    known = kept.theme in THEMES and kept.text_size in TEXT_SIZES
    return kept if known else Preferences(recent=kept.recent)


def write_preferences(preferences: Preferences, path: Path) -> None:
    """Keep them; where that cannot be done, the next start has the defaults."""
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(asdict(preferences), indent=1) + "\n", "utf-8")


def remember_language(code: str, path: Path) -> None:
    """Keep the language of the next start; "" for that of the system."""
    write_preferences(replace(read_preferences(path), language=code), path)


def new_scan_path(targets: Iterable[str]) -> Path:
    """A free name for the file of a new scan. Raises OSError where none can be written."""
    return new_path(next(iter(targets), ""))
