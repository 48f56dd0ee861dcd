"""Why an image use has its score, in words that the terminal and the HTML report share."""

from __future__ import annotations

from auditor.catalogue import ENGLISH, Tongue
from auditor.findings import Part, Scores
from auditor.judge.verdict import harm_of
from auditor.message import Message, marked, row
from auditor.profiles import FULL, Profile
from auditor.reports.words import shorten
from auditor.results import JudgedUse, PictureInfo
from auditor.rules.rule import Use
from auditor.scoring.combine import interval
from auditor.scoring.weights import shipped_weights

PART_LABEL = {
    "compatibility": marked("Fits the picture"),
    "relevance": marked("Serves the page"),
    "informativeness": marked("Tells enough"),
    "form": marked("Is well formed"),
}
# After the five levels of Scott et al. 2023, for pictures that are to be imagined.
_TELLS = (
    marked("gives a wrong idea or none"),
    marked("tells little of what can be seen"),
    marked("tells the main thing"),
    marked("tells what can be seen and what happens"),
    marked("tells objects, scene, actions, place and meaning"),
)
_SERVES = (
    marked("misleads or says nothing"),
    marked("serves little"),
    marked("serves in part"),
    marked("serves"),
    marked("serves as well as a text can"),
)
_READ_SHOWN, _EVIDENCE_SHOWN = 300, 160
MIDDLE = 2.5
"""Of the scale, below which a text is weak: where people's ratings lie on both sides, they are told
with the number."""
_SAID = 30
"""Characters by which a text is found again in a reason, which may cut it."""


def level(quality: float, profile: Profile | None = None, tongue: Tongue = ENGLISH) -> str:
    """The quality, 1–5, in words; a logo or a button has nothing to be imagined."""
    scale = _TELLS if profile is None or profile.telling_words == FULL else _SERVES
    return tongue.translated(scale[min(5, max(1, int(quality + 0.5))) - 1])


PURPOSE_LABEL = {
    "decoration": marked("decoration"),
    "button": marked("button"),
    "logo": marked("logo"),
    "link": marked("link"),
    "icon": marked("icon"),
    "teaser": marked("teaser"),
    "screenshot": marked("screenshot"),
    "map": marked("map"),
    "chart": marked("chart"),
    "portrait": marked("portrait"),
    "artwork": marked("artwork"),
    "product": marked("product"),
    "picture of text": marked("picture of text"),
    "photograph": marked("photograph"),
    "drawing": marked("drawing"),
    "picture": marked("picture"),
}


def purpose(profile: Profile, tongue: Tongue = ENGLISH) -> str:
    """ "map, as its file name says “map”. A good text says which area …"."""
    name = Message(PURPOSE_LABEL.get(profile.name, profile.name))
    if not profile.expects:
        return tongue.translated("{purpose}, as {why}.", purpose=name, why=profile.why)
    return tongue.translated(
        "{purpose}, as {why}. A good text says {what}.",
        purpose=name,
        why=profile.why,
        what=profile.expects,
    )


def read_words(picture: PictureInfo | None, tongue: Tongue = ENGLISH) -> str:
    """The text that was read in the picture, "none" for none; "" when nobody read it."""
    if picture is None or picture.lines is None:
        return ""
    lines = " / ".join(line.text for line in picture.lines)
    if not lines:
        return tongue.translated("none")
    return tongue.translated("“{text}”", text=shorten(lines, _READ_SHOWN))


def part_rows(scores: Scores, tongue: Tongue = ENGLISH) -> list[tuple[str, Part]]:
    """The four parts with their labels."""
    parts = PART_LABEL.items()
    return [(tongue.translated(label), getattr(scores, name)) for name, label in parts]


def explained(use: JudgedUse, tongue: Tongue = ENGLISH) -> list[tuple[str, str]]:
    """Label and text of everything that explains the score, in reading order."""
    rows: list[tuple[str, str]] = []
    if use.profile:
        rows.append((tongue.translated("Purpose"), purpose(use.profile, tongue)))
    if use.scores:
        rows.append((tongue.translated("Quality"), _quality(use.scores, use.profile, tongue)))
        rows += [(label, _part(part, tongue)) for label, part in part_rows(use.scores, tongue)]
    if read := read_words(use.picture, tongue):
        rows.append((tongue.translated("Text in the picture"), read))
    if use.verdict.priority > 0:
        rows.append((tongue.translated("Place in the queue"), tongue(_harm(use))))
    return rows


def _harm(use: JudgedUse) -> Message:
    """ "62 of 100: a person would find a fault with 78 % (alt-file-name 97 %, …"."""
    seen = Use(use.record, use.picture, use.scores)
    found = harm_of(seen, use.verdict)
    if abs(found.priority - use.verdict.priority) > 0.5:
        # With a team's profile, by an earlier version, by the rules of articles: other terms.
        return Message(
            "{priority:.0f} of 100, as the scan counted it", priority=use.verdict.priority
        )
    if not found.reasons:
        return Message("{priority:.0f} of 100", priority=use.verdict.priority)
    reasons = row(
        Message(
            "{what} {likely:.0%} × {cost:.2f}",
            what=Message(_HARMS.get(r.what, r.what)),
            likely=r.likely,
            cost=r.cost,
        )
        for r in found.reasons
    )
    return Message(
        "{priority:.0f} of 100: a person would find a fault with {likely:.0%} (likely × what it "
        "costs a listener: {reasons}), × {function:.2f} for what the image does, × {size:.2f} for "
        "its size",
        priority=use.verdict.priority,
        likely=found.likely,
        reasons=reasons,
        function=found.function,
        size=found.size,
    )


_HARMS = {
    "its caption": marked("its caption"),
    "the score": marked("the score"),
    "nobody saw it": marked("nobody saw it"),
    "not compared": marked("not compared"),
}
"""What speaks for a fault beside rules (auditor/judge/harm.py)."""


def _quality(scores: Scores, profile: Profile | None, tongue: Tongue) -> str:
    low, high = interval(scores.quality, shipped_weights())
    told = level(scores.quality, profile, tongue)
    if low < MIDDLE <= high:
        return tongue.translated(
            "{quality:.1f} of 5, between {low:.1f} and {high:.1f}: {level}",
            quality=scores.quality,
            low=low,
            high=high,
            level=told,
        )
    return tongue.translated("{quality:.1f} of 5: {level}", quality=scores.quality, level=told)


def _part(part: Part, tongue: Tongue) -> str:
    value = part_value(part, tongue)
    found = evidence(part, tongue)
    return f"{value}: {tongue(part.reason)}{f' ({found})' if found else ''}"


def part_value(part: Part, tongue: Tongue = ENGLISH) -> str:
    """ "0.52", or that it is not known."""
    if part.value is None:
        return tongue.translated("not known")
    return tongue.number(part.value, ".2f")


_EVIDENCE = {
    "weakest sentence": marked("weakest sentence"),
    "found in the picture": marked("found in the picture"),
    "named and not found": marked("named and not found"),
    "said": marked("said"),
    "otherwise": marked("otherwise"),
    "nowhere": marked("nowhere"),
}
"""What the evidence of a part is called."""


def evidence(part: Part, tongue: Tongue = ENGLISH) -> str:
    """ "weakest sentence “…”; nowhere “…”", the words that a part turns on, unless its reason says
    them; "" for none."""
    unsaid = {n: text for n, text in part.evidence.items() if text[:_SAID] not in part.reason}
    return "; ".join(
        tongue.translated(
            "{name} “{text}”",
            name=Message(_EVIDENCE.get(name, name)),
            text=shorten(text, _EVIDENCE_SHOWN),
        )
        for name, text in unsaid.items()
    )
