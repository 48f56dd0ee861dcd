"""Writes version and checksum of a release's source archive into packaging/.

python scripts/packaging.py dist/alt_text_auditor-0.1.0.tar.gz
"""

import hashlib
import re
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
FORMULA, RECIPE = "packaging/homebrew/alt-text-auditor.rb", "packaging/conda/recipe.yaml"
_ARCHIVE = re.compile(r"alt_text_auditor-(\d+(?:\.\d+)+)\.tar\.gz")


def release(archive: Path, root: Path = ROOT) -> None:
    """Both files name this archive. Raises ValueError where it is no source archive."""
    named = _ARCHIVE.fullmatch(archive.name)
    if named is None:
        raise ValueError(f"{archive.name} is no source archive of a release")
    checksum = hashlib.sha256(archive.read_bytes()).hexdigest()
    for path in (root / FORMULA, root / RECIPE):
        text = path.read_text("utf-8")
        text = re.sub(r'(sha256:? )"[0-9a-f]{64}"', rf'\1"{checksum}"', text)
        text = re.sub(r'(\n  version: )"[0-9.]+"', rf'\1"{named[1]}"', text)
        text = _ARCHIVE.sub(archive.name, text)
        path.write_text(text, "utf-8")


if __name__ == "__main__":
    release(Path(sys.argv[1]))
