"""Texts that a person wrote for images of an article, read from a file.

CSV with a header, or JSON:

    image,alt                          [{"image": "Cat.jpg#2", "alt": "A tabby cat"}]
    Cat.jpg#2,A tabby cat              {"Cat.jpg#2": "A tabby cat"}

`image` is the name that the report gives: the file, and which use of it from the second on. In its
place may stand `file` and `occurrence`, which counts from 0. With `article` a text is for the
article of that title alone. The columns that the report's list has beside these are let pass, and
so are rows of CSV whose `alt` nobody filled in.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from auditor.errors import AuditorError
from auditor.reports.csv_report import before_cell
from auditor.texts.well_formed import well_formed
from auditor.wiki.edits.patch import Change, find_use, refusal_of
from auditor.wiki.wikitext.escape import clean
from auditor.wiki.wikitext.names import SiteNames, file_name
from auditor.wiki.wikitext.uses import REASONS, FileUse, Refused, use_id

_COLUMNS = ("image", "file", "occurrence", "alt", "article")
_NAMES = ("image", "file", "article")
_BESIDE = ("alt_now", "caption", "section", "advice", "edit")
"""What `auditor wiki --output texts.csv` tells of an image, for who writes its text."""
_SPACED = (
    "the text is put in, but there is a space before its =, and MediaWiki takes that for a "
    "caption; delete the space"
)
_ID = re.compile(r"(?P<file>[^#]+)(?:#(?P<number>[1-9]\d{0,5}))?", re.DOTALL)


class SuggestionError(AuditorError):
    """A file of suggestions cannot be understood; one line, fit to show."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A text for one use of a file."""

    file: str
    """As written; "<mapframe>" for what has no file."""
    occurrence: int
    """Which use of it, from 0."""
    alt: str
    place: str
    """Where it is written, for messages: "alts.csv, line 3"."""
    article: str = ""
    """The title of the article that it is for; "" for any."""


def read_suggestions(path: Path) -> tuple[Suggestion, ...]:
    """The suggestions of a file, JSON when its name ends so, else CSV (commas, semicolons or
    tabs). Raises SuggestionError."""
    try:
        text = path.read_text("utf-8-sig")
    except UnicodeError:
        raise SuggestionError(f"{path} is not in UTF-8; save it as UTF-8") from None
    except OSError as error:
        raise SuggestionError(f"{path} cannot be read: {error.strerror}") from None
    if not text.strip():
        raise SuggestionError(f"{path} is empty")
    rows = _json_rows(text, path) if path.suffix.lower() == ".json" else _csv_rows(text, path)
    found = tuple(_suggestion(row, place) for row, place in rows)
    _refuse_doubles(found)
    if not found:
        raise SuggestionError(f"{path} holds no suggestion")
    return found


def changes_of(
    suggestions: Iterable[Suggestion], uses: Sequence[FileUse], names: SiteNames
) -> tuple[list[Change], list[str]]:
    """What can be changed, and a line for each suggestion that cannot, or that needs more, with
    the reason."""
    changes: list[Change] = []
    problems: list[str] = []
    for each in suggestions:
        file = each.file if each.file.startswith("<") else file_name(each.file, names, bare=True)
        where = f"{each.place}: {use_id(file or each.file, each.occurrence)}"
        try:
            use = find_use(uses, file or each.file, each.occurrence)
        except Refused as refused:
            problems.append(f"{where}: {refused}")
            continue
        refusal = refusal_of(use, each.alt)
        if refusal is not None:
            problems.append(f"{where}: {REASONS[refusal]}")
        elif any(use is other for other, _ in changes):
            problems.append(f"{where}: another line has a text for the same image")
        else:
            changes.append((use, each.alt))
            if use.taken_for_caption:
                problems.append(f"{where}: {_SPACED}")
    return changes, problems


def _csv_rows(text: str, path: Path) -> Iterator[tuple[Mapping[str, Any], str]]:
    first = text.lstrip("\r\n").splitlines()[0]
    delimiter = max(",;\t", key=first.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    header: list[str] | None = None
    try:
        for row in reader:
            place = f"{path}, line {reader.line_num}"
            if not any(field.strip() for field in row):
                continue
            if header is None:
                header = _header([field.strip() for field in row], path)
            elif len(row) != len(header):
                raise SuggestionError(
                    f"{place}: {len(row)} fields, not {len(header)}; put texts with "
                    f"{_spoken(delimiter)} in double quotes"
                )
            else:
                fields = dict(zip(header, row, strict=True))
                names = {key: before_cell(fields[key]) for key in _NAMES if key in fields}
                if clean(fields["alt"]):
                    yield fields | names, place
    except csv.Error as error:
        raise SuggestionError(f"{path}, line {reader.line_num}: this is not CSV: {error}") from None


def _spoken(delimiter: str) -> str:
    return {",": "commas", ";": "semicolons", "\t": "tabs"}[delimiter]


def _header(header: list[str], path: Path) -> list[str]:
    for number, column in enumerate(header):
        _known(column, f"{path}, header", "column")
        if column in header[:number]:
            raise SuggestionError(f"{path}, header: there are two columns {column}")
    if "alt" not in header or ("image" in header) == ("file" in header):
        raise SuggestionError(
            f"{path}: the first line must name the columns: image and alt, or file, occurrence "
            "and alt"
        )
    return header


def _json_rows(text: str, path: Path) -> Iterator[tuple[Mapping[str, Any], str]]:
    try:
        data = well_formed(json.loads(text, object_pairs_hook=_pairs))
    except _DoubleKey as double:
        raise SuggestionError(f"{path}: {double} stands twice in one object") from None
    except (ValueError, RecursionError) as error:
        raise SuggestionError(f"{path} is not JSON: {error}") from None
    if isinstance(data, dict):
        for number, (image, alt) in enumerate(data.items(), 1):
            yield {"image": image, "alt": alt}, f"{path}, entry {number}"
        return
    if not isinstance(data, list):
        raise SuggestionError(f"{path}: write a list of objects, or one object of image and text")
    for number, row in enumerate(data, 1):
        place = f"{path}, entry {number}"
        if not isinstance(row, dict):
            raise SuggestionError(f"{place}: write an object with image and alt")
        for key in row:
            _known(key, place, "key")
        yield row, place


class _DoubleKey(Exception):
    pass


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise _DoubleKey(key)
        found[key] = value
    return found


def _known(name: str, place: str, what: str) -> None:
    if name not in (*_COLUMNS, *_BESIDE):
        close = get_close_matches(name.lower(), _COLUMNS, 1)
        hint = f"did you mean {close[0]}?" if close else f"known: {', '.join(_COLUMNS)}"
        raise SuggestionError(f"{place}: there is no {what} {name or 'without a name'}; {hint}")


def _suggestion(row: Mapping[str, Any], place: str) -> Suggestion:
    for key in ("image", "file", "alt", "article"):
        if key in row and not isinstance(row[key], str):
            raise SuggestionError(f"{place}: {key} must be a text")
    if ("image" in row) == ("file" in row):
        raise SuggestionError(f"{place}: name the image, by image or by file")
    if not clean(row.get("alt", "")):
        raise SuggestionError(
            f"{place}: alt is missing; leave out images that are to stay as they are"
        )
    if "image" in row:
        file, occurrence = _parse_id(row["image"], place)
        if "occurrence" in row:
            raise SuggestionError(f"{place}: occurrence goes with file, not with image")
    else:
        file, occurrence = row["file"].strip(), _count(row.get("occurrence", 0), place)
    if not file:
        raise SuggestionError(f"{place}: the name of the image is missing")
    article = row.get("article", "").replace("_", " ").strip()
    return Suggestion(file, occurrence, row["alt"], place, article)


def _parse_id(text: str, place: str) -> tuple[str, int]:
    """ "Cat.jpg#2" is the second use of the file, number 1."""
    match = _ID.fullmatch(text.strip())
    if text.strip() and not match:
        raise SuggestionError(
            f"{place}: {text} names no image; write Cat.jpg, and Cat.jpg#2 for its second use"
        )
    return (match["file"].strip(), int(match["number"] or 1) - 1) if match else ("", 0)


def _count(value: Any, place: str) -> int:
    text = value.strip() if isinstance(value, str) else value
    if isinstance(text, str) and text.isascii() and text.isdigit() and len(text) < 7:
        return int(text)
    if text == "" or (isinstance(text, int) and not isinstance(text, bool) and text >= 0):
        return int(text or 0)
    raise SuggestionError(f"{place}: occurrence must be a whole number from 0, not {value}")


def _refuse_doubles(found: Sequence[Suggestion]) -> None:
    seen: dict[tuple[str, str, int], str] = {}
    for each in found:
        key = each.article, each.file, each.occurrence
        if key in seen:
            name = use_id(each.file, each.occurrence)
            raise SuggestionError(f"{each.place}: {name} has a text already, at {seen[key]}")
        seen[key] = each.place
