"""Languages that the program speaks: catalogues of gettext in `locale/`, one a language, and how
each writes numbers.

`auditor.po` is what people translate and `auditor.mo` what is read; `tests/tools/catalogues.py`
makes the one from the sources and the other from that.
"""

from __future__ import annotations

import gettext
import locale
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from auditor.message import Message, Value, fill, plainly

DOMAIN = "auditor"
LOCALE = Path(__file__).parent / "locale"
"""Folders of catalogues, LANGUAGE/LC_MESSAGES."""
_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")


@dataclass(frozen=True, slots=True)
class Numbers:
    """How a language writes numbers (Unicode CLDR)."""

    group: str = ","
    decimal: str = "."
    percent: str = "%"
    """With the space before it."""


PLAIN = Numbers()
NUMBERS: Mapping[str, Numbers] = {
    "de": Numbers(".", ",", "\u00a0%"),
    "fr": Numbers("\u202f", ",", "\u202f%"),
}


@dataclass(frozen=True)
class Tongue:
    """A language in which messages are said. Pure once it is loaded."""

    code: str
    """BCP 47: "de"."""
    numbers: Numbers = PLAIN
    catalogue: gettext.NullTranslations = field(
        default_factory=gettext.NullTranslations, repr=False, compare=False
    )

    def __call__(self, text: str) -> str:
        """A message in this language; a plain text, such as one of a page, as it is."""
        if not isinstance(text, Message):
            return text
        return self._filled(text.template, text.many, text.values)

    def translated(self, template: str, /, **values: Value) -> str:
        """A template in this language, filled."""
        return self._filled(template, "", values)

    def counted(self, one: str, many: str, number: int, /, **values: Value) -> str:
        """`one` or `many`, or what this language has for such a number, filled."""
        return self._filled(one, many, {"number": number, **values})

    def number(self, value: Value, form: str = "") -> str:
        """A number as this language writes it; `form` as in a template: ".1f", ".0%"."""
        if self.numbers is PLAIN:
            return plainly(value, form)
        plain = plainly(value, form).replace(",", "\0").replace(".", self.numbers.decimal)
        return plain.replace("\0", self.numbers.group).replace("%", self.numbers.percent)

    def _filled(self, one: str, many: str, values: Mapping[str, Value]) -> str:
        template = self.template(one, many, values.get("number", 1))
        return fill(template, values, self._value) if values else template

    def template(self, one: str, many: str = "", number: Value = 1) -> str:
        """What this language has for a template, or for two of which the number chooses."""
        if many:
            return self.catalogue.ngettext(one, many, int(number))
        return self.catalogue.gettext(one) if one else ""

    def _value(self, value: Value, form: str) -> str:
        return self(value) if isinstance(value, str) else self.number(value, form)


ENGLISH = Tongue("en")


@cache
def languages() -> tuple[str, ...]:
    """Codes of all languages there are, English first."""
    found = sorted(path.parents[1].name for path in LOCALE.glob(f"*/LC_MESSAGES/{DOMAIN}.mo"))
    return (ENGLISH.code, *found)


@cache
def tongue(code: str) -> Tongue:
    """The language of this code; English where there is no catalogue of it."""
    if code not in languages() or code == ENGLISH.code:
        return ENGLISH
    catalogue = gettext.translation(DOMAIN, LOCALE, [code])
    return Tongue(code, NUMBERS.get(code, PLAIN), catalogue)


def known(tag: str) -> str:
    """The language there is for a tag such as "de-AT", "fr_FR.UTF-8"; "" for none."""
    code = re.split(r"[-_.@]", tag.strip().lower())[0]
    return code if code in languages() else ""


def language_of_user(variables: Mapping[str, str] = os.environ) -> str:
    """The language that the user has chosen for programs (POSIX: LANGUAGE, LC_ALL, LC_MESSAGES,
    LANG; on Windows what the system says); English where there is no catalogue of it."""
    chosen = next((variables[name] for name in _VARIABLES if variables.get(name)), "")
    if chosen in ("C", "POSIX") or chosen.startswith("C."):
        return ENGLISH.code
    asked = [*variables.get("LANGUAGE", "").split(":"), chosen, _of_system() if not chosen else ""]
    return next((code for tag in asked if (code := known(tag))), ENGLISH.code)


def _of_system() -> str:
    """ "German_Germany" on Windows, which `normalize` makes "de_DE"."""
    name = locale.getlocale()[0] or ""
    return locale.normalize(name.split("_")[0]) if len(name.split("_")[0]) > 2 else name


def preferred(header: str) -> str:
    """The first language of an Accept-Language header (RFC 9110, section 12.5.4) that there is;
    "" for none."""
    weighed = []
    for place, entry in enumerate(header[:1000].split(",")):
        tag, _, weight = entry.partition(";")
        match = re.fullmatch(r"\s*q\s*=\s*([01](?:\.\d{0,3})?)\s*", weight)
        q = float(match[1]) if match else (0.0 if weight.strip() else 1.0)
        if q and (code := known(tag)):
            weighed.append((-q, place, code))
    return min(weighed)[2] if weighed else ""
