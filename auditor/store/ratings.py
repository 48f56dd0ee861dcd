"""What people rated, kept in the scan file. Ratings are added and never changed: a second one by
the same person on the same is another row, and the later one holds."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from auditor.rating import LEVELS, Question, RatedItem, Rating, version_of
from auditor.store.connection import Connection, Mode, connect
from auditor.store.sql import subject_of
from auditor.store.values import one_line, parsed, point_in_time, structured

MOST_TEXT = 100_000
"""Characters of a text or a note that a rating keeps."""


def ratings_in(path: Path) -> list[Rating]:
    """Every rating of a scan file, in the order they were added. Raises StoreError."""
    with connect(path) as database:
        database.check()
        rows = database.rows("select * from ratings order by id")
        with database.understood("a rating"):
            return [rating_of(dict(row)) for row in rows]


def add_ratings(path: Path, ratings: Sequence[Rating]) -> int:
    """Add those that the file has not yet, all or none; how many were added. Raises StoreError."""
    with connect(path, Mode.WRITE) as database:
        database.check()
        return insert_ratings(database, ratings)


def insert_ratings(database: Connection, ratings: Sequence[Rating]) -> int:
    """The same, in a file that is open to be written."""
    with database.writing():
        known = {_key(dict(row)) for row in database.rows("select * from ratings")}
        rows = {_key(row): row for row in map(row_of, ratings)}
        new = [row for key, row in rows.items() if key not in known]
        database.insert("ratings", new)
        return len(new)


def items_in(path: Path) -> frozenset[RatedItem]:
    """What there is to rate in a scan file, in today's version. Raises StoreError."""
    with connect(path) as database:
        database.check()
        rows = database.rows(
            f"""select distinct pages.url as page, {subject_of()} as picture, images.name as text
                from images join pages on pages.id = images.page"""  # noqa: S608
        )
        with database.understood("an image use"):
            return frozenset(
                RatedItem(
                    structured(row["page"], str),
                    structured(row["picture"], str),
                    version_of(structured(row["text"], str)),
                )
                for row in rows
            )


def row_of(rating: Rating) -> dict[str, Any]:
    """The columns of a rating."""
    item = rating.item
    return {
        "rater": rating.rater,
        "page": item.page,
        "picture": item.picture,
        "text_version": item.text_version,
        "level": rating.level,
        "seen": int(rating.seen),
        "rated": rating.rated,
        "text": rating.text[:MOST_TEXT],
        "answers": json.dumps({q.value: yes for q, yes in rating.answers.items()}, sort_keys=True),
        "note": rating.note[:MOST_TEXT],
    }


def rating_of(row: dict[str, Any]) -> Rating:
    """A rating from its columns; raises what `understood` takes for damage."""
    answers = structured(parsed(row["answers"], MOST_TEXT), dict[str, bool])
    level = structured(row["level"], int)
    if level not in LEVELS or level != row["level"]:
        raise ValueError("no level")
    names = ("page", "picture", "text_version")
    return Rating(
        rater=one_line(row["rater"]),
        item=structured({name: row[name] for name in names}, RatedItem),
        level=level,
        seen=structured(row["seen"], bool),
        rated=point_in_time(row["rated"]),
        text=structured(row["text"], str),
        answers={Question(name): yes for name, yes in answers.items()},
        note=structured(row["note"], str),
    )


def identity_of(rating: Rating) -> tuple[Any, ...]:
    """What makes two ratings the same one, whichever file they came by."""
    return _key(row_of(rating))


def _key(row: dict[str, Any]) -> tuple[Any, ...]:
    names = ("rater", "page", "picture", "text_version", "level", "seen", "rated", "answers")
    return tuple(row[name] for name in (*names, "note"))
