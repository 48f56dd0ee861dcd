"""Where a picture is from: a note that tells nothing of what it shows."""

from __future__ import annotations

import re
from functools import cache

from auditor.texts.compare import words
from auditor.texts.labels import is_label
from auditor.texts.memo import remembered
from auditor.texts.wordlists import words_for

_AGENCIES = frozenset(
    words(
        "ap afp reuters getty gettyimages dpa epa efe ansa apa pa sipa tass ria imago keystone "
        "afpforum lapresse belga anp ntb scanpix lehtikuva pap xinhua aap istock istockphoto "
        "shutterstock adobestock fotolia unsplash pixabay pexels alamy depositphotos dreamstime "
        "picturealliance wikimedia flickr stock"
    )
)
_AROUND_AGENCIES = frozenset(
    words("images image photo photos pictures via commons adobe picture alliance press news")
)
_NOUNS = frozenset(
    words(
        "photo photos photograph credit credits source foto fotos quelle crédit crédits fuente "
        "crédito créditos fonte zdjęcie źródło fot bron källa kuva kuvat lähde kilde fotó forrás "
        "zdroj kaynak fotoğraf фото источник джерело 写真 提供 出典 図源 图源 来源 來源 사진 출처"
    )
)
"""What a note begins with, before a colon, in languages of many pages."""
_WIDER_NOUNS = frozenset(
    words(
        "image images picture illustration graphic screenshot still bild bilder grafik imagen "
        "immagine imagem beeld kép 画像 資料 图 图片"
    )
)
"""The same, which as often say before a colon what kind of picture it is."""
_NOTE = _NOUNS | _WIDER_NOUNS | frozenset(words("cover feature featured header title video sursa"))
_PARTICLES = frozenset(
    words(
        "via by for of the and from on courtesy with und von vom der die das mit bei de du des la "
        "le les et par del y e da do dos di van den en i z av og och"
    )
)
_MOST_WORDS = 10
_PIECE = re.compile(r"[^\s/|,;]+")
_EDGES = " \t\n()[]{}.…"
_SIGN = re.compile(r"(?:©|\(c\)|copyright\b)", re.IGNORECASE)
_COLON = re.compile(r"^\W*((?:[^\W\d_]+\s+){0,2}[^\W\d_]+)\.?\s*[:：]\s*(.+)$", re.DOTALL)


@remembered
def source_alone(text: str, language: str | None) -> str:
    """What a text is that tells nothing of its picture, "" where it tells something: a "number"
    ("Fig. 1"), a "credit" ("Ann Seton / AP", "Photo by Ann Seton", "© Ann Seton"), an "agency", or
    somebody who is "named" ("Photo: Ann Seton"), as whose picture it is or as who is seen; the
    same is "noted" behind a noun that may begin a text too ("Image: Ann Seton")."""
    if is_label(text):
        return "number"
    said = words(text)
    if not said or len(said) > _MOST_WORDS:
        return ""
    plain = text.strip(_EDGES)
    if _SIGN.match(text.strip()) or _opens_as_credit(plain, language):
        return "credit"
    before, after = _at_colon(plain)
    by_agency = not _AGENCIES.isdisjoint(said)
    if before:
        likely = "noted" if _NOUNS.isdisjoint(words(before)) else "named"
        found = "credit" if by_agency or "/" in after else likely
        return found if _names_somebody(after) else ""
    if not (by_agency and _names_somebody(plain)):
        return ""
    if all(word in _AGENCIES or word in _AROUND_AGENCIES for word in said):
        return "agency"
    return "credit" if "/" in plain or "|" in plain or "via" in said else ""


def _at_colon(text: str) -> tuple[str, str]:
    """The noun of a note and what it names, "" where a text is no such note."""
    match = _COLON.match(text)
    if match is None or not _NOTE.issuperset(words(match[1])) or "://" in text:
        return "", ""
    return match[1], match[2]


def _opens_as_credit(text: str, language: str | None) -> bool:
    match = _openings(language).match(text)
    return match is not None and _names_somebody(match[1])


@cache
def _openings(language: str | None) -> re.Pattern[str]:
    entries = sorted(words_for(language).credit, key=len, reverse=True)
    spaced = "|".join(re.escape(entry).replace(r"\ ", r"[\s:]+") for entry in entries)
    return re.compile(rf"^(?:{spaced})\b[\s:：.]*(.*)$", re.IGNORECASE | re.DOTALL)


def _names_somebody(text: str) -> bool:
    """Whether every piece is a name, an agency, an address or a little word."""
    return all(_may_be_name(piece.strip(_EDGES)) for piece in _PIECE.findall(text))


def _may_be_name(piece: str) -> bool:
    plain = piece.casefold()
    first = piece[:1]
    cased = first.upper() != first.lower()
    known = plain in _AGENCIES or plain in _AROUND_AGENCIES or plain in _PARTICLES
    return known or not cased or first.isupper() or "." in piece
