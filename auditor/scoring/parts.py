"""From evidence to the four parts, each 0 to 1 with its reason. Pure functions."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from auditor.findings import DIGITS, Part
from auditor.profiles import Profile
from auditor.scoring.claims import Claim, ClaimSupport
from auditor.scoring.form import form_part
from auditor.scoring.measure import Evidence, Measured
from auditor.scoring.weights import Weights
from auditor.texts.compare import shown
from auditor.texts.sentences import least_of
from models.manifest import Calibration, Manifest
from models.scoring import calibrated

NAMED = 6
"""Different words that a portrait's name is worth where the page says it: who it is leads."""
UNSEEN = 0.6
"""How far a picture that nobody saw is taken to bear out what is said of it."""
FEW = 30
"""Words of a page and caption, in which a name that stands nowhere counts by half."""
NEGATED = 0.8
"""What a sentence loses at most by denying what the picture shows."""


@dataclass(frozen=True, slots=True)
class SentenceFit:
    """One sentence, or the whole text: how likely it belongs to this picture, and to this page."""

    text: str
    new_words: int
    fits: float | None
    serves: float | None

    @property
    def supported(self) -> float:
        """Probability that picture or page bears it out; 1 where neither could be asked."""
        if self.fits is None and self.serves is None:
            return 1.0
        fits = UNSEEN if self.fits is None else self.fits
        return 1 - (1 - fits) * (1 - (self.serves or 0.0))


def parts(
    evidence: Evidence, weights: Weights, manifest: Manifest, profile: Profile
) -> dict[str, Part]:
    """The four parts by name."""
    evidenced = claim_odds(evidence.claims, evidence.searched, weights)
    whole = _judged(evidence.whole, weights, manifest.compatibility, evidenced)
    each = [_judged(s, weights, manifest.compatibility, evidenced) for s in evidence.sentences]
    return {
        "compatibility": compatibility(whole, each, evidence.whole, weights),
        "relevance": relevance(whole, each, evidence, weights),
        "informativeness": informativeness(each, evidence, profile),
        "form": form_part(evidence, weights),
    }


def compatibility(
    whole: SentenceFit, each: Sequence[SentenceFit], measured: Measured, weights: Weights
) -> Part:
    """Is the text true of the picture, in its whole and in its weakest sentence?"""
    if whole.fits is None:
        return Part(None, "the picture was not there to compare")
    weakest = min(each, key=lambda sentence: sentence.fits or 0.0)
    value = _with_weakest(whole.fits, weakest.fits, len(each), weights)
    numbers = {"similarity": round(measured.similarity or 0.0, 4), "whole": round(whole.fits, 4)}
    reason = f"{value:.0%} likely to belong to this picture, judged by the two alone"
    if measured.denied is not None:
        reason += "; it says what is not there"
    return _part(value, reason, numbers, each, weakest, weakest.fits)


def relevance(
    whole: SentenceFit, each: Sequence[SentenceFit], evidence: Evidence, weights: Weights
) -> Part:
    """Does the text serve this page: its likeness to what stands around, and what that says to
    the names and numbers in it."""
    if whole.serves is None:
        return Part(None, "the page has no title, heading, caption or text to compare with")
    weakest = min(each, key=lambda sentence: sentence.serves or 0.0)
    value = _with_weakest(whole.serves, weakest.serves, len(each), weights)
    cosines = {f"cosine with {n}": round(v, 4) for n, v in evidence.whole.cosines.items()}
    reason = (
        f"{value:.0%} likely to belong to this page, judged by {_listed(evidence.whole.cosines)}"
    )
    if told := claim_words(evidence.claims):
        reason += f"; {told}"
    numbers = {**cosines, "whole": round(whole.serves, 4)}
    part = _part(value, reason, numbers, each, weakest, weakest.serves)
    looked_up = {
        kind.value: ", ".join(claim.word for claim in evidence.claims if claim.found is kind)
        for kind in ClaimSupport
    }
    return Part(
        part.value,
        part.reason,
        part.numbers,
        {**part.evidence, **{k: words for k, words in looked_up.items() if words}},
    )


def informativeness(each: Sequence[SentenceFit], evidence: Evidence, profile: Profile) -> Part:
    """How much the text lets a person imagine: its different words, each counted as far as its
    sentence is borne out by picture or page, with less and less to gain. A word of Finnish says
    more than one of English, so it counts as so many English ones as translations need."""
    words = sum(sentence.new_words for sentence in each)
    counted = sum(sentence.new_words * sentence.supported for sentence in each)
    numbers = {"different words": float(words), "borne out": round(counted, 2)}
    if profile.telling_words <= 1:
        return Part(float(words > 0), f"a word or two can say {profile.expects}", numbers)
    if evidence.density is None:
        return Part(None, "how much a word tells in this language was not measured", numbers)
    named = profile.name == "portrait" and any(
        claim.kind == "name" and claim.found is ClaimSupport.SAID for claim in evidence.claims
    )
    worth = counted * evidence.density + NAMED * named
    value = 1 - math.exp(-2 * worth / profile.telling_words)
    reason = f"{words} different {'word' if words == 1 else 'words'}"
    reason += ", and who it is" if named else ""
    if counted < 0.8 * words:
        witnesses = "picture and page bear" if each[0].fits is not None else "the page bears"
        reason += f", of which {counted:.0f} count: {witnesses} out no more"
    return Part(round(value, DIGITS), reason, numbers)


def claim_shares(claims: Sequence[Claim], searched: int) -> dict[ClaimSupport, float]:
    """Share of the claims that the page answers in each way, 0 to 1. That a word stands nowhere
    tells the less, the fewer words there were to look in."""
    share = {
        kind: sum(c.found is kind for c in claims) / max(1, len(claims)) for kind in ClaimSupport
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


def claim_words(claims: Sequence[Claim]) -> str:
    """The look-ups in words, what speaks against the text first; "" for none."""
    told = [
        f"“{c.word}” where the {c.where} says “{c.instead}”"
        for c in claims
        if c.found is ClaimSupport.OTHERWISE
    ]
    nowhere = [f"“{claim.word}”" for claim in claims if claim.found is ClaimSupport.NOWHERE]
    said = [f"“{claim.word}”" for claim in claims if claim.found is ClaimSupport.SAID]
    if nowhere:
        told.append(
            f"{_listed(nowhere[:4])} {'stands' if len(nowhere) == 1 else 'stand'} nowhere else here"
        )
    if said and not told:
        told.append(f"{_listed(said[:4])} {'stands' if len(said) == 1 else 'stand'} there too")
    return ", ".join(told)


def _judged(
    measured: Measured, weights: Weights, calibration: Calibration, claimed: float
) -> SentenceFit:
    fits = None
    if measured.similarity is not None:
        fits = calibrated(measured.similarity, calibration)
        if measured.denied is not None:
            fits *= 1 - NEGATED * calibrated(measured.denied, calibration)
    serves = None
    if measured.cosines:
        total = sum(weights.contexts[name] for name in measured.cosines)
        mean = sum(weights.contexts[n] * v for n, v in measured.cosines.items()) / total
        serves = calibrated(mean, Calibration(weights.slope, weights.intercept + claimed))
    return SentenceFit(measured.text, measured.new_words, fits, serves)


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
    reason: str,
    numbers: Mapping[str, float],
    each: Sequence[SentenceFit],
    weakest: SentenceFit,
    its_value: float | None,
) -> Part:
    """With the weakest sentence named where there are several."""
    if len(each) < 2:
        return Part(round(value, DIGITS), reason, numbers)
    sentence = {"weakest sentence": weakest.text}
    numbers = {**numbers, "weakest sentence": round(its_value or 0.0, 4)}
    return Part(
        round(value, DIGITS), f"{reason}; least of it “{shown(weakest.text)}”", numbers, sentence
    )


def _listed(names: Sequence[str] | Mapping[str, object]) -> str:
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last
