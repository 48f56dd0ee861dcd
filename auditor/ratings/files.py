"""Files of ratings: CSV for spreadsheets, JSON Lines for programs, scan files, and the published
`ExpertAnnotations.txt` of Flickr8k (Hodosh et al. 2013)."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TextIO

from auditor.rating import Question, RatedItem, Rating, version_of
from auditor.ratings.errors import RatingsError
from auditor.reports.csv_report import before_cell, write_rows
from auditor.store.ratings import items_in, rating_of, ratings_in, row_of
from auditor.store.values import MOST_JSON, parsed

COLUMNS = ("rater", "rated", "level", "seen", "page", "picture", "text", "text_version")
_YES_NO = {"yes": True, "no": False, "true": True, "false": False, "1": True, "0": False}
_PUBLISHED = re.compile(r"[^\t]+\t[^\t]+#\d+(?:\t[1-4]){3}\Z")
"""Picture, caption id `PICTURE#K`, three levels."""
_WHEN = "2013-01-01T00:00:00+00:00"


@dataclass(frozen=True, slots=True)
class RatingsRead:
    """What stands in a file."""

    ratings: tuple[Rating, ...]
    left_out: tuple[str, ...] = ()
    """What is not counted, and why, a sentence each."""


def read_ratings(path: Path) -> RatingsRead:
    """The ratings of a file of any form, found by its content. Those of a scan file count only
    where text and picture still stand on their page as they were rated. Raises RatingsError,
    StoreError."""
    if is_scan_file(path):
        return current(ratings_in(path), items_in(path), str(path))
    return _from_file(path)


def all_ratings(path: Path) -> list[Rating]:
    """Every rating of a file, also those of what has changed since. Raises RatingsError,
    StoreError."""
    return ratings_in(path) if is_scan_file(path) else list(_from_file(path).ratings)


def _from_file(path: Path) -> RatingsRead:
    with readable(path):
        text = path.read_text("utf-8-sig")
        first = next((line for line in text.splitlines() if line.strip()), "")
        if _PUBLISHED.match(first):
            return _published(text, path)
        if first.startswith("{"):
            return RatingsRead(tuple(from_lines(text)))
        return RatingsRead(tuple(_from_csv(text)))


def is_scan_file(path: Path) -> bool:
    """Whether a file is a scan's, by its first bytes. Raises RatingsError."""
    with readable(path), path.open("rb") as file:
        return file.read(16) == b"SQLite format 3\0"


def current(ratings: Sequence[Rating], items: frozenset[RatedItem], where: str) -> RatingsRead:
    """Those of what still stands there, and what became of the others."""
    kept = tuple(each for each in ratings if each.item in items)
    texts = {(item.page, item.picture) for item in items}
    pages = {item.page for item in items}
    gone = [each.item for each in ratings if each.item not in items]
    changed = sum((item.page, item.picture) in texts for item in gone)
    moved = sum((item.page, item.picture) not in texts and item.page in pages for item in gone)
    said = (
        (changed, "the text has changed since"),
        (moved, "the picture has changed since, or is gone"),
        (len(gone) - changed - moved, "the page is not in the scan"),
    )
    return RatingsRead(kept, tuple(f"{where}: {n} not counted, for {why}." for n, why in said if n))


def to_line(rating: Rating) -> str:
    """A rating as a line of JSON."""
    row = row_of(rating)
    values = row | {"seen": rating.seen, "answers": json.loads(row["answers"])}
    return json.dumps(values, ensure_ascii=False)


def from_lines(text: str) -> Iterator[Rating]:
    """The ratings among lines of JSON; what is to be rated stands in others, without a level.
    Raises what `readable` tells."""
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        with wrong_line(number, "no rating"):
            values = parsed(line, MOST_JSON)
            if "level" in values:
                yield _rating(values)


def write_ratings(ratings: Iterable[Rating], form: str, out: TextIO) -> None:
    """As "csv" or "jsonl"."""
    if form == "csv":
        names = [*COLUMNS, *Question, "note"]
        write_rows(out, names, map(_cells, ratings))
        return
    for rating in ratings:
        out.write(f"{to_line(rating)}\n")


def _rating(values: Mapping[str, Any]) -> Rating:
    """From a row or an object that a person may have written."""
    text = str(values.get("text") or "")
    version = values.get("text_version") or version_of(text)
    answers = values.get("answers") or {}
    row = {
        "page": "",
        "note": "",
        **values,
        "text": text,
        "text_version": version,
        "answers": json.dumps(answers),
    }
    return rating_of(row)


def _cells(rating: Rating) -> dict[str, Any]:
    row = row_of(rating)
    answers = {
        q.value: {True: "yes", False: "no", None: ""}[rating.answers.get(q)] for q in Question
    }
    return (
        {name: row[name] for name in COLUMNS}
        | {"seen": "yes" if rating.seen else "no", "note": row["note"]}
        | answers
    )


def _from_csv(text: str) -> Iterator[Rating]:
    reader = csv.DictReader(io.StringIO(text, newline=""))
    missing = {"rater", "rated", "level", "seen", "picture"} - set(reader.fieldnames or ())
    if missing:
        raise ValueError(f"it has no column {', '.join(sorted(missing))}")
    for row in reader:
        with wrong_line(reader.line_num, "no rating"):
            cells = {name: before_cell(value or "") for name, value in row.items() if name}
            answers = {
                q.value: _YES_NO[cells[q].strip().lower()]
                for q in Question
                if cells.get(q, "").strip()
            }
            seen = _YES_NO[cells["seen"].strip().lower()]
            yield _rating(
                cells | {"level": float(cells["level"]), "seen": seen, "answers": answers}
            )


def _published(text: str, path: Path) -> RatingsRead:
    rows = [line.split("\t") for line in text.splitlines() if line.strip()]
    foreign = [row for row in rows if row[0] != row[1].partition("#")[0]]
    ratings = tuple(
        Rating(
            rater=f"expert {place}",
            item=RatedItem("", row[0], row[1]),
            level=int(row[place + 1]),
            seen=True,
            rated=_WHEN,
            text=row[1],
        )
        for row in foreign
        for place in (1, 2, 3)
    )
    own = len(rows) - len(foreign)
    said = f"{path}: {own} pairs not counted, for the caption is the picture's own."
    return RatingsRead(ratings, (said,) if own else ())


@contextmanager
def readable(path: Path) -> Iterator[None]:
    """Turns what goes wrong with a file into a RatingsError."""
    try:
        yield
    except OSError as error:
        raise RatingsError(f"{path} cannot be read: {error.strerror}") from error
    except (ValueError, TypeError, LookupError, AttributeError, csv.Error) as error:
        raise RatingsError(f"{path} holds no ratings: {error}") from error


@contextmanager
def wrong_line(number: int, what: str) -> Iterator[None]:
    """Says which line of a file could not be understood, and what it is not."""
    try:
        yield
    except (ValueError, TypeError, LookupError, AttributeError) as error:
        raise ValueError(f"line {number} is {what} ({error})") from error
