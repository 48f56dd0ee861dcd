"""Options that belong together come to a command as one frozen value, under one name."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

Option = Callable[[Any], Any]
"""What click.option and click.argument give."""


def grouped(name: str, make: Callable[..., object], *options: Option) -> Option:
    """A decorator that adds the options to a command in this order, and hands it what `make` gives
    of their values as the argument `name`. `make` takes each value under the option's own name: it
    is a dataclass with these fields, or a function that gives one."""
    names = _names(options)

    def decorate(command: Any) -> Any:
        @functools.wraps(command)
        def gathering(*args: Any, **values: Any) -> Any:
            own = {each: values.pop(each) for each in names}
            return command(*args, **{name: make(**own)}, **values)

        decorated: Any = gathering
        for option in reversed(options):
            decorated = option(decorated)
        return decorated

    return decorate


def _names(options: Sequence[Option]) -> tuple[str, ...]:
    """The arguments that click would hand over."""

    def nothing() -> None: ...

    for option in options:
        option(nothing)
    params = getattr(nothing, "__click_params__", ())
    return tuple(str(param.name) for param in params)
