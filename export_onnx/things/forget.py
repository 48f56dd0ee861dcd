"""Takes the channel of things out of a model again."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from export_onnx.compact.package import write_manifest
from models.encoder import FURTHER_NAMING_FILE, NAMING_FILE, OBJECTS_FILE
from models.manifest import read_manifest

THINGS_FILES = (OBJECTS_FILE, NAMING_FILE, FURTHER_NAMING_FILE)


def forget_things(folder: Path) -> None:
    """Make the model in `folder` one that knows no things, if it is not; calibrations stay, since
    what adds things finds them anew. Raises ModelError."""
    manifest = read_manifest(folder)
    for name in THINGS_FILES:
        (folder / name).unlink(missing_ok=True)
    plain = replace(
        manifest,
        dimension=manifest.dimension - len(manifest.object_classes),
        files={name: hash for name, hash in manifest.files.items() if name not in THINGS_FILES},
        objects_size=0,
        object_classes=(),
        object_usual=(),
        object_weight=0.0,
    )
    write_manifest(plain, folder)
