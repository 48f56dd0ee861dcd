"""Remembers what pure functions say of a text."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from inspect import signature
from typing import Concatenate, ParamSpec, TypeVar, cast

P = ParamSpec("P")
R = TypeVar("R")

SHORT = 1_000
"""Characters of a text of which many answers are kept; of longer ones, only the last few: a page
may hold texts of a million characters."""


def remembered(answer: Callable[Concatenate[str, P], R]) -> Callable[Concatenate[str, P], R]:
    """The same function, which computes once what it is asked again and again: thirty rules look at
    one text, and sites use one picture on many pages. Further arguments are hashable and short."""
    short: Callable[..., R] = lru_cache(maxsize=2048)(answer)
    long: Callable[..., R] = lru_cache(maxsize=4)(answer)

    if len(signature(answer).parameters) == 1:

        @wraps(answer)
        def asked_alone(text: str, /) -> R:
            return (short if len(text) <= SHORT else long)(text)

        return cast(Callable[Concatenate[str, P], R], asked_alone)

    @wraps(answer)
    def asked(text: str, /, *args: P.args, **kwargs: P.kwargs) -> R:
        return (short if len(text) <= SHORT else long)(text, *args, **kwargs)

    return asked
