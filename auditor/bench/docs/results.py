"""Results kept as files: one JSON object a benchmark and scorer."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from auditor.bench.data.files import published_format, read_json

Key = tuple[str, str]
"""Benchmark and scorer."""
CODE = ("auditor", "extractors", "models")
NO_SCORE = ("commands", "reports")
"""Parts of the program that no figure depends on."""


@dataclass(frozen=True, slots=True)
class Results:
    """What was measured."""

    by_key: Mapping[Key, Mapping[str, Any]]

    def metrics(self, bench: str, scorer: str) -> Mapping[str, Mapping[str, float]]:
        """The figures of one run, empty when it was not made."""
        found: Mapping[str, Mapping[str, float]] = self.by_key.get((bench, scorer), {}).get(
            "metrics", {}
        )
        return found

    def scorers(self, bench: str) -> list[str]:
        """The scorers that a benchmark was run with."""
        return [scorer for name, scorer in self.by_key if name == bench]


def read(folder: Path) -> Results:
    """All results of a folder. Raises BenchError."""
    found = {}
    for path in sorted(folder.glob("*.json")):
        with published_format(path):
            result = read_json(path)
            found[result["bench"], result["scorer"]] = result
    return Results(found)


def path_of(folder: Path, bench: str, scorer: str) -> Path:
    """Where a result is kept."""
    return folder / f"{bench}-{scorer}.json"


def write(path: Path, result: Mapping[str, Any]) -> None:
    """Keep one result, its figures to four digits after the point."""
    metrics = {
        key: {name: round(value, 4) for name, value in metric.items()}
        for key, metric in result["metrics"].items()
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({**result, "metrics": metrics}, indent=1) + "\n", "utf-8")


def program() -> str:
    """sha256 of all code and data that a figure may depend on."""
    root = Path(__file__).parents[3]
    digest = hashlib.sha256()
    for path in sorted(path for name in CODE for path in (root / name).rglob("*")):
        parts = path.relative_to(root).parts
        if path.is_file() and "__pycache__" not in parts and not set(NO_SCORE) & set(parts):
            digest.update(f"{path.relative_to(root)}:".encode())
            digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()
