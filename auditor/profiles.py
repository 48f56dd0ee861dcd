"""What images are for, and what a good text for each purpose says.

A photograph is to be imagined, a logo that links home is to be followed, a chart has a point. The
purpose changes how much a text has to tell and how the parts of the score are weighed; it hides no
finding. After the categories of the W3C's Images Tutorial: functional, informative, complex and
decorative images, and images of text.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from auditor.message import NOTHING, Message

FULL = 40
"""Different words from which on a text of a picture that is to be imagined is fully informative."""


@dataclass(frozen=True, slots=True)
class Profile:
    """The purpose of one image use, and what is expected of its text."""

    name: str
    """One of EXPECTED: "photograph", "logo", …"""
    why: Message
    """What the choice rests on, in words: "its file name says “map”"."""
    telling_words: int
    """Different words from which on a text counts as fully informative."""
    weights: Mapping[str, float] = field(default_factory=dict)
    """Factor on the general weight of a part of the score; a part that is absent keeps its own."""

    @property
    def expects(self) -> Message:
        """What a good text for this purpose says, in words; "" for a purpose that nobody knows."""
        return Message(EXPECTED[self.name].says) if self.name in EXPECTED else NOTHING


@dataclass(frozen=True, slots=True)
class Expectation:
    """What a purpose asks of a text."""

    says: str
    telling_words: int = FULL
    weights: Mapping[str, float] = field(default_factory=dict)


# Neither pixels nor the words around show where a link leads or what a button does: the text of a
# control is judged by its purpose alone.
_FUNCTIONAL: Mapping[str, float] = {"compatibility": 0.0, "relevance": 0.0}

# Of a drawing of a few pixels the picture tells little.
_DRAWN: Mapping[str, float] = {"compatibility": 0.5}

EXPECTED: Mapping[str, Expectation] = {
    "decoration": Expectation("nothing: an empty text keeps it from listeners", 1),
    "button": Expectation("what happens when it is pressed", 1, _FUNCTIONAL),
    "logo": Expectation("whose logo it is and, in a link, where that leads", 1, _FUNCTIONAL),
    "link": Expectation("where the link leads", 1, _FUNCTIONAL),
    "icon": Expectation("what the icon stands for, in a word or two", 1, _DRAWN),
    "teaser": Expectation("what can be seen, in short: the link has a text of its own", 8),
    "screenshot": Expectation("which program or page it shows, in which state, and what to notice"),
    "map": Expectation("which area it shows, what is marked on it, and what that means here"),
    "chart": Expectation("what kind of chart it is, what it compares, and its main point"),
    "portrait": Expectation("who it is, and what is seen of them: look, dress, pose, place"),
    "artwork": Expectation("what it depicts, and by what means; title and maker if they matter"),
    "product": Expectation("which product it is: its kind, colour, shape and what is special", 12),
    "picture of text": Expectation("the same words that stand in the picture"),
    "photograph": Expectation("who or what is seen, doing what, where, and why it is shown here"),
    "drawing": Expectation("what is drawn, and what it is to make clear"),
    "picture": Expectation("what can be seen, and why it is shown here"),
}
"""By name. The numbers are a first setting, chosen by reasoning and fitted to no ratings."""
