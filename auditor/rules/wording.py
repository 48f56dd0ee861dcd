"""Is the name a text, or something a machine left behind?"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from itertools import dropwhile

from auditor.findings import Outcome, Severity
from auditor.net.urls import file_of, split
from auditor.rules.criteria import NON_TEXT
from auditor.rules.rule import PASSED, Check, Rule, Use, once
from auditor.texts.compare import (
    ends_with_entry,
    is_spaced,
    normalise,
    shown,
    words,
)
from auditor.texts.emoji import is_emoji
from auditor.texts.memo import remembered
from auditor.texts.sources import source_alone
from auditor.texts.wordlists import (
    foreign_placeholders,
    machine_openings,
    opening,
    screenshot_names,
    small_words,
    words_for,
)
from extractors.records import NameSource

_EXTENSIONS = r"(?:jpe?g|jfif|png|apng|gif|webp|avif|svg|bmp|tiff?|ico|heic|jxl)"
# The dot follows a word character, so that "how to save as .png" is not a file name.
_FILE_NAME = re.compile(rf"\S*[\w)\]@]\.{_EXTENSIONS}(?:[?#]\S*)?", re.IGNORECASE)
_ENDS_AS_FILE = re.compile(
    rf".*(?:[\w)\]@]\.{_EXTENSIONS}|\w ?\({_EXTENSIONS}\))", re.IGNORECASE | re.DOTALL
)
_FILE_NAME_WORDS = 5
"""A text of more words may be a sentence that ends with a file name."""

_URL = re.compile(r"(?:[a-z][a-z0-9+.-]*://|//|www\.|data:\w+/)\S+", re.IGNORECASE)
_PATH = re.compile(r"\.{0,2}(?:/[\w.%~-]+){2,}/?")

_MACHINE_NAMES = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"(?:dsc[nf]?|img|imag|pict|dji|pxl|gopr|mvi|cimg|wp|sam)[-_ ]?\d{3,}[\w ()-]*",
        r"olympus digital camera|(?:konica )?minolta digital camera|sony dsc|"
        r"samsung camera pictures|kodak digital still camera|exif_jpeg_(?:picture|4\d\d)|"
        r"processed with (?:vsco|moldiv|snapseed|polarr|rookie)\b.*|"
        r"created with (?:gimp|sketch|adobe .*|inkscape.*|rendertools.*)\.?",
        r"cleanshot[-_ ]+\d{4}-\d{2}-\d{2}.*",
        r"whatsapp[-_ ](?:image|bild|afbeelding)[-_ ]?\d{4}.*",
        r"(?:fb_img|received|mmexport|scan|signal|viber|telegram|photo|foto|bild|imagen|immagine)"
        r"[-_ ]\d{4}[-_ ]?\d{2}[-_ ]?\d{2}[\d ._,-]*",
        r"(?:fb_img|received|mmexport)_?\d{6,}\w*",
        r"(?:download|unnamed|unbenannt|sans titre|senza titolo|sin título|sem título|namnlös|"
        r"bez tytułu|名称未設定|無題) ?[-(]?\d+\)?",
        r"(?:shutterstock|i-?stock(?:photo)?|adobe ?stock|getty ?images|depositphotos|dreamstime|"
        r"fotolia|alamy|123rf|freepik|vecteezy|pixabay|unsplash|pexels)[-_ #]*\d{5,}[\w ()-]*",
        r"chatgpt image .*\d.*",
        # The second at which a program saved it, after a word or two of any language.
        r"(?:[^\W\d_]+[ _-]?){0,3}\d{4}[-._]\d{2}[-._]\d{2}\D{1,8}\d{1,2}([.:-]?)\d{2}\1\d{2}"
        r"(?: ?[ap]m)?(?: ?\(\d+\))?",
        r"p\d{7}",
        r"\d{2,5} ?[x×] ?\d{2,5}(?: ?px)?",
        r"(?=[^0-9]*[0-9])(?=[^a-f]*[a-f])[0-9a-f]{12,}",
        r"(?=[^0-9]*[0-9])[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){2,3}[0-9a-f]{4,}",
        r".*(?:\{\{|\{%|%\}|<%|%>).*|\$\{.*\}|%\w+%|\[object \w+\]",
        r"[a-z_][\w.]*\.(?:alt|title|caption|alt_?text|image_?alt)",
        r".*@[23]x",
    )
)
_SIGN_OF_MACHINE = re.compile(
    r"[\d.@{}%<>$\[]|^(?:olymp|konica|minolta|sony|samsung|kodak|exif|"
    r"processed|created)",
    re.IGNORECASE,
)
"""Each of them needs one, or begins so."""
_MARKS_ONLY = re.compile(r"""["'“”‘’`´#*.,:;_~|/\\()\[\]{}<>…–—-]+""")
_EMOTICON = re.compile(r"[:;=8xX]['o^-]?[()\[\]DPpO0/\\|*3]|<3|\^[_.-]?\^|o_o", re.IGNORECASE)
"""Drawn by the picture sign for sign: a smiley, that listeners hear as they know it."""
_DIGITS_AT_END = re.compile(r"\d+$")
_MOST_OF_SUFFIX = 3
"""Letters of the part before the last of a host, up to which it may belong to what is registered
under: "co.uk"."""
_PREFIX_REST = 2
"""Words that must follow "image of" before the opening counts as a habit of wording."""


def is_written(use: Use) -> bool:
    """Whether the image has a text of its own: a browser's default and the text inside an element
    were not written for this picture."""
    return bool(use.text) and use.record.name.source not in (
        NameSource.DEFAULT,
        NameSource.CONTENT,
    )


@remembered
def _is_file_name(text: str) -> bool:
    return bool(_FILE_NAME.fullmatch(text))


def names_file(text: str, src: str | None) -> bool:
    """Whether a text is a file's name, or that of the picture's file without its ending."""
    short = len(text.split()) <= _FILE_NAME_WORDS
    return (short and _ends_as_file(text)) or normalise(text) == normalise(file_of(src).stem)


@remembered
def _ends_as_file(text: str) -> bool:
    return bool(_ENDS_AS_FILE.fullmatch(text))


def _is_slug(text: str) -> bool:
    """Joined up as no writer would: "DSC04255_komp", "hero-banner-2"."""
    return " " not in text and ("_" in text or text.count("-") > 1)


_STEM_MARK = re.compile(
    r"\b(?:v\d+|copy|kopie|copie|copia|final|edited|bearbeitet|hires|lowres|scaled|resized|cropped|web|"
    r"rgb|cmyk|(?!(?:19|20)\d\d\b)\d{3,}|\d+x\d+|(?=[a-z]*\d)(?=\d*[a-z])[a-z\d]{6,})\b"
)
"""What no writer ends a sentence with, and people and programs put into names of files."""


_SURE_MARK = re.compile(r"\b(?:v0\d|\d{2,4}x\d{2,4}(?:px)?|(?:cmyk|rgb|hires|lowres))\b")


@remembered
def _is_machine_stem(text: str) -> bool:
    """Words with a mark of a file's name: "marine landing banner v2 final"; with capitals only one
    that nobody writes: "Home Banner 468x60px V02"."""
    if " " not in text:
        return False
    marks = _STEM_MARK if text == text.casefold() else _SURE_MARK
    return bool(marks.search(text.casefold()))


@remembered
def _is_address(text: str) -> bool:
    return bool(_URL.fullmatch(text) or _PATH.fullmatch(text))


def _is_no_address(use: Use) -> bool:
    return is_written(use) and not _is_address(use.text)


@once
def is_text(use: Use) -> bool:
    """Neither an address nor a file name: those have rules of their own, and one fault is one
    finding."""
    return _is_no_address(use) and _check_file_name(use) is PASSED


@once
def _check_file_name(use: Use) -> Check:
    text = use.text
    file = file_of(use.record.src)
    evidence = {"text": shown(text)}
    if _is_file_name(text):
        return Check(Outcome.FAILED, "file", evidence)
    if (_is_slug(text) or _is_machine_stem(text)) and normalise(text) == normalise(file.stem):
        return Check(Outcome.FAILED, "stem", evidence)
    if file.name and not file.suffix and text == file.name:
        return Check(Outcome.CANT_TELL, "same", evidence)
    if not _ends_as_file(text):
        return PASSED
    if normalise(text) == normalise(file.name) or len(text.split()) <= _FILE_NAME_WORDS:
        return Check(Outcome.FAILED, "file", evidence)
    return Check(Outcome.CANT_TELL, "ends", evidence)


ALT_FILE_NAME = Rule(
    id="alt-file-name",
    severity=Severity.SERIOUS,
    criteria=(NON_TEXT,),
    summary="The text is the name of a file.",
    help="Replace the file name with what the picture tells in this place.",
    messages={
        "file": "“{text}” is the name of a file, and a screen reader spells it out. Write what the "
        "picture tells instead.",
        "stem": "“{text}” is the name of the picture's file without its ending. Write what the "
        "picture tells instead.",
        "same": "“{text}” is, letter by letter, the end of the picture's address. If nobody wrote "
        "it for a reader, write what the picture tells instead.",
        "ends": "“{text}” ends with the name of a file. If the name was added by a tool, take it "
        "out.",
    },
    applies=_is_no_address,
    check=_check_file_name,
)


def _check_url(use: Use) -> Check:
    text = use.text
    if _is_address(text):
        return Check(Outcome.FAILED, "url", {"text": shown(text)})
    return PASSED


ALT_URL = Rule(
    id="alt-url",
    severity=Severity.SERIOUS,
    criteria=(NON_TEXT,),
    summary="The text is an address.",
    help="Replace the address with what the picture tells, or with where the link leads in words.",
    messages={
        "url": "“{text}” is an address, and a screen reader spells it out. Write what the picture "
        "tells, or where the link leads, in words.",
    },
    applies=is_written,
    check=_check_url,
)


_LATEX = re.compile(r"\\[a-zA-Z]+")
_SIGNS = re.compile(r"[=^_+−×÷±≤≥≠≈<>√∑∏∫∂∇∞→∈⊂∪∩α-ωΑ-Ω]")
_WORD_OF_PROSE = re.compile(r"[^\W\d_]{4,}")
_FUNCTIONS = frozenset(["arcsin", "arccos", "arctan", "cosh", "sinh", "tanh", "frac", "sqrt"])


def is_formula(text: str) -> bool:
    """Whether a text is mathematics in LaTeX, which is long and full of codes with good reason."""
    return len(_LATEX.findall(text)) > 1


@remembered
def is_notation(text: str) -> bool:
    """Whether a text is what the picture draws, sign for sign: a formula, or an emoji. No model
    can hold it against the picture, and it says all that there is to say."""
    if is_formula(text) or is_emoji(text):
        return True
    prose = set(_WORD_OF_PROSE.findall(_LATEX.sub(" ", text))) - _FUNCTIONS
    signs = bool(_SIGNS.search(text)) or bool(_LATEX.search(text))
    return signs and not prose and any(c.isalnum() for c in text) and not _is_slug(text)


def _without_numbers(text: str) -> str:
    """ "Image 3" and "image3" as "image"; a text of numbers alone as ""."""
    return " ".join(filter(None, (_DIGITS_AT_END.sub("", word) for word in words(text))))


def _is_machine_name(text: str) -> bool:
    return bool(_SIGN_OF_MACHINE.search(text)) and any(
        pattern.fullmatch(text) for pattern in _MACHINE_NAMES
    )


_TIME_WORDS = frozenset(
    words(
        "at from am pm a m p um vom uhr à le du al las la los del el de da das às as o z w alle "
        "ore dal om op van kl från den klo kello hour hrs h min s 年 月 日 時 分 秒 午前 午後 copy "
        "kopie"
    )
)
"""Small words of dates, in the languages of the word lists."""
_PARTS = re.compile(r"\d+|[^\W\d_]+")
_TIME_NUMBERS = 2
_NAME_WORDS = 1
"""Words that may follow: the program that was shown."""


@remembered
def _is_screenshot_name(text: str) -> bool:
    """ "Bildschirmfoto 2024-03-12 um 10.22.33": how systems name such files, with a number and
    nothing else but the words of a date."""
    plain = normalise(text)
    if not plain.startswith(screenshot_names()):
        return False
    name = next(name for name in screenshot_names() if plain.startswith(name))
    if plain == name:
        return True
    rest = _PARTS.findall(plain[len(name) :])
    if not any(part.isdigit() for part in rest):
        return False
    said = [part for part in rest if not part.isdigit() and part not in _TIME_WORDS]
    return not said or (len(said) <= _NAME_WORDS and sum(map(str.isdigit, rest)) > _TIME_NUMBERS)


@remembered
def _is_machines_guess(text: str) -> bool:
    plain = f"{normalise(text)} "
    begins, ends = _machine_marks()
    return plain.startswith(begins) or plain.endswith(ends)


@cache
def _machine_marks() -> tuple[tuple[str, ...], tuple[str, ...]]:
    """How a normalised text with a space behind it begins, and how it ends without spaces."""
    unspaced = [entry for entry in machine_openings() if not is_spaced(entry)]
    spaced = [f"{entry} " for entry in machine_openings() if is_spaced(entry)]
    return (*spaced, *unspaced), tuple(f"{entry} " for entry in unspaced)


@remembered
def _kind_of_placeholder(text: str, known: frozenset[str], bare: frozenset[str]) -> str:
    """The key of the message, "" for a text of its own. `bare`: kinds of pictures that are a text
    of their own nowhere."""
    if _MARKS_ONLY.fullmatch(text) and not _EMOTICON.fullmatch(text):
        return "marks"
    if _is_machine_name(text) and not is_formula(text):
        return "machine"
    if _is_screenshot_name(text) or _is_machines_guess(text):
        return "machine"
    plain = {normalise(text), _without_numbers(text), _without_article(text)}
    if plain & known:
        return "word"
    return "kind" if plain & bare else ""


@remembered
def _without_article(text: str) -> str:
    """Without small words at its start, whatever language they are of: "A bar chart."."""
    return " ".join(dropwhile(small_words().__contains__, normalise(text).split()))


def _names_its_target(use: Use) -> bool:
    """Whether a link leads to a host that is called as its image: "Gravatar" to gravatar.com."""
    control = use.record.context.control
    host = split(control.target or "").hostname if control is not None else None
    parts = (host or "").split(".")
    names = parts[-2:-1]
    if names and len(names[0]) <= _MOST_OF_SUFFIX:
        names = parts[-3:-1]
    letters = (c for c in unicodedata.normalize("NFKD", use.text.casefold()) if c.isalnum())
    return "".join(letters) in {each.replace("-", "") for each in names if each}


@once
def _check_placeholder(use: Use) -> Check:
    lists = words_for(use.language)
    control = use.record.context.control
    alone = control is None and not use.record.context.caption
    bare = lists.telling_kinds if alone else frozenset()
    kind = _kind_of_placeholder(use.text, lists.placeholder, bare)
    kind = kind or _kind_of_placeholder(use.text, foreign_placeholders(use.language), frozenset())
    if kind == "word" and _names_its_target(use):
        kind = ""
    if control is not None and control.text and normalise(use.text) in lists.no_destination:
        kind = kind or "word"  # "click here", in a link that says in words where it leads
    kind = kind or _kind_of_credit(use)
    outcome = Outcome.CANT_TELL if kind == "named" else Outcome.FAILED
    return Check(outcome, kind, {"text": shown(use.text)}) if kind else PASSED


def _kind_of_credit(use: Use) -> str:
    """The key of the message where a text only says whose picture it is. An agency's own logo is
    called as the agency."""
    source = source_alone(use.text, use.language)
    if source == "agency" and not (_names_its_target(use) or _is_in_address(use)):
        return "named"
    return source if source in ("credit", "named") else ""


def _is_in_address(use: Use) -> bool:
    """Whether the file of a picture is called as its text, or a logo."""
    file = normalise(file_of(use.record.src).stem)
    return "logo" in file or "".join(words(use.text)) in file.replace(" ", "")


def is_left_by_program(text: str, src: str | None) -> bool:
    """Whether a text that is no alternative text, such as a title, is the name of a file or an
    identifier."""
    return (
        names_file(text, src)
        or _is_slug(text)
        or _is_machine_stem(text)
        or _is_address(text)
        or _is_machine_name(text)
    )


def is_stand_in_word(text: str, language: str | None) -> bool:
    """Whether such a text could stand beside any picture."""
    return bool(_kind_of_placeholder(text, words_for(language).placeholder, frozenset()))


def is_placeholder(use: Use) -> bool:
    """Whether ALT_PLACEHOLDER has something to say of a text."""
    return _check_placeholder(use) is not PASSED


ALT_PLACEHOLDER = Rule(
    id="alt-placeholder",
    severity=Severity.SERIOUS,
    criteria=(NON_TEXT,),
    summary="The text would stand as well beside any other picture.",
    help="Say what this picture shows, and no other. If it shows nothing that matters here, and is "
    "not the whole name of a link, button or heading, mark it as decoration.",
    messages={
        "word": "“{text}” could stand beside any picture: it tells nothing of this one. Write what "
        "this picture shows{or_silent}.",
        "kind": "“{text}” says what kind of picture this is, and nothing of what it tells. Write "
        "what this one is about, and its point{or_silent}.",
        "machine": "“{text}” was made by a machine (a camera, a template, an upload, a guess). "
        "Write what the picture shows{or_silent}.",
        "marks": "“{text}” has no word in it. Write what the picture shows{or_silent}.",
        "credit": "“{text}” says whose picture this is, and nothing of what it shows. Write that, "
        "and put the credit beside the picture.",
        "named": "“{text}” names somebody, and tells nothing of what the picture shows. If that is "
        "whose picture it is, put the name beside the picture, and write what can be seen.",
    },
    applies=is_text,
    check=_check_placeholder,
)


def _check_prefix(use: Use) -> Check:
    text = use.text
    lists = words_for(use.language)
    plain = normalise(text)
    for entry in lists.suffix:
        if ends_with_entry(plain, entry):
            return Check(Outcome.FAILED, "suffix", {"text": shown(text), "suffix": entry})
    prefix = opening(text, lists.prefix)
    if not prefix or opening(text, lists.prefix_exception):
        return PASSED
    if is_spaced(plain) and len(words(text)) < len(prefix.split()) + _PREFIX_REST:
        return PASSED
    return Check(Outcome.FAILED, "prefix", {"text": shown(text), "prefix": prefix})


ALT_IMAGE_OF_PREFIX = Rule(
    id="alt-image-of-prefix",
    severity=Severity.ADVICE,
    criteria=(),
    summary="The text begins or ends by saying that the image is an image.",
    help="Leave the opening out: a screen reader says “graphic” by itself. Keep it where the kind "
    "of picture matters, such as a painting, an engraving or a black-and-white photograph.",
    messages={
        "prefix": "“{text}” begins with “{prefix}”, which the screen reader has just said. Begin "
        "with what the picture shows.",
        "suffix": "“{text}” ends with “{suffix}”, which the screen reader says by itself. Leave "
        "that out.",
    },
    applies=is_written,
    check=_check_prefix,
)
