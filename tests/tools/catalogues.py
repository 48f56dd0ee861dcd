"""The catalogues of messages: `python -m tests.tools.catalogues [--write]`.

The template `auditor/locale/auditor.pot` holds every message: those that stand in the sources, in
calls of the functions in KEYWORDS, and those that are data, such as the rules. --write brings the
template up to date, adds what is new to the catalogue of each language, without a guess at its
translation, takes out what is gone, and compiles. Without it the tool says what is left to
translate.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from app.desk.keys import IN_PLACE, KEYS
from app.desk.preferences import THEMES
from auditor.catalogue import DOMAIN, LOCALE
from auditor.message import FIELD
from auditor.profiles import EXPECTED
from auditor.rating import ASKED, RUBRIC
from auditor.rules import RULES
from auditor.rules.across_pages import SITE_RULES
from auditor.rules.rule import advised
from auditor.scoring.measure import NOISE
from auditor.wiki.rules import RULES as WIKI_RULES

ROOT = Path(__file__).parents[2]
TEMPLATE = LOCALE / f"{DOMAIN}.pot"
KEYWORDS = {
    "Message": None,
    "marked": None,
    "translated": None,
    "counted": (1, 2),
    "_": None,
    "n_": (1, 2),
}
"""Functions that take a message, as Babel has them: None for the first argument, else the
arguments with the two forms."""
_METHODS = [("auditor/bench/**.py", "ignore"), ("**.py", "python"), ("**.html", "jinja2")]
_OPTIONS = {"**.html": {"trimmed": "true", "silent": "false"}}
_NO_DAY = datetime(2026, 1, 1, tzinfo=UTC)
Ids = str | tuple[str, str]


def of_rules() -> Iterator[tuple[str, str]]:
    """Each message that is data, with what it belongs to."""
    for rule in RULES:
        for template in rule.messages.values():
            for mark in ("", "mark"):
                yield advised(template, mark), rule.id
    for other in (*SITE_RULES, *WIKI_RULES):
        for template in other.messages.values():
            yield template, other.id
    for each in (*RULES, *SITE_RULES, *WIKI_RULES):
        yield each.summary, each.id
        yield each.help, each.id
    for noise in NOISE:
        yield noise.summary.rstrip("."), f"{noise.id}, as a clause"
    for name, expected in EXPECTED.items():
        yield expected.says, f"what a good text of a {name} says"


def of_window() -> Iterator[tuple[str, str]]:
    """Each message of the window that is data."""
    for key in KEYS:
        for words in (key.menu, key.label, key.help):
            yield words, "app/desk/keys.py"
    for keys, what in IN_PLACE:
        yield keys, "app/desk/keys.py"
        yield what, "app/desk/keys.py"
    for theme in THEMES:
        yield theme, "app/desk/preferences.py"
    for words in (*RUBRIC.values(), *ASKED.values()):
        yield words, "auditor/rating.py"


def of_sources() -> Iterator[tuple[Ids, str]]:
    """Each message in the sources, with its file."""
    for folder in ("auditor", "app"):
        found = extract_from_dir(
            ROOT / folder, _METHODS, _OPTIONS, KEYWORDS, callback=None, strip_comment_tags=True
        )
        for name, _, message, _, _ in found:
            ids = tuple(message) if isinstance(message, tuple | list) else message
            yield ids, f"{folder}/{Path(name).as_posix()}"


def template() -> Catalog:
    """Every message, in a fixed order."""
    catalog = Catalog(project=DOMAIN, fuzzy=False)
    for ids, where in (*of_rules(), *of_window(), *of_sources()):
        if FIELD.sub("", "".join(ids)).strip():
            catalog.add(ids, locations=[(where.replace(" ", "_"), None)])
    return catalog


def po(catalog: Catalog) -> bytes:
    """As a file has it: nothing in it changes with the day or the place of a line."""
    out = io.BytesIO()
    write_po(out, catalog, width=100, omit_header=True, sort_output=False, include_lineno=False)
    head = b""
    if catalog.locale:
        head = (
            'msgid ""\nmsgstr ""\n'
            f'"Language: {catalog.locale}\\n"\n'
            '"MIME-Version: 1.0\\n"\n'
            '"Content-Type: text/plain; charset=utf-8\\n"\n'
            '"Content-Transfer-Encoding: 8bit\\n"\n'
            f'"Plural-Forms: {catalog.plural_forms}\\n"\n\n'
        ).encode()
    return head + out.getvalue()


def mo(catalog: Catalog) -> bytes:
    """Compiled; nothing in it changes with the day."""
    catalog.creation_date = catalog.revision_date = _NO_DAY
    out = io.BytesIO()
    write_mo(out, catalog)
    return out.getvalue()


def catalogue_files() -> list[Path]:
    """The catalogue of each language."""
    return sorted(LOCALE.glob(f"*/LC_MESSAGES/{DOMAIN}.po"))


def read(path: Path) -> Catalog:
    """A catalogue of a language."""
    with path.open("rb") as file:
        return read_po(file, locale=path.parents[1].name, domain=DOMAIN)


def updated(catalog: Catalog, everything: Catalog) -> Catalog:
    """A catalogue with the messages of today, and the translations that it has for them."""
    new = Catalog(locale=catalog.locale, fuzzy=False)
    new.mime_headers = [("Plural-Forms", catalog.plural_forms)]  # as its translators have it
    for message in everything:
        if message.id:
            old = catalog.get(message.id)
            new.add(message.id, old.string if old else None, locations=message.locations)
    return new


def main() -> int:
    """Write, or tell what is left to do."""
    everything = template()
    left = 0
    if "--write" in sys.argv:
        LOCALE.mkdir(exist_ok=True)
        TEMPLATE.write_bytes(po(everything))
    for path in catalogue_files():
        catalog = updated(read(path), everything)
        if "--write" in sys.argv:
            path.write_bytes(po(catalog))
            path.with_suffix(".mo").write_bytes(mo(catalog))
        open_ = [message.id for message in catalog if message.id and not all(_strings(message))]
        left += len(open_)
        sys.stdout.write(f"{path.parents[1].name}: {len(open_)} of {len(everything)} to do\n")
        sys.stdout.writelines(f"  {each!r}\n" for each in open_)
    return 1 if left else 0


def _strings(message: object) -> tuple[str, ...]:
    string = getattr(message, "string", "")
    return tuple(string) if isinstance(string, tuple | list) else (string or "",)


if __name__ == "__main__":
    sys.exit(main())
