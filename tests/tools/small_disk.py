"""A disk of a given size, to be filled."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


@contextmanager
def small_disk(folder: Path, size: int) -> Iterator[Path]:
    """A disk of `size` bytes at `folder`, for the block. Skips the test where none can be mounted:
    that takes Linux, and a user who may."""
    folder.mkdir(parents=True, exist_ok=True)
    if not _mount("-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(folder)):
        pytest.skip("no file system can be mounted here, as it takes to fill one")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True, capture_output=True)


def resize(folder: Path, size: int) -> None:
    """Make the disk there so many bytes large."""
    assert _mount("-o", f"remount,size={size}", str(folder))


def _mount(*words: str) -> bool:
    try:
        return not subprocess.run(["mount", *words], check=False, capture_output=True).returncode
    except OSError:
        return False
