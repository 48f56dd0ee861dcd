"""Does the text of a picture that is all of a link say where the link leads?"""

from __future__ import annotations

import re
from typing import NamedTuple
from urllib.parse import urlsplit

from auditor.findings import Outcome, Severity
from auditor.net.urls import leads_to_picture
from auditor.rules.criteria import LINK_PURPOSE, NON_TEXT
from auditor.rules.rule import PASSED, Check, Rule, Use
from auditor.rules.wording import is_written
from auditor.texts.compare import ends_with_entry, normalise, share_of_words, shown, words
from auditor.texts.languages import NOUNS_CAPITALISED, primary
from auditor.texts.wordlists import WordList, opening, small_words, words_for
from extractors.records import Context, Control, Kind


def _is_all_of_link(use: Use) -> bool:
    control = use.record.context.control
    lone = control is not None and not control.text and control.images <= 1
    return is_written(use) and lone


_LABEL_WORDS = 8
"""A longer text tells of more than how the picture looks."""


_ARTICLES = re.compile(r"^(?:an?|the|eine?|une?|el|la|le|un|una)\s+")


def _bare(plain: str) -> str:
    """A normalised text without its article."""
    return _ARTICLES.sub("", plain)


def _check_destination(use: Use) -> Check:
    control = use.record.context.control
    lists = words_for(use.language)
    name = control.name if control else ""
    plain = normalise(name)
    target = shown((control and control.target) or "")
    evidence = {"text": shown(name), "control": control.role if control else "", "target": target}
    leads = "-to" if target else ""
    if plain in lists.no_destination:
        if use.record.kind is Kind.INPUT:
            return PASSED  # "Go": the form that it sends says the rest
        return Check(Outcome.CANT_TELL, f"any{leads}", evidence)
    if plain in (
        normalise(use.record.context.heading),
        normalise((control and control.twin) or ""),
    ):
        return PASSED  # it is the name of what the link leads to
    if (control and leads_to_picture(control.target)) or len(words(name)) > _LABEL_WORDS:
        return PASSED  # to see the picture larger is what such a link is for
    looks = _tells_looks(name, control.role if control else "", use.language)
    if looks and not _names_destination(use.record.context, looks.beside):
        return Check(Outcome.CANT_TELL, f"looks{leads}", evidence)
    return PASSED


class _Looks(NamedTuple):
    """A text says how a picture looks."""

    beside: str
    """What it says beside that, normalised."""


def says_looks(use: Use) -> bool:
    """Whether the text of a picture that is all of a control says how the picture looks, beside
    whatever else it says ("Acme logo")."""
    control = use.record.context.control
    if control is None or not _is_all_of_link(use):
        return False
    return _tells_looks(control.name, control.role, use.language) is not None


def beside_looks(name: str, language: str | None) -> str:
    """What a text says beside how the picture looks, normalised: "acme" of "Acme logo", "Icon of
    Acme" and "Logo: Acme"; all of it where it tells no looks or nothing else."""
    plain, lists = normalise(name), words_for(language)
    start, end = _looks_around(name, lists)
    start = start or opening(name, lists.looks)
    return plain.removesuffix(end).removeprefix(start).strip() or plain


def _looks_around(name: str, lists: WordList) -> tuple[str, str]:
    """How a text begins and ends by saying how the picture looks, "" where it does not."""
    plain = normalise(name)
    end = next((entry for entry in lists.looks if ends_with_entry(plain, entry)), "")
    return opening(name, lists.looks_start), end


def _tells_looks(name: str, role: str, language: str | None) -> _Looks | None:
    plain, lists = normalise(name), words_for(language)
    start, end = _looks_around(name, lists)
    if end or start or _bare(plain) in lists.icon:
        return _Looks(plain.removesuffix(end).removeprefix(start))
    is_name = primary(language) not in NOUNS_CAPITALISED and _has_capitals(name)
    return _Looks("") if not is_name and _is_drawing(name, role, lists) else None


def _has_capitals(name: str) -> bool:
    """Whether capitals inside make a name ("Red Cross")."""
    return any(word[0].isupper() for word in name.split()[1:] if len(word) > 1)


def _is_drawing(name: str, role: str, lists: WordList) -> bool:
    """Whether a text tells an icon by its looks and says nothing else: "A red trash can", "White
    triangle in a circle". In a link a thing with a colour may be what it leads to, unless the text
    tells of a drawing."""
    said = [word for word in words(name) if word not in small_words()]
    if len(said) < 2:
        return False
    rest = f" {' '.join(said)} "
    for entry in sorted(lists.icon, key=len, reverse=True):
        rest = rest.replace(f" {entry} ", "  ")
    left = rest.split()
    drawn = [word for word in said if word in lists.drawn]
    things = len(left) < len(said) or bool(drawn)
    told = all(word in lists.drawn or word in lists.look or len(word) == 1 for word in left)
    return things and told and (role == "button" or bool(drawn))


NAMED = 0.5
"""Share of the words beside “logo” or “icon” from which on they name what a link leads to."""


def _names_destination(context: Context, said: str) -> bool:
    """Whether the rest of a text is called as the page, the heading or the host that the link leads
    to: beside “Acme” nobody needs to hear where the Acme logo leads."""
    control = context.control
    host = urlsplit((control and control.target) or "").netloc.replace(".", " ")
    known = f"{context.page_title} {context.heading} {(control and control.twin) or ''} {host}"
    return share_of_words(said, known) >= NAMED


LINKED_IMAGE_SAYS_NO_DESTINATION = Rule(
    id="linked-image-says-no-destination",
    severity=Severity.ADVICE,
    criteria=(),
    summary="A picture that is all of a link or button does not say what the control is for.",
    help="Say where the link leads or what the button does: “Acme home page” rather than “Acme "
    "logo”. How the picture looks matters less here.",
    messages={
        "looks": "“{text}” says how the picture looks, and it is all that the {control} "
        "says. Say where it leads or what it does.",
        "looks-to": "“{text}” says how the picture looks, and it is all that the {control} "
        "({target}) says. Say where it leads or what it does.",
        "any": "“{text}” would fit any {control}, and it is all that this one says. Say "
        "where it leads or what it does.",
        "any-to": "“{text}” would fit any {control}, and it is all that this one ({target}) says. "
        "Say where it leads or what it does.",
    },
    applies=_is_all_of_link,
    check=_check_destination,
)


SAME_SUBJECT = 0.5
"""Share of the words of one link that the other says too. Where less is shared, a logo beside
“Home”, each may well stand for itself."""


def _has_twin(use: Use) -> bool:
    control = use.record.context.control
    return bool(use.text) and control is not None and not control.text and control.role == "link"


def _check_twin(use: Use) -> Check:
    control = use.record.context.control
    if control is None or control.twin is None:
        return PASSED
    evidence = {
        "text": shown(use.text),
        "twin": shown(control.twin),
        "target": shown(control.target or ""),
    }
    if not normalise(control.twin):
        return Check(Outcome.CANT_TELL, "empty", evidence)
    if normalise(control.twin) == normalise(use.text):
        return Check(Outcome.FAILED, "same", evidence)
    shared = max(share_of_words(control.twin, use.text), share_of_words(use.text, control.twin))
    on = normalise(control.twin) in words_for(use.record.lang).no_destination
    if (shared < SAME_SUBJECT and not on) or _says_home(control):
        return PASSED
    return Check(Outcome.CANT_TELL, "other", evidence)


def _says_home(control: Control) -> bool:
    """One word beside a logo that leads to the start page: “Home”, which the name may have too."""
    start = urlsplit(control.target or "").path in ("", "/")
    return start and len(words(control.twin or "")) == 1


IMAGE_LINK_BESIDE_TEXT_LINK = Rule(
    id="image-link-beside-text-link",
    severity=Severity.MODERATE,
    criteria=(NON_TEXT, LINK_PURPOSE),
    summary="A linked image and a link beside it lead to the same place.",
    help="Put both into one link. Inside it, an image that tells no more than the words can be "
    "marked as decoration.",
    messages={
        "same": "“{text}” is the text of this linked image and of the link beside it, and both "
        "lead to {target}: a listener meets it twice. Put both into one link, whose words then "
        "say it once.",
        "empty": "Beside this linked image, “{text}”, stands a link without words that leads to "
        "the same place, {target}. Put both into one link.",
        "other": "“{text}” and the link beside it, “{twin}”, lead to the same place, {target}: a "
        "listener meets it twice. Put both into one link.",
    },
    applies=_has_twin,
    check=_check_twin,
)
