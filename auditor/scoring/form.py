"""Is it a well-formed text of its own?"""

from __future__ import annotations

import math
from collections.abc import Mapping

from auditor.findings import DIGITS, Part
from auditor.message import Message, clauses
from auditor.profiles import Profile
from auditor.scoring.combine import LIKELIHOOD
from auditor.scoring.hints import OPENING
from auditor.scoring.measure import Evidence, Measured
from auditor.scoring.weights import Weights
from auditor.texts.sentences import least_of, words

ANSWERS = ("ordered", "finished", "describes", "coherent", "likely")
"""What the form head answers, in its order."""
NOISE, CAPITALS, COPY, PARAPHRASE = 0.05, 0.8, 0.5, 0.6
"""What is left of the form of a text made for machines, of one in capitals, of a copy of the
caption, and of a text that says nothing but the caption in other words."""
READABLE, READABLE_WORDS = 0.4, 4
"""What is left of a file's name that a person can follow, and the words between spaces that make it
one ("Camel in the Qatari Desert.jpg")."""
MACHINE = 0.1
"""What is left of a text all of which is written for machines, though no rule says so."""
SAME_MEANING = 0.85
"""Cosine with the caption from which on a text begins to be a paraphrase of it."""
TRUST = 2.0
"""Log-odds by which a text is taken to be better formed than the head says."""
GUESS = 0.05
"""What each answer of the head leaves of the form at least: it guesses, where a rule knows."""
OPENED, LISTED = 0.75, 0.1
"""What is left of the form of a text that begins by saying that it is an image, and of one that is
a list of search words."""
SOUND = 0.7
"""From here on a form without a fault that can be named is a good one."""
LEFT = "left by rules"
"""The number of the part that says what the faults that have names leave, before the head; but for
copies of the caption, which a rule counts: beside it they cost time, and their words may be as good
as any."""
IN_CAPTION = "shared with caption"
"""The number of the part that says how much of the text stands in the caption and of the caption in
the text, the smaller share; where that is more than nothing."""
FEWEST = {"ordered": 2, "finished": 3, "coherent": 3}
"""Words from which on a text of a control raises the question: one word is often all of it. Of
other short texts people think as the head does (docs/scoring.md, trials)."""
SUREST = 0.9999
"""No answer of the head is surer."""
DOUBTED = 0.1
"""Below: an answer of the head is a fault worth telling."""
UNLIKELY = -1.0
"""Below: a text is so much less likely than usual ones, nats a token, that it is worth telling."""
# An odd detail is too often a true one to be told as a fault.
_FAULTS: Mapping[str, Message] = {
    "ordered": Message("its words seem to be out of order"),
    "finished": Message("it seems to break off"),
    "describes": Message("a part of it does not read like the description of a picture"),
    "coherent": Message("it seems not to hang together"),
}


_CAPITALS = Message("all in capitals, which some screen readers spell")
_COPIED = Message("the caption once more")
_PARAPHRASED = Message("the caption in other words")
_UNLIKELY = Message("a language model finds it unlikely in this place")
_OF_CAPTION = (_COPIED, _PARAPHRASED)
_OPENED = Message("it opens by saying that it is an image")
_LISTED = Message("words are strung together for search engines")


def form_part(evidence: Evidence, weights: Weights, profile: Profile) -> Part:
    """The product of what each fault leaves."""
    if not evidence.words:
        return Part(0.0, Message("it has no word"))
    answers = head_answers(evidence, weights, profile)
    rules = _rules(evidence)
    found = {n: heard(answer) ** weights.answers[n] for n, answer in answers.items()}
    value = math.prod(rules.values()) * math.prod(found.values())
    faults = [fault for fault, left in rules.items() if left < 1]
    faults += [fault for name, fault in _FAULTS.items() if answers.get(name, 1.0) < DOUBTED]
    numbers = {
        LEFT: round(math.prod(v for fault, v in rules.items() if fault not in _OF_CAPTION), 4),
        "repeated": round(evidence.repeated, 4),
        **{name: round(answer, 4) for name, answer in answers.items()},
        **{f"likeness to {name}": round(v, 4) for name, v in evidence.likeness.items()},
    }
    if evidence.copied:
        numbers[IN_CAPTION] = round(evidence.copied, 4)
    if evidence.likelihood is not None and profile.telling_words > 1:
        numbers[LIKELIHOOD] = round(evidence.likelihood, 4)
        faults += [_UNLIKELY] * (evidence.likelihood < UNLIKELY)
    odd = Message("no plain fault, but it reads a little oddly")
    sound = Message("no fault found") if value >= SOUND else odd
    return Part(round(value, DIGITS), clauses(faults) if faults else sound, numbers)


def rules_left(evidence: Evidence) -> float:
    """What the faults that can be named leave, 0 to 1, before the head is heard."""
    return math.prod(_rules(evidence).values())


def _rules(evidence: Evidence) -> dict[Message, float]:
    """What each fault leaves, 1 where it is not there."""
    caption = evidence.likeness.get("caption", 0.0)
    machine = MACHINE**evidence.machine if not evidence.noise else 1.0
    return {
        Message(evidence.noise.rstrip(".")): _noise(evidence) if evidence.noise else 1.0,
        _for_machines(evidence): machine,
        Message("{share:.0%} of it is said twice", share=round(evidence.repeated, 4)): 1
        - evidence.repeated,
        _CAPITALS: CAPITALS if evidence.shouted else 1.0,
        _COPIED: COPY if evidence.copied == 1 else 1.0,
        _PARAPHRASED: _paraphrase(caption) if evidence.copied < 1 else 1.0,
        _OPENED: OPENED if OPENING in evidence.hints else 1.0,
        _LISTED: LISTED if evidence.listed else 1.0,
    }


def _for_machines(evidence: Evidence) -> Message:
    share = round(evidence.machine, 4)
    return Message("{share:.0%} of it is written for machines", share=share)


def for_nobody(evidence: Evidence) -> list[Message]:
    """What of the text tells a listener nothing, in words."""
    machine = [_for_machines(evidence)] if evidence.machine else []
    return machine + [_LISTED] * bool(evidence.listed)


def head_answers(evidence: Evidence, weights: Weights, profile: Profile) -> dict[str, float]:
    """The head's answers to the whole text; a single sentence may be the one that does not
    describe, or whose words are out of order. What is to say a purpose need not read like a
    description, and a word or two of it break nowhere off."""
    whole = _answers(evidence.whole, weights)
    each = [_answers(sentence, weights) for sentence in evidence.sentences]
    for name in ("describes", "ordered"):
        if name in whole:
            least = min(answers[name] for answers in each)
            whole[name] = min(whole[name], least_of(least, len(each)))
    if profile.telling_words > 1:
        return whole
    told = len(words(evidence.whole.text))
    asked = {name for name, least in FEWEST.items() if told >= least} | {"likely"}
    return {name: answer for name, answer in whole.items() if name in asked}


def _answers(measured: Measured, weights: Weights) -> dict[str, float]:
    """Whether the words are in order, the table of neighbours says beside the head, the more the
    longer a text is."""
    found = dict(zip(ANSWERS, measured.form, strict=False))
    if features := order_features(measured):
        names = ("sure", "head", "gain", "length")
        odds = sum(weights.order[n] * value for n, value in zip(names, features, strict=True))
        found["ordered"] = 1 / (1 + math.exp(-odds))
    return found


def order_features(measured: Measured) -> tuple[float, float, float, float] | None:
    """1, the head's log-odds that the words are in order, what the order gains by the square root
    of the words, and that root; None where the head or the table has no say."""
    if measured.order is None or not measured.form:
        return None
    answer = min(SUREST, max(1 - SUREST, measured.form[0]))
    root = math.sqrt(max(1, measured.order.words))
    return 1.0, math.log(answer / (1 - answer)), measured.order.gain / root, root


def heard(answer: float) -> float:
    """The head's answer, TRUST log-odds more in favour of the text: its small doubts say little,
    and most texts are well formed."""
    trusted = answer / (answer + (1 - answer) * math.exp(-TRUST))
    return GUESS + (1 - GUESS) * trusted


def _noise(evidence: Evidence) -> float:
    readable = evidence.whole.new_words * (1 - evidence.machine)
    return READABLE if readable >= READABLE_WORDS and evidence.machine < 0.5 else NOISE


def _paraphrase(likeness: float) -> float:
    """1 up to SAME_MEANING, then falling evenly to PARAPHRASE."""
    beyond = max(0.0, likeness - SAME_MEANING) / (1 - SAME_MEANING)
    return 1 - (1 - PARAPHRASE) * beyond
