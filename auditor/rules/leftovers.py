"""Does the text hold something that was made for machines and not for ears?"""

from __future__ import annotations

import re
from itertools import takewhile

from ftfy import fix_encoding
from ftfy.badness import is_bad

from auditor.findings import Outcome, Severity
from auditor.rules.criteria import NON_TEXT
from auditor.rules.markup import attributes
from auditor.rules.rule import PASSED, Check, Rule, Use
from auditor.rules.wording import is_formula, is_placeholder, is_text
from auditor.texts.compare import shown, words
from auditor.texts.memo import remembered

# Three parts or more, joined, with digits or underscores among them, and nothing else: inside a
# longer text such a thing is often the code of a product, and belongs there.
_JOINED = re.compile(r"(?=\S*[\d_])[^\W_]+(?:(?:__|--|[-_])[^\W_]+){2,}[-_]*", re.ASCII)
_DATED = re.compile(r"[\d-]+")  # dates, telephone numbers, terms of office
_SLUG = re.compile(r"[a-z]+(?:-[a-z]+){4,}")  # "man-of-the-match" has three
_CODE_LENGTH = 12
_IN_LAYOUT = re.compile(r"[a-z\d]+(?:_[a-z\d]+|-[a-z\d]+-[a-z\d]+)(?:[-_][a-z\d]+)*")
_LAYOUT = frozenset(
    words(
        "banner bg btn button footer header hero icon icons img nav navbar pic placeholder slider "
        "spot sprite thumb thumbnail"
    )
)
"""Parts of a page by which programs and designers name files; “merry-go-round” has none."""
_TAGS = (
    r"a|b|br|center|div|em|figure|font|h[1-6]|hr|i|img|li|ol|p|picture|small|span|strong|sub|sup|"
    r"table|td|tr|u|ul"
)
_MARKUP = re.compile(
    rf"</?(?:{_TAGS})(?:\s[^<>]*)?/?>|<(?:{_TAGS})\s[\w-]+=|&(?:amp|lt|gt|quot|nbsp|#\d+|#x[\da-f]+);"
    r"|['\"]\s*(?:style|class|width|height|loading)\s*=\s*['\"]",
    re.IGNORECASE,
)


_FIRST_IN_LAYOUT = re.compile(r"(?:icon?|icn|img|btn|bg|pic|thumb)-[a-z\d]+")
_LOGO_FILE = re.compile(r"(?:\w*_)?logo(?:_\w*)?", re.IGNORECASE)
_LETTERS_JOINED = re.compile(r"(?=\S*[\d_])[^\W_]+(?:[-_][^\W_]+){3,}")


@remembered
def _is_code(text: str) -> bool:
    if _IN_LAYOUT.fullmatch(text) and not _LAYOUT.isdisjoint(re.split("[-_]", text)):
        return True  # "spot_img", "icon-shared-fb"
    if _FIRST_IN_LAYOUT.fullmatch(text) or ("_" in text and _LOGO_FILE.fullmatch(text)):
        return True  # "icon-results", "Acme_Logo"
    if text == text.casefold() and _LETTERS_JOINED.fullmatch(text) and not _DATED.fullmatch(text):
        return True  # in letters of any script
    return len(text) >= _CODE_LENGTH and bool(
        (_JOINED.fullmatch(text) and not _DATED.fullmatch(text)) or _SLUG.fullmatch(text)
    )


def _check_code(use: Use) -> Check:
    if not _is_code(use.text):
        return PASSED
    return Check(Outcome.FAILED, "code", {"text": shown(use.text)})


ALT_CODE_LIKE = Rule(
    id="alt-code-like",
    severity=Severity.MODERATE,
    criteria=(NON_TEXT,),
    summary="The text is an identifier that was made for machines.",
    help="Replace it with words. A screen reader reads such a thing sign by sign or as nonsense.",
    messages={
        "code": "“{text}” is an identifier, such as the name of a file without its ending. Write "
        "what the picture tells, in words.",
    },
    applies=lambda use: is_text(use) and not is_placeholder(use) and not is_formula(use.text),
    check=_check_code,
)


_QUOTES = frozenset("\"'“”‘’„«»″")


def broken_off(use: Use) -> str:
    """Names of attributes that are words of an alt whose quotation marks end it too early, such as
    `alt="The "best" fox"`, or are curly and begin none."""
    record = use.record
    if record.alt is None or not record.html.endswith(">"):
        return ""
    written = list(attributes(record).items())
    place = next((n for n, (name, _) in enumerate(written) if name == "alt"), len(written))
    words = [name for name, _ in takewhile(lambda pair: not pair[1], written[place + 1 :])]
    last = max((n for n, word in enumerate(words, 1) if _QUOTES & set(word)), default=0)
    return " ".join(words[:last])


def _check_markup(use: Use) -> Check:
    if rest := broken_off(use):
        evidence = {"text": shown(use.record.alt or ""), "rest": shown(rest)}
        return Check(Outcome.FAILED, "quotes", evidence)
    found = _MARKUP.search(use.text)
    if found is None:
        return PASSED
    return Check(Outcome.FAILED, "markup", {"text": shown(use.text), "markup": shown(found[0])})


ALT_HOLDS_MARKUP = Rule(
    id="alt-holds-markup",
    severity=Severity.SERIOUS,
    criteria=(NON_TEXT,),
    summary="The text holds HTML, which is read out sign by sign, or is cut off by it.",
    help="An alternative text is plain text: take elements, attributes and references out.",
    messages={
        "markup": "“{text}” holds HTML (“{markup}”), and a screen reader reads its signs out. "
        "Keep the words alone; see whether a template or an editor put it there.",
        "quotes": "The alt attribute breaks off after “{text}”: a quotation mark inside it ends "
        "it, and what follows ({rest}) is no text. Write &quot; for a quotation mark, and straight "
        "marks around the attribute.",
    },
    applies=lambda use: is_text(use) or bool(broken_off(use)),
    check=_check_markup,
)


_LOST = "\N{REPLACEMENT CHARACTER}"


def _check_encoding(use: Use) -> Check:
    text = use.text
    if text.isascii() or not (_LOST in text or is_bad(text)):
        return PASSED
    mended = fix_encoding(text)
    if mended == text or _LOST in mended:
        return Check(Outcome.CANT_TELL, "lost", {"text": shown(text)})
    return Check(Outcome.FAILED, "garbled", {"text": shown(text), "mended": shown(mended)})


ALT_GARBLED = Rule(
    id="alt-garbled",
    severity=Severity.MODERATE,
    criteria=(NON_TEXT,),
    summary="The text was saved in one encoding and read in another.",
    help="Write it again, and see that the editor, the database and the header of the page agree "
    "on UTF-8.",
    messages={
        "garbled": "“{text}” was saved in one encoding and read in another, and a listener hears "
        "the wrong signs. It probably said “{mended}”.",
        "lost": "“{text}” holds signs that come of a wrong encoding, and what stood there is lost. "
        "Write it again.",
    },
    applies=is_text,
    check=_check_encoding,
)
