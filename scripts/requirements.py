"""Prints what the project asks for with these extras, one requirement a line: for pip's -r, beside
requirements/lock.txt, which an editable project cannot be held to itself.

    python scripts/requirements.py cpu,bench
"""

import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]


def wanted(extras: list[str]) -> list[str]:
    """The requirements of the project and of each extra, as pyproject.toml has them."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    groups = project["optional-dependencies"]
    return [*project["dependencies"], *(line for extra in extras for line in groups[extra])]


if __name__ == "__main__":
    print(*wanted(sys.argv[1].split(",")), sep="\n")
