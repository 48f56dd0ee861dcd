"""From evidence to the four parts, each 0 to 1 with its reason. Pure functions."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from auditor.findings import DIGITS, Part
from auditor.message import Message, both, clauses, marked
from auditor.profiles import Profile
from auditor.scoring.claims import Claim, ClaimSupport
from auditor.scoring.form import for_nobody, form_part
from auditor.scoring.hints import LOOKS, LOOKS_TOO
from auditor.scoring.measure import Evidence, Measured
from auditor.scoring.place import CONTEXTS, SOURCES
from auditor.scoring.things import thing_words
from auditor.scoring.weights import Weights
from auditor.texts.compare import shown
from auditor.texts.sentences import least_of
from models.manifest import Calibration, Manifest
from models.scoring import calibrated

NAMED = 6
"""Different words that a portrait's name is worth where the page says it: who it is leads."""
UNSEEN = 0.45
"""How far a picture that nobody saw is taken to bear out what is said of it."""
PAGE_BEARS = 0.5
"""How far the page alone can bear out what a picture does not show: names, and what is meant."""
FEW = 30
"""Words of a page and caption, in which a name that stands nowhere counts by half."""
NEGATED = 0.8
"""What a sentence loses at most by denying what the picture shows."""
EVEN = 0.5
"""How likely a denial is that nothing contradicts: that a thing is absent, a picture seldom shows.
"""
CLEARLY = 0.3
"""Log-odds of the fit by which a text without its negation must be the likelier one, for the denied
thing to count as surely there. Of 16 true denials in captions 13 are likelier than without, of 60
made false 14."""
HEARD = 4
"""Different words of a caption from which on it tells a listener what the text need not."""
CAPTION_SERVES = 0.15
"""What such a caption tells of the page, whatever the text does."""
LOOKS_LEFT, LOOKS_TOO_LEFT = 0.2, 0.8
"""What a control's text is worth that says how its picture looks, alone and beside the purpose."""
AIM_WORDS = 12
"""Different words that say a purpose; a longer text of a control loses by its length."""


@dataclass(frozen=True, slots=True)
class SentenceFit:
    """One sentence, or the whole text: how likely it belongs to this picture, and to this page."""

    text: str
    new_words: int
    fits: float | None
    serves: float | None

    @property
    def supported(self) -> float:
        """How far picture or page bears it out, 0 to 1: the square of the probability, so that a
        doubtful sentence tells little; 1 where neither could be asked."""
        if self.fits is None and self.serves is None:
            return 1.0
        fits = UNSEEN if self.fits is None else self.fits
        return (fits + (1 - fits) * PAGE_BEARS * (self.serves or 0.0)) ** 2


def parts(
    evidence: Evidence, weights: Weights, manifest: Manifest, profile: Profile
) -> dict[str, Part]:
    """The four parts by name."""
    evidenced = claim_odds(evidence.claims, evidence.searched, weights)
    heard = evidence.captioned >= HEARD
    whole, *each = (
        _judged(measured, weights, manifest.compatibility, evidenced, heard)
        for measured in (evidence.whole, *evidence.sentences)
    )
    return {
        "compatibility": compatibility(whole, each, evidence, weights),
        "relevance": relevance(whole, each, evidence, weights),
        "informativeness": informativeness(each, evidence, profile),
        "form": form_part(evidence, weights, profile),
    }


def compatibility(
    whole: SentenceFit, each: Sequence[SentenceFit], evidence: Evidence, weights: Weights
) -> Part:
    """Is the text true of the picture, in its whole and in its weakest sentence?"""
    if whole.fits is None:
        return Part(None, Message("the picture was not there to compare"))
    weakest = min(each, key=lambda sentence: sentence.fits or 0.0)
    value = _with_weakest(whole.fits, weakest.fits, len(each), weights)
    measured = evidence.whole
    numbers = {"similarity": round(measured.similarity or 0.0, 4), "whole": round(whole.fits, 4)}
    reasons: list[str] = [
        Message(
            "{share:.0%} likely to belong to this picture, judged by the two alone",
            share=round(value, 4),
        )
    ]
    if measured.denied is not None:
        reasons.append(Message("it says what is not there"))
    else:
        reasons += thing_words(evidence.things)
    part = _part(value, reasons, numbers, each, weakest, weakest.fits)
    looked_for = {
        "found in the picture": ", ".join(evidence.things.found),
        "named and not found": ", ".join(evidence.things.missed),
    }
    return _told(part, looked_for)


def relevance(
    whole: SentenceFit, each: Sequence[SentenceFit], evidence: Evidence, weights: Weights
) -> Part:
    """Does the text serve this page: its likeness to what stands around, and what that says to
    the names and numbers in it."""
    if whole.serves is None:
        return Part(
            None, Message("the page has no title, heading, caption or text to compare with")
        )
    weakest = min(each, key=lambda sentence: sentence.serves or 0.0)
    value = _with_weakest(whole.serves, weakest.serves, len(each), weights)
    cosines = {f"cosine with {n}": round(v, 4) for n, v in evidence.whole.cosines.items()}
    by = both(Message(CONTEXTS.get(name, name)) for name in evidence.whole.cosines)
    judged = Message(
        "{share:.0%} likely to belong to this page, judged by {by}", share=round(value, 4), by=by
    )
    reasons = [judged, *claim_words(evidence.claims)]
    numbers = {**cosines, "whole": round(whole.serves, 4)}
    part = _part(value, reasons, numbers, each, weakest, weakest.serves)
    looked_up = {kind.value: ", ".join(_words_of(evidence.claims, kind)) for kind in ClaimSupport}
    return _told(part, looked_up)


def informativeness(each: Sequence[SentenceFit], evidence: Evidence, profile: Profile) -> Part:
    """How much a listener is told: the different words, each counted as far as its sentence is
    borne out by picture or page, with less and less to gain. A word of Finnish says more than one
    of English, so it counts as so many English ones as translations need."""
    words = sum(sentence.new_words for sentence in each)
    counted = sum(sentence.new_words * sentence.supported for sentence in each)
    numbers = {"different words": float(words), "borne out": round(counted, 2)}
    if profile.telling_words <= 1:
        return _purpose(words, evidence, profile, numbers)
    if evidence.density is None:
        return Part(
            None, Message("how much a word tells in this language was not measured"), numbers
        )
    named = profile.name == "portrait" and any(
        claim.kind == "name" and claim.found is ClaimSupport.SAID for claim in evidence.claims
    )
    meant = (1 - evidence.listed) * (1 - evidence.machine)
    worth = counted * evidence.density * meant + NAMED * named
    value = min(1.0, math.log1p(worth) / math.log1p(profile.telling_words))
    told = _different(words, named=named)
    if counted < 0.8 * words:
        by_both = marked("{words}, of which picture and page bear out {share:.0%}")
        by_page = marked("{words}, of which the page bears out {share:.0%}")
        template = by_both if each[0].fits is not None else by_page
        told = Message(template, words=told, share=round(counted / words, DIGITS))
    reason = clauses([told, *for_nobody(evidence)])
    return Part(round(value, DIGITS), reason, numbers)


def _different(words: int, *, named: bool) -> Message:
    if named:
        return Message.counted(
            "{number} different word, and who it is",
            "{number} different words, and who it is",
            words,
        )
    return Message.counted("{number} different word", "{number} different words", words)


def _purpose(words: int, evidence: Evidence, profile: Profile, numbers: dict[str, float]) -> Part:
    """Of a link, a button, a logo: whether its purpose is said, and without detours."""
    if not words:
        return Part(0.0, Message("no word says {what}", what=profile.expects), numbers)
    if LOOKS in evidence.hints:
        looks = Message("it says how it looks, and not {what}", what=profile.expects)
        return Part(LOOKS_LEFT, looks, numbers)
    value = min(1.0, AIM_WORDS / words) * (1 - evidence.listed)
    if LOOKS_TOO in evidence.hints:
        value *= LOOKS_TOO_LEFT
    template = marked("a word or two can say {what}")
    if value < 1:
        template = marked("a word or two can say {what}; here are {number}")
    reason = Message(template, what=profile.expects, number=words)
    return Part(round(value, DIGITS), reason, numbers)


def claim_shares(claims: Sequence[Claim], searched: int) -> dict[ClaimSupport, float]:
    """Share of the claims that the page answers in each way, 0 to 1. That a word stands nowhere
    tells the less, the fewer words there were to look in."""
    share = {
        kind: sum(c.found is kind and c.counts for c in claims) / max(1, len(claims))
        for kind in ClaimSupport
    }
    share[ClaimSupport.NOWHERE] *= searched / (searched + FEW)
    return share


def claim_odds(claims: Sequence[Claim], searched: int, weights: Weights) -> float:
    """What the look-ups add to the log-odds that the text belongs here."""
    share = claim_shares(claims, searched)
    gain = weights.claims["said"] * share[ClaimSupport.SAID]
    return gain - sum(
        weights.claims[k] * share[k] for k in (ClaimSupport.OTHERWISE, ClaimSupport.NOWHERE)
    )


def claim_words(claims: Sequence[Claim]) -> list[Message]:
    """The look-ups in words, what speaks against the text first."""
    told = [
        Message(
            "“{word}” where the {place} says “{instead}”",
            word=c.word,
            place=Message(SOURCES.get(c.where, c.where)),
            instead=c.instead,
        )
        for c in claims
        if c.found is ClaimSupport.OTHERWISE
    ]
    by_kind = {kind: _words_of(claims, kind) for kind in ClaimSupport}
    if nowhere := by_kind[ClaimSupport.NOWHERE]:
        told.append(
            Message.counted(
                "{words} stands nowhere else here",
                "{words} stand nowhere else here",
                len(nowhere),
                words=_quoted(nowhere),
            )
        )
    if (said := by_kind[ClaimSupport.SAID]) and not told:
        told.append(
            Message.counted(
                "{words} stands there too",
                "{words} stand there too",
                len(said),
                words=_quoted(said),
            )
        )
    return told


def _words_of(claims: Sequence[Claim], kind: ClaimSupport) -> list[str]:
    return [claim.word for claim in claims if claim.found is kind and claim.counts]


def _quoted(words: Sequence[str]) -> str:
    return both(Message("“{text}”", text=word) for word in words[:4])


def _judged(
    measured: Measured, weights: Weights, calibration: Calibration, claimed: float, heard: bool
) -> SentenceFit:
    fits = None
    if measured.similarity is not None:
        fits = calibrated(measured.similarity, calibration)
        if measured.denied is not None:
            fits = _denying(measured.similarity, measured.denied, measured.left, calibration)
    serves = None
    if measured.cosines:
        total = sum(weights.contexts[name] for name in measured.cosines)
        mean = sum(weights.contexts[n] * v for n, v in measured.cosines.items()) / total
        serves = calibrated(mean, Calibration(weights.slope, weights.intercept + claimed))
        if heard:
            serves = CAPTION_SERVES + (1 - CAPTION_SERVES) * serves
    return SentenceFit(measured.text, measured.new_words, fits, serves)


def _denying(
    similarity: float, denied: float, left: float | None, calibration: Calibration
) -> float:
    """How likely a denial is true of the picture. Where something is said beside it, that is judged
    without it, and the text loses only as far as the picture is nearer to the same text without
    its negation."""
    fits, there = (calibrated(value, calibration) for value in (similarity, denied))
    if left is None:
        return max(fits, EVEN) * (1 - NEGATED * there)
    sure = min(1.0, max(0.0, calibration.slope * (denied - similarity) / CLEARLY))
    return max(fits, calibrated(left, calibration)) * (1 - NEGATED * sure * there)


def _with_weakest(whole: float, weakest: float | None, number: int, weights: Weights) -> float:
    """The geometric mean of the whole and its weakest sentence. Of many sentences one looks weak by
    chance alone, so that it counts as the least of so many draws (Šidák 1967): a longer text is no
    worse for being long."""
    least = least_of(weakest or 0.0, number)
    return math.exp(
        (1 - weights.weakest) * math.log(max(whole, 1e-6))
        + weights.weakest * math.log(max(least, 1e-6))
    )


def _part(
    value: float,
    reasons: Sequence[str],
    numbers: Mapping[str, float],
    each: Sequence[SentenceFit],
    weakest: SentenceFit,
    its_value: float | None,
) -> Part:
    """With the weakest sentence named where there are several."""
    if len(each) < 2:
        return Part(round(value, DIGITS), clauses(reasons), numbers)
    sentence = {"weakest sentence": weakest.text}
    numbers = {**numbers, "weakest sentence": round(its_value or 0.0, 4)}
    least = Message("least of it “{text}”", text=shown(weakest.text))
    return Part(round(value, DIGITS), clauses([*reasons, least]), numbers, sentence)


def _told(part: Part, found: Mapping[str, str]) -> Part:
    """With what was found in words, where there is any."""
    told = {name: words for name, words in found.items() if words}
    return Part(part.value, part.reason, part.numbers, {**part.evidence, **told})
