"""What a scan file says of its scan as a whole."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, TypeVar

from auditor.results import ModelIdentity
from auditor.store.connection import MOST_BYTES
from auditor.store.values import one_line, parsed, point_in_time, structured

T = TypeVar("T")
REST = "the rest of the scan"
"""Subject of the row that says that a scan was interrupted."""


@dataclass(frozen=True, slots=True)
class ScanInfo:
    """What was asked, and with what it was done."""

    targets: tuple[str, ...]
    started: str
    """ISO 8601, UTC, whole seconds."""
    tool_version: str
    model: ModelIdentity
    arguments: Mapping[str, Any]
    """The options of the scan, as JSON can hold them."""
    reader: str = ""
    """What reads the text in the pictures; "": nothing does."""
    finished: str | None = None
    """None: it is running, or was interrupted."""

    def asked(self, name: str, kind: type[T], default: T) -> T:
        """One of the arguments; the default where the file holds none of this kind."""
        with suppress(ValueError, TypeError, LookupError, AttributeError, ArithmeticError):
            return structured(self.arguments[name], kind)
        return default

    @property
    def row(self) -> dict[str, Any]:
        """The columns of `scan`."""
        return {
            "targets": json.dumps(self.targets),
            "started": self.started,
            "finished": self.finished,
            "tool_version": self.tool_version,
            "model": self.model.name,
            "model_sha256": self.model.sha256,
            "reader": self.reader,
            "arguments": json.dumps(dict(self.arguments)),
        }

    @staticmethod
    def of(row: Mapping[str, Any] | Any) -> ScanInfo:
        """From the row; raises what `understood` takes for damage."""
        targets, arguments = _object(row["targets"], list), _object(row["arguments"], dict)
        finished = row["finished"]
        return ScanInfo(
            targets=structured(targets, tuple[str, ...]),
            started=point_in_time(row["started"]),
            tool_version=one_line(row["tool_version"]),
            model=ModelIdentity(one_line(row["model"]), one_line(row["model_sha256"])),
            arguments=arguments,
            reader=one_line(row["reader"]),
            finished=None if finished is None else point_in_time(finished),
        )


def _object(text: str, kind: type[Any]) -> Any:
    found = parsed(text, MOST_BYTES)
    if not isinstance(found, kind):
        raise TypeError("another kind of JSON")
    return found
