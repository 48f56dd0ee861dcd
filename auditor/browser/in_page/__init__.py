"""The scripts that run in pages, each one function, as the debugger takes them."""

from __future__ import annotations

from importlib.resources import files

FOLDER = files(__name__)


def script(name: str) -> str:
    """The text of NAME.js."""
    return FOLDER.joinpath(f"{name}.js").read_text("utf-8")


def function(name: str, *others: str) -> str:
    """The function that NAME.js declares, as an expression, with dom.js, on which it stands, and
    those of others that it calls."""
    parts = "\n".join(script(each) for each in ("dom", *others, name))
    return f"function (...given) {{\n{parts}\nreturn {name}(...given);\n}}"
