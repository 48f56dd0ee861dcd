"""Every error that is told has one base, and the command line tells it in one place."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Iterator

import click
import pytest

from auditor.commands.lazy import TOLD, LazyGroup, Listed
from auditor.errors import AuditorError
from models.manifest import ModelError
from models.reading import ReadingError

TOLD_BY_THE_MESSAGE = "fit to show"


def errors() -> Iterator[type[Exception]]:
    for package in ("app", "auditor", "extractors", "models"):
        found = importlib.import_module(package)
        for each in pkgutil.walk_packages(found.__path__, f"{package}."):
            module = importlib.import_module(each.name)
            for _, kind in inspect.getmembers(module, inspect.isclass):
                if issubclass(kind, Exception) and kind.__module__ == each.name:
                    yield kind


def test_every_error_with_a_message_for_people_has_the_base() -> None:
    kinds = [kind for kind in errors() if TOLD_BY_THE_MESSAGE in (kind.__doc__ or "")]
    assert len(kinds) > 20
    assert [kind for kind in kinds if not issubclass(kind, TOLD)] == []


class SomeError(AuditorError):
    """One that no list of exceptions names."""


def failing(error: Exception) -> None:
    raise error


@pytest.mark.parametrize("kind", [SomeError, ModelError, ReadingError])
def test_a_group_turns_each_of_them_into_one_line(kind, monkeypatch) -> None:
    command = click.Command("fall", callback=lambda: failing(kind("it fell")))
    monkeypatch.setattr(Listed, "load", lambda self: command)
    group = LazyGroup(listed=[Listed("fall", "nowhere:fall", "Fall.")])
    with pytest.raises(click.ClickException, match="it fell"):
        group.main(["fall"], standalone_mode=False)


def test_a_fault_of_ours_is_not_hidden(monkeypatch) -> None:
    command = click.Command("fall", callback=lambda: failing(RuntimeError("a bug")))
    monkeypatch.setattr(Listed, "load", lambda self: command)
    group = LazyGroup(listed=[Listed("fall", "nowhere:fall", "Fall.")])
    with pytest.raises(RuntimeError):
        group.main(["fall"], standalone_mode=False)
