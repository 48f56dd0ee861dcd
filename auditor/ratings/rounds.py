"""One person rating one text after another: what is asked next, and what comes of an answer. No
input and no output, so that the terminal and the window are the same game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from auditor.rating import Question, Rating
from auditor.ratings.points import Consensus, consensus, levels_by_others, points
from auditor.ratings.sets import ItemToRate
from auditor.ratings.training import (
    ENOUGH,
    ROUND,
    TUTORIAL_PAIRS,
    WAIT,
    RaterStanding,
    Stage,
    TaughtPair,
    answered,
    pair_of,
)


@dataclass(frozen=True, slots=True)
class RaterAnswer:
    """What a person says of a text."""

    level: int
    seen: bool
    answers: Mapping[Question, bool] = field(default_factory=dict)
    note: str = ""


@dataclass(frozen=True, slots=True)
class RoundResult:
    """What came of an answer."""

    rating: Rating | None
    """To be kept; None for a pair of ours."""
    points: int | None
    """None: no points are counted, or nobody rated it before."""
    others: Consensus | None
    why: str = ""
    """Why a pair of ours has its level."""
    news: str = ""
    """What changed for the rater, in a sentence."""


class Rounds:
    """Asks for one item after the other."""

    def __init__(
        self,
        items: Sequence[ItemToRate],
        ratings: Sequence[Rating],
        rater: str,
        standing: RaterStanding | None,
    ) -> None:
        """`ratings` are those of all people so far; `standing` None: nothing is counted and nothing
        taught, as who only wants to rate asks."""
        self._items = list(items)
        self._ratings = list(ratings)
        self.rater = rater
        self.standing = standing
        self._place = 0

    @property
    def number(self) -> int:
        """How many items there are to rate, done or not."""
        return len(self._items)

    @property
    def place(self) -> int:
        """How many of them were passed."""
        return self._place

    def asked(self) -> TaughtPair | ItemToRate | None:
        """What is to be rated now; None: nothing is left."""
        if self._place >= len(self._items):
            return None
        taught = pair_of(self.standing) if self.standing else None
        return taught or self._items[self._place]

    def is_too_soon(self, seconds: float) -> bool:
        """Whether an answer so long after the question does not count yet."""
        return self.standing is not None and seconds < WAIT

    def answer(self, given: RaterAnswer, when: str) -> RoundResult:
        """Take an answer to what is asked."""
        asked = self.asked()
        assert asked is not None
        if isinstance(asked, TaughtPair):
            return self._taught(asked, given)
        rating = Rating(
            self.rater,
            asked.item,
            given.level,
            given.seen,
            when,
            asked.text,
            given.answers,
            given.note,
        )
        result = self._counted(asked, rating)
        self._ratings.append(rating)
        self._place += 1
        return result

    def skip(self) -> None:
        """Leave an item for later; a pair of ours is not left."""
        if isinstance(self.asked(), ItemToRate):
            self._place += 1

    def back(self) -> bool:
        """Ask for the last item again: the later rating will hold. Whether there is one."""
        if self._place == 0 or isinstance(self.asked(), TaughtPair):
            return False
        self._place -= 1
        return True

    def _counted(self, asked: ItemToRate, rating: Rating) -> RoundResult:
        if self.standing is None:
            return RoundResult(rating, None, None)
        people = levels_by_others(self._ratings, asked.item, self.rater)
        others = consensus(people, asked.quality)
        given = points(rating.level, others) if others else None
        rated_before = any(
            each.item == asked.item and each.rater == self.rater for each in self._ratings
        )
        if rated_before:  # who saw the points of an item gets none for it again
            return RoundResult(rating, None, others)
        return RoundResult(rating, given, others, news=self._move(given or 0))

    def _taught(self, pair: TaughtPair, given: RaterAnswer) -> RoundResult:
        others = Consensus(float(pair.level), 0.0, 0, 2)
        earned = points(given.level, others)
        in_tutorial = self.standing is not None and self.standing.stage is Stage.TUTORIAL
        return RoundResult(
            None, None if in_tutorial else earned, others, pair.why, self._move(earned)
        )

    def _move(self, given: int) -> str:
        assert self.standing is not None
        before, self.standing = self.standing, answered(self.standing, given)
        now = self.standing.stage
        if now is before.stage and not (now is Stage.PROBATION and self.standing.pairs == 0):
            return ""
        return _NEWS[now]


_NEWS: Mapping[Stage, str] = {
    Stage.TUTORIAL: "",
    Stage.FIRST: (
        f"Those were the {TUTORIAL_PAIRS} pairs to learn by. Now the texts of this list: "
        f"{ENOUGH} points in the first {ROUND} show that you mean what others mean."
    ),
    Stage.PROBATION: (
        f"Fewer than {ENOUGH} points in {ROUND} pairs: here are {ROUND} of ours, whose levels are "
        f"explained, until {ENOUGH} points are reached."
    ),
    Stage.RATER: f"{ENOUGH} points: you rate as the others do.",
}
