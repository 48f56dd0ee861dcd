"""Values of which most is made when somebody asks for it: much that a scan file holds of an image
use is never shown. They are of the kinds that they stand for, and equal to whole ones."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from functools import cache
from typing import Any, TypeVar

T = TypeVar("T")


def later(kind: type[T], make: Callable[[], T], /, **known: object) -> T:
    """A frozen dataclass with slots of which only what is `known` is there; `make` gives the whole,
    once, when any other field is asked for, and may raise."""
    whole: Any = kind
    made: T = object.__new__(_kind_of_later(whole))
    put = object.__setattr__
    for name, value in known.items():
        put(made, name, value)
    put(made, "_make", make)
    return made


class _Later:
    __slots__ = ()
    _kind: Any
    _make: Callable[[], Any]

    def __getattr__(self, name: str) -> Any:
        """Called for what is not there yet."""
        if name not in self._kind.__dataclass_fields__:
            raise AttributeError(name)
        whole = self._make()
        for field in fields(self._kind):
            object.__setattr__(self, field.name, getattr(whole, field.name))
        return getattr(whole, name)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, self._kind):
            return NotImplemented
        return all(getattr(self, f.name) == getattr(other, f.name) for f in fields(self._kind))

    def __hash__(self) -> int:
        return hash(self._whole)

    def __reduce__(self) -> tuple[Any, ...]:
        return self._kind, tuple(getattr(self, field.name) for field in fields(self._kind))

    @property
    def _whole(self) -> Any:
        kind, values = self.__reduce__()
        return kind(*values)


@cache
def _kind_of_later(kind: Any) -> Any:
    return type(kind.__name__, (_Later, kind), {"__slots__": ("_make",), "_kind": kind})
