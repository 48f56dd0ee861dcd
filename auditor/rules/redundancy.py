"""Does the text repeat what a listener hears anyway?"""

from __future__ import annotations

from auditor.findings import Outcome, Severity
from auditor.message import Message
from auditor.rules.advice import says_purpose
from auditor.rules.criteria import LINK_PURPOSE, NON_TEXT
from auditor.rules.function import beside_looks
from auditor.rules.rule import PASSED, Check, Rule, Use
from auditor.rules.wording import is_placeholder
from auditor.texts.compare import contains_phrase, normalise, share_of_words, shown, words
from auditor.texts.sentences import said_once
from auditor.texts.wordlists import words_for
from extractors.records import NameSource

NEARLY_ALL = 0.8
"""Share of the text's words that also stand in the caption, from which it adds next to nothing."""
SHORTEST_REPETITION = 8
"""Characters from which on a repetition costs a listener time ("Bye bye" does not)."""
SAME_MEANING = 0.85
"""Cosine of the sentence vectors from which on two texts say the same. Of 674 descriptions of
ContextRef that share few words with their caption, 36 lie above; 27 of them were read, all 13 above
0.9 and 14 drawn with seed 0 from the rest, and each said no more than its caption or one aspect."""
# Names that another part of the page gives on purpose are no repetition by the author.
_BORROWED = (NameSource.FIGCAPTION, NameSource.LABELLEDBY, NameSource.CONTENT, NameSource.DEFAULT)


def has_own_name(use: Use) -> bool:
    """Whether the name was written for this image, and not taken from elsewhere on the page."""
    return bool(use.text) and use.record.name.source not in _BORROWED


def _beside_link_text(use: Use) -> bool:
    control = use.record.context.control
    return has_own_name(use) and control is not None and bool(normalise(control.text))


def _check_link_text(use: Use) -> Check:
    name, control = use.text, use.record.context.control
    if control is None or not contains_phrase(control.text, beside_looks(name, use.language)):
        return PASSED
    evidence = {"text": shown(name), "control": control.role, "words": shown(control.text)}
    if normalise(name) == normalise(control.text):
        return Check(Outcome.FAILED, "same", evidence)
    return Check(Outcome.CANT_TELL, "part", evidence)


ALT_REPEATS_LINK_TEXT = Rule(
    id="alt-repeats-link-text",
    severity=Severity.MODERATE,
    criteria=(NON_TEXT, LINK_PURPOSE),
    summary="The text says again what the link or button around the image says in words.",
    help="Mark an image beside the words of its link as decoration, unless it tells more than they "
    "do.",
    messages={
        "same": "“{text}” is also the text of the {control} that holds the image, so it is heard "
        "twice.{silent}",
        "part": "“{text}” is heard again in the text of its {control}, “{words}”. Say what that "
        "leaves out{or_silent}.",
    },
    applies=_beside_link_text,
    check=_check_link_text,
)


def without_credit(text: str, language: str | None) -> str:
    """The words of `text` up to a credit such as "photo by"; a text that is all credit stays."""
    plain = f" {normalise(text)} "
    starts = (plain.find(f" {credit} ") for credit in words_for(language).credit)
    cut = min((start for start in starts if start > 0), default=len(plain))
    return plain[:cut].strip()


_FEWEST_WORDS = 4
"""A shorter text in a caption names what is seen, and the caption tells of it."""


def _has_caption(use: Use) -> bool:
    """And is not the whole name of a link, which the caption cannot give."""
    return (
        has_own_name(use) and not says_purpose(use) and bool(normalise(use.record.context.caption))
    )


def _check_caption(use: Use) -> Check:
    name, caption = use.text, use.record.context.caption
    language = use.language
    evidence = {"text": shown(name), "caption": shown(caption)}
    if without_credit(name, language) == without_credit(caption, language):
        return Check(Outcome.FAILED, "same", evidence)
    if len(words(name)) >= _FEWEST_WORDS and share_of_words(name, caption) >= NEARLY_ALL:
        return Check(Outcome.CANT_TELL, "nearly", evidence)
    return PASSED


ALT_REPEATS_CAPTION = Rule(
    id="alt-repeats-caption",
    severity=Severity.MODERATE,
    criteria=(NON_TEXT,),
    summary="The text is the caption once more.",
    help="Describe what can be seen and the caption does not say. A caption that says everything "
    "may stand alone, beside an image that is marked as decoration.",
    messages={
        "same": "“{text}” is the caption once more, so a listener hears it twice and learns "
        "nothing of what can be seen. Describe what the caption leaves out.",
        "nearly": "Nearly all words of “{text}” also stand in the caption, “{caption}”. Describe "
        "what the caption leaves out.",
    },
    applies=_has_caption,
    check=_check_caption,
)


def _repeats_itself(use: Use) -> Check:
    """A whole sentence, or all of the text, a second time; single words may well come again."""
    once = said_once(use.text)
    if once == use.text or len(use.text) - len(once) < SHORTEST_REPETITION:
        return PASSED
    return Check(Outcome.FAILED, "twice", {"text": shown(use.text), "once": shown(once)})


ALT_REPEATS_ITSELF = Rule(
    id="alt-repeats-itself",
    severity=Severity.MODERATE,
    criteria=(NON_TEXT,),
    summary="The text says the same twice.",
    help="Say it once.",
    messages={"twice": "“{text}” says the same twice. Said once it is “{once}”."},
    applies=lambda use: has_own_name(use) and not is_placeholder(use),
    check=_repeats_itself,
)


def _likenesses(use: Use) -> dict[str, float]:
    """How near the text is in meaning to what stands beside it, by the name of that."""
    numbers = use.scores.form.numbers if use.scores else {}
    start = "likeness to "
    return {key.removeprefix(start): n for key, n in numbers.items() if key.startswith(start)}


def _may_say_the_same(use: Use) -> bool:
    """Where the words are the same, other rules say so."""
    repeats = (ALT_REPEATS_CAPTION, ALT_REPEATS_LINK_TEXT)
    return (
        bool(_likenesses(use))
        and has_own_name(use)
        and not any(rule.applies(use) and rule.check(use) is not PASSED for rule in repeats)
    )


def _check_meaning(use: Use) -> Check:
    where, likeness = max(_likenesses(use).items(), key=lambda pair: pair[1])
    if likeness < SAME_MEANING:
        return PASSED
    context = use.record.context
    other = context.caption if where == "caption" or not context.control else context.control.text
    evidence = {
        "text": shown(use.text),
        "where": where,
        "other": shown(other),
        "likeness": Message("{value:.2f}", value=likeness),
    }
    return Check(Outcome.CANT_TELL, "caption" if where == "caption" else "link", evidence)


ALT_SAYS_THE_SAME = Rule(
    id="alt-says-the-same",
    severity=Severity.MODERATE,
    criteria=(NON_TEXT,),
    summary="The text says in other words what the caption or the link says.",
    help="Describe what can be seen and is not said beside the image. If everything is said there, "
    "a mark as decoration spares a listener the repetition.",
    messages={
        "caption": "“{text}” means nearly the same as the caption, “{other}” (likeness {likeness} "
        "of 1). Describe what that leaves out.",
        "link": "“{text}” means nearly the same as the link text, “{other}” (likeness {likeness} "
        "of 1). Describe what that leaves out.",
    },
    applies=_may_say_the_same,
    check=_check_meaning,
    needs_scores=True,
)


def _same_name(use: Use) -> list[str]:
    """Content hashes of the neighbours that have the same name, where they are known."""
    name = normalise(use.text)
    return [
        sha256
        for record, sha256 in use.neighbours
        if sha256 is not None and normalise(record.informative_name) == name
    ]


def _has_namesake(use: Use) -> bool:
    named = bool(normalise(use.text)) and not is_placeholder(use)
    return named and use.picture is not None and bool(_same_name(use))


def _check_namesakes(use: Use) -> Check:
    if use.picture is None or all(sha == use.picture.sha256 for sha in _same_name(use)):
        return PASSED
    return Check(Outcome.FAILED, "same", {"text": shown(use.text)})


SAME_NAME_DIFFERENT_PICTURES = Rule(
    id="same-name-different-pictures",
    severity=Severity.MODERATE,
    criteria=(NON_TEXT,),
    summary="Pictures that stand side by side have one text and show different things.",
    help="Say in each text what its own picture shows. If one text stands for the whole group, "
    "give it to one image, and mark the others as decoration.",
    messages={
        "same": "“{text}” is also the text of the picture next to this one, and that is another "
        "picture. Say what tells them apart.",
    },
    applies=_has_namesake,
    check=_check_namesakes,
)
