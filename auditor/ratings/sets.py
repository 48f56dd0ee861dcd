"""Rating sets: what is to be rated, with everything that it takes, in one file that travels without
the scan.

A set is JSON Lines: a line an item, with the picture in it. Who rates it adds a line a rating to
the same file, so that it comes back whole whatever ends the work. A list in CSV names pictures by
their files and has no place for ratings.
"""

from __future__ import annotations

import base64
import csv
import hashlib
import io
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from auditor.decision import Subject
from auditor.rating import RatedItem, Rating, version_of
from auditor.ratings.errors import RatingsError
from auditor.ratings.files import readable, to_line, wrong_line
from auditor.reports.csv_report import before_cell
from auditor.results import JudgedUse
from auditor.store.values import parsed, structured

MOST_PICTURE = 20_000_000
"""Bytes of a picture that a list names."""
_CONTEXT = ("title", "heading", "caption", "before", "after", "purpose", "src")


@dataclass(frozen=True, slots=True)
class ItemToRate:
    """One text with all that a rater is shown of it."""

    item: RatedItem
    text: str
    shown: bytes | None = None
    """A file of the picture to look at; None: there is none."""
    title: str = ""
    heading: str = ""
    caption: str = ""
    before: str = ""
    after: str = ""
    purpose: str = ""
    """What the image is for, as far as the program can tell."""
    src: str = ""
    quality: float | None = None
    """The program's own, which starts the consensus."""


def items_of(uses: Iterable[JudgedUse]) -> Iterator[ItemToRate]:
    """What there is to rate of a scan: each picture with each of its texts, once a page."""
    seen: set[RatedItem] = set()
    for use in uses:
        record, text = use.record, use.record.name.text
        item = item_of(use)
        if not text.strip() or item in seen:
            continue
        seen.add(item)
        context = record.context
        yield ItemToRate(
            item,
            text,
            use.picture.thumbnail if use.picture else None,
            use.page_title,
            context.heading,
            context.caption,
            context.text_before,
            context.text_after,
            use.profile.name if use.profile else "",
            record.src or "",
            use.scores.quality if use.scores else None,
        )


def item_of(use: JudgedUse) -> RatedItem:
    """An image use as ratings name it."""
    sha256 = use.picture.sha256 if use.picture else None
    subject = Subject.of(use.record, sha256)
    return RatedItem(use.page_url, subject.picture, version_of(use.record.name.text))


def read_set(path: Path) -> list[ItemToRate]:
    """The items of a set, or of a list in CSV with the columns `picture` and `text`. Raises
    RatingsError."""
    with readable(path):
        text = path.read_text("utf-8-sig")
        is_set = text.lstrip().startswith("{")
        found = list(_from_lines(text) if is_set else _from_csv(text, path.parent))
    if not found:
        raise RatingsError(f"{path} holds nothing to rate")
    return found


def set_line(each: ItemToRate) -> str:
    """An item as a line of JSON."""
    values = {name: value for name in _CONTEXT if (value := getattr(each, name))}
    if each.quality is not None:
        values["quality"] = each.quality
    if each.shown is not None:
        values["picture_file"] = base64.b64encode(each.shown).decode()
    return json.dumps(asdict(each.item) | {"text": each.text} | values, ensure_ascii=False)


def append_ratings(path: Path, ratings: Sequence[Rating]) -> None:
    """Add ratings to a file of JSON Lines, which is made where it is not there. Raises OSError."""
    starts = "" if not path.exists() or _ends_a_line(path) else "\n"
    with path.open("a", encoding="utf-8", newline="") as out:
        out.write(starts + "".join(f"{to_line(rating)}\n" for rating in ratings))


def _ends_a_line(path: Path) -> bool:
    data = path.read_bytes()
    return not data or data.endswith(b"\n")


def _from_lines(text: str) -> Iterator[ItemToRate]:
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        with wrong_line(number, "nothing to rate"):
            values = parsed(line)
            if "level" not in values:
                yield _item(values, _decoded(values.get("picture_file")))


def _from_csv(text: str, folder: Path) -> Iterator[ItemToRate]:
    reader = csv.DictReader(io.StringIO(text, newline=""))
    if missing := {"picture", "text"} - set(reader.fieldnames or ()):
        raise ValueError(f"it has no column {', '.join(sorted(missing))}")
    for row in reader:
        with wrong_line(reader.line_num, "nothing to rate"):
            values: dict[str, Any] = {k: before_cell(v or "") for k, v in row.items() if k}
            values["quality"] = float(values["quality"]) if values.get("quality") else None
            file = _file(folder, values["picture"])
            if file is not None:
                values["src"] = values["picture"]
                values["picture"] = hashlib.sha256(file).hexdigest()
            yield _item(values, file)


def _item(values: Mapping[str, Any], shown: bytes | None) -> ItemToRate:
    text = structured(values["text"], str)
    item = RatedItem(
        structured(values.get("page") or "", str),
        structured(values["picture"], str),
        values.get("text_version") or version_of(text),
    )
    if item.text_version != version_of(text):
        raise ValueError("its text is not of its version")
    quality = values.get("quality")
    context = {name: structured(values.get(name) or "", str) for name in _CONTEXT}
    known = None if quality is None else structured(quality, float)
    return ItemToRate(item, text, shown, **context, quality=known)


def _decoded(value: Any) -> bytes | None:
    return None if value is None else base64.b64decode(structured(value, str), validate=True)


def _file(folder: Path, name: str) -> bytes | None:
    """A picture that a list names by a path inside its own folder; None: an address, or none of
    these. A list may come from a stranger, and is not to read what lies elsewhere."""
    if not name or "://" in name:
        return None
    path = (folder / name).resolve()
    if not path.is_relative_to(folder.resolve()) or not path.is_file():
        return None
    return path.read_bytes() if path.stat().st_size <= MOST_PICTURE else None
