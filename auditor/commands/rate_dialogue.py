"""What `auditor rate` says and asks, line by line: for eyes and for screen readers."""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Protocol

import click

from auditor.clock import now
from auditor.rating import ASKED, LEVELS, RUBRIC, WITHOUT_PICTURE, Question, Rating
from auditor.ratings.rounds import RaterAnswer, RoundResult, Rounds
from auditor.ratings.sets import ItemToRate
from auditor.ratings.training import Stage, TaughtPair, drawing, remember
from auditor.reports.words import counted, ending, printable, shorten

if TYPE_CHECKING:
    from auditor.commands.rate import RateOptions

KEYS = "1 to 5, or o picture, r scale, q questions, n note, s later, b back, x stop"
KEYS_OF_OURS = "1 to 5, or o picture, r scale, x stop"
_STOP = ("x", "\x03", "\x04", "\x1b")


class Keeps(Protocol):
    """Where ratings go."""

    path: Path

    def keep(self, rating: Rating) -> None:
        """Keep one. Raises StoreError, click.ClickException."""


class Dialogue:
    """Asks until nothing is left or the person stops."""

    def __init__(
        self,
        rounds: Rounds,
        keeper: Keeps,
        asked: RateOptions,
        key: Callable[[], str] = click.getchar,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._rounds = rounds
        self._keeper = keeper
        self._asked = asked
        self._key = key
        self._clock = clock
        self._kept = 0
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._answers: dict[Question, bool] = {}
        self._note = ""
        self._seen = False
        self._again = False

    def run(self) -> None:
        """The whole work."""
        self._greet()
        try:
            while (item := self._rounds.asked()) is not None:
                self._show(item)
                if not self._one(item):
                    break
            else:
                click.echo("That was the last one.")
        finally:
            if self._folder:
                self._folder.cleanup()
        click.echo(
            f"{counted(self._kept, 'rating')} by {self._rounds.rater} in {self._keeper.path}."
        )

    def _greet(self) -> None:
        click.echo(f"{counted(self._rounds.number, 'text')} to rate as {self._rounds.rater}.")
        _say_scale()
        standing = self._rounds.standing
        if standing and standing.stage is Stage.TUTORIAL:
            click.echo("First ten pairs of ours, each with its level and the reason.")
        elif standing and standing.stage is Stage.PROBATION:
            click.echo("First pairs of ours, each with its level and the reason.")

    def _one(self, item: TaughtPair | ItemToRate) -> bool:
        """Ask until this item is rated or left; whether to go on."""
        started = self._clock()
        while True:
            key = self._pressed(KEYS if isinstance(item, ItemToRate) else KEYS_OF_OURS)
            if key in _STOP:
                return False
            if key.isdecimal() and int(key) in LEVELS:
                if self._rounds.is_too_soon(self._clock() - started):
                    click.echo("Look at it for three seconds: that was too soon to count.")
                    continue
                self._rate(int(key), item)
                return True
            if key == "s" and isinstance(item, ItemToRate):
                self._rounds.skip()
                return True
            if key == "b" and isinstance(item, ItemToRate):
                if self._rounds.back():
                    return True
                click.echo("There is none before it.")
            else:
                self._other(key, item)

    def _pressed(self, asked: str) -> str:
        click.echo(f"{asked}: ", nl=False)
        key = self._key()
        click.echo(key if key.isprintable() else "")
        return key

    def _other(self, key: str, item: TaughtPair | ItemToRate) -> None:
        match key:
            case "o":
                self._open(item)
            case "r" | "?":
                _say_scale()
            case "q" if isinstance(item, ItemToRate):
                self._question()
            case "n" if isinstance(item, ItemToRate):
                self._note = click.prompt("Note", default=self._note, show_default=False)
            case _:
                click.echo("Not one of the keys.")

    def _rate(self, level: int, item: TaughtPair | ItemToRate) -> None:
        again = self._again
        given = RaterAnswer(level, self._seen, dict(self._answers), self._note)
        result = self._rounds.answer(given, now())
        if result.rating:
            self._keeper.keep(result.rating)
            self._kept += 1
        if self._rounds.standing:
            remember(self._rounds.rater, self._rounds.standing)
        self._say_result(level, result)
        self._answers, self._note, self._again = {}, "", False
        if self._asked.twice and not again and not given.seen and _has_picture(item):
            click.echo("And now with the picture:")
            self._again = self._rounds.back()
            self._open(item)

    def _say_result(self, level: int, result: RoundResult) -> None:
        if result.others:
            click.echo(_others_words(level, result))
        if result.why:
            _say(f"Why: {result.why}")
        if result.news:
            _say(result.news)

    def _show(self, item: TaughtPair | ItemToRate) -> None:
        if not self._again:
            self._seen = self._asked.seen and isinstance(item, ItemToRate)
        click.echo()
        click.echo(self._where(item))
        _say(f"Text: “{shorten(item.text, 2000)}”")
        if isinstance(item, ItemToRate):
            for name, words in _context(item).items():
                _say(f"{name}: {words}")
        if self._again:
            return
        if not _has_picture(item):
            click.echo("There is no picture here to look at.")

    def _where(self, item: TaughtPair | ItemToRate) -> str:
        standing = self._rounds.standing
        if isinstance(item, TaughtPair):
            assert standing
            return f"Pair {standing.pairs + 1} of ours"
        place = f"{self._rounds.place + 1} of {self._rounds.number}"
        if standing is None:
            return place
        return f"{place}, {counted(standing.points, 'point')} so far"

    def _open(self, item: TaughtPair | ItemToRate) -> None:
        data = drawing(item.picture) if isinstance(item, TaughtPair) else item.shown
        if data is None:
            click.echo("There is no picture here to look at.")
            return
        self._folder = self._folder or tempfile.TemporaryDirectory(prefix="auditor-")
        path = Path(self._folder.name) / f"picture{_ending(data)}"
        path.write_bytes(data)
        self._seen = True
        click.echo(f"The picture: {path}")
        if _has_desktop():
            click.launch(str(path))

    def _question(self) -> None:
        asked = ASKED if self._seen else {q: ASKED[q] for q in WITHOUT_PICTURE}
        for question, words in asked.items():
            key = self._pressed(f"{words} y yes, n no, any other key leaves it")
            if key in ("y", "n"):
                self._answers[question] = key == "y"
            else:
                self._answers.pop(question, None)


def _say_scale() -> None:
    for level, meaning in RUBRIC.items():
        _say(f"{level}  {meaning}")


def _others_words(level: int, result: RoundResult) -> str:
    others = result.others
    assert others
    if result.rating is None:
        said = f"You: {level}. The level: {others.level}"
    else:
        who = counted(others.people, "other person", "other people") if others.people else ""
        spread = f", spread {others.variance**0.5:.1f}" if others.people > 1 else ""
        said = f"You: {level}. The others: {others.mean:.1f} ({who or 'the program'}{spread})"
    return f"{said}. {_points_words(result.points)}".rstrip()


def _points_words(given: int | None) -> str:
    if given is None:
        return ""
    return f"{given:+d} points." if abs(given) != 1 else f"{given:+d} point."


def _context(item: ItemToRate) -> Mapping[str, str]:
    found = {
        "Page": " ".join(part for part in (item.title, item.item.page) if part),
        "Heading": item.heading,
        "Caption": item.caption,
        "Before it": ending(item.before, 200) if item.before else "",
        "After it": item.after,
        "What it is for": item.purpose,
    }
    return {name: shorten(printable(words), 300) for name, words in found.items() if words.strip()}


def _has_picture(item: TaughtPair | ItemToRate) -> bool:
    return isinstance(item, TaughtPair) or item.shown is not None


def _has_desktop() -> bool:
    """Whether anything can open a picture: over ssh, nothing does, and says so at length."""
    return sys.platform != "linux" or any(map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY")))


def _say(text: str) -> None:
    """A line, broken between words."""
    click.echo(click.wrap_text(text, get_terminal_size().columns))


def _ending(data: bytes) -> str:
    """By the first bytes, among what browsers show."""
    for start, found in ((b"\x89PNG", ".png"), (b"\xff\xd8", ".jpg"), (b"GIF8", ".gif")):
        if data.startswith(start):
            return found
    return ".webp" if data[8:12] == b"WEBP" else ".img"
