"""Why an image use has its score, in words that the terminal and the HTML report share."""

from __future__ import annotations

from auditor.findings import Part, Scores
from auditor.judge.verdict import harm_of
from auditor.profiles import FULL, Profile
from auditor.reports.words import shorten
from auditor.results import JudgedUse, PictureInfo
from auditor.rules.rule import Use
from auditor.scoring.combine import interval
from auditor.scoring.weights import shipped_weights

PART_LABEL = {
    "compatibility": "Fits the picture",
    "relevance": "Serves the page",
    "informativeness": "Tells enough",
    "form": "Is well formed",
}
# After the five levels of Scott et al. 2023, for pictures that are to be imagined.
_TELLS = (
    "gives a wrong idea or none",
    "tells little of what can be seen",
    "tells the main thing",
    "tells what can be seen and what happens",
    "tells objects, scene, actions, place and meaning",
)
_SERVES = (
    "misleads or says nothing",
    "serves little",
    "serves in part",
    "serves",
    "serves as well as a text can",
)
_READ_SHOWN, _EVIDENCE_SHOWN = 300, 160
MIDDLE = 2.5
"""Of the scale, below which a text is weak: where people's ratings lie on both sides, they are told
with the number."""
_SAID = 30
"""Characters by which a text is found again in a reason, which may cut it."""


def level(quality: float, profile: Profile | None = None) -> str:
    """The quality, 1–5, in words; a logo or a button has nothing to be imagined."""
    scale = _TELLS if profile is None or profile.telling_words == FULL else _SERVES
    return scale[min(5, max(1, int(quality + 0.5))) - 1]


def purpose(profile: Profile) -> str:
    """ "map, as its file name says “map”. A good text says which area …"."""
    expected = f" A good text says {profile.expects}." if profile.expects else ""
    return f"{profile.name}, as {profile.why}.{expected}"


def read_words(picture: PictureInfo | None) -> str:
    """The text that was read in the picture, "none" for none; "" when nobody read it."""
    if picture is None or picture.lines is None:
        return ""
    lines = " / ".join(line.text for line in picture.lines)
    return f"“{shorten(lines, _READ_SHOWN)}”" if lines else "none"


def part_rows(scores: Scores) -> list[tuple[str, Part]]:
    """The four parts with their labels."""
    return [(label, getattr(scores, name)) for name, label in PART_LABEL.items()]


def explained(use: JudgedUse) -> list[tuple[str, str]]:
    """Label and text of everything that explains the score, in reading order."""
    rows: list[tuple[str, str]] = []
    if use.profile:
        rows.append(("Purpose", purpose(use.profile)))
    if use.scores:
        rows.append(("Quality", _quality(use.scores, use.profile)))
        rows += [(label, _part(part)) for label, part in part_rows(use.scores)]
    if read := read_words(use.picture):
        rows.append(("Text in the picture", read))
    if use.verdict.priority > 0:
        rows.append(("Place in the queue", _harm(use)))
    return rows


def _harm(use: JudgedUse) -> str:
    """ "62 of 100: a person would find a fault with 78 % (alt-file-name 97 %, …"."""
    seen = Use(use.record, use.picture, use.scores)
    found = harm_of(seen, use.verdict)
    if abs(found.priority - use.verdict.priority) > 0.5:
        # With a team's profile, by an earlier version, by the rules of articles: other terms.
        return f"{use.verdict.priority:.0f} of 100, as the scan counted it"
    if not found.reasons:
        return f"{use.verdict.priority:.0f} of 100"
    reasons = ", ".join(f"{r.what} {r.likely:.0%} × {r.cost:.2f}" for r in found.reasons)
    return (
        f"{use.verdict.priority:.0f} of 100: a person would find a fault with {found.likely:.0%} "
        f"(likely × what it costs a listener: {reasons}), × {found.function:.2f} for what the "
        f"image does, × {found.size:.2f} for its size"
    )


def _quality(scores: Scores, profile: Profile | None) -> str:
    low, high = interval(scores.quality, shipped_weights())
    between = f", between {low:.1f} and {high:.1f}" if low < MIDDLE <= high else ""
    return f"{scores.quality:.1f} of 5{between}: {level(scores.quality, profile)}"


def _part(part: Part) -> str:
    value = "not known" if part.value is None else f"{part.value:.2f}"
    found = evidence(part)
    return f"{value}: {part.reason}{f' ({found})' if found else ''}"


def evidence(part: Part) -> str:
    """ "weakest sentence “…”; nowhere “…”", the words that a part turns on, unless its reason says
    them; "" for none."""
    unsaid = {n: text for n, text in part.evidence.items() if text[:_SAID] not in part.reason}
    return "; ".join(f"{name} “{shorten(text, _EVIDENCE_SHOWN)}”" for name, text in unsaid.items())
