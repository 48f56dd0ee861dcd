"""The scripts that run in pages, each one function, as the debugger takes them."""

from __future__ import annotations

from importlib.resources import files

FOLDER = files(__name__)


def script(name: str) -> str:
    """The text of NAME.js."""
    return FOLDER.joinpath(f"{name}.js").read_text("utf-8")


def function(name: str) -> str:
    """The function that NAME.js declares, as an expression, with dom.js, on which it stands."""
    return f"function (...given) {{\n{script('dom')}\n{script(name)}\nreturn {name}(...given);\n}}"
