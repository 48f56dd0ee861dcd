import ast
import re
from collections.abc import Iterator

import pytest

from auditor.catalogue import (
    ENGLISH,
    LOCALE,
    Tongue,
    known,
    language_of_user,
    languages,
    preferred,
    tongue,
)
from auditor.message import FIELD, Message, both, number
from tests.tools.catalogues import KEYWORDS, ROOT, TEMPLATE, catalogue_files, mo, po, read, template

CATALOGUES = catalogue_files()
_MARKUP = re.compile(r"</?\w+>|&\w+;|\b(?:alt|title|role|lang|usemap)=|WCAG [\d.]+|\d\.\d\.\d")


def ids_of(message) -> tuple[str, ...]:
    return (message.id,) if isinstance(message.id, str) else message.id


def strings_of(message) -> tuple[str, ...]:
    return (message.string,) if isinstance(message.string, str) else message.string


@pytest.fixture(scope="module")
def everything():
    return template()


def test_the_template_is_what_the_sources_say(everything) -> None:
    assert TEMPLATE.read_bytes() == po(everything), "python -m tests.tools.catalogues --write"


def _calls_in_f_strings() -> Iterator[tuple[str, str]]:
    """File and message of each call of a function of messages inside an f-string."""
    paths = (path for folder in ("app", "auditor") for path in (ROOT / folder).rglob("*.py"))
    for path in paths:
        tree = ast.parse(path.read_text("utf-8"))
        strings = [node for node in ast.walk(tree) if isinstance(node, ast.JoinedStr)]
        for call in (node for string in strings for node in ast.walk(string)):
            if isinstance(call, ast.Call) and call.args and _name(call.func) in KEYWORDS:
                first = call.args[0]
                if isinstance(first, ast.Constant) and isinstance(first.value, str):
                    yield path.name, first.value


def _name(function: ast.expr) -> str:
    return getattr(function, "attr", getattr(function, "id", ""))


def test_no_message_hides_in_an_f_string(everything) -> None:
    """Babel reads none there, before Python 3.12."""
    known_ids = {each for message in everything if message.id for each in ids_of(message)}
    assert not [found for found in _calls_in_f_strings() if found[1] not in known_ids]


def test_there_are_german_and_others_beside_english() -> None:
    assert languages()[0] == "en"
    assert "de" in languages()


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.parents[1].name)
def test_a_catalogue_has_every_message_and_no_other(path, everything) -> None:
    catalog = read(path)
    assert {m.id for m in catalog if m.id} == {m.id for m in everything if m.id}
    assert not [m.id for m in catalog if m.id and (m.fuzzy or not all(strings_of(m)))]
    assert not catalog.obsolete


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.parents[1].name)
def test_a_translation_has_the_fields_and_the_markup_of_its_message(path) -> None:
    for message in read(path):
        for english, other in zip(ids_of(message), strings_of(message), strict=False):
            if english:
                assert set(FIELD.findall(other)) == set(FIELD.findall(english)), other
                assert sorted(_MARKUP.findall(other)) == sorted(_MARKUP.findall(english)), other
                assert english.endswith(".") == other.endswith("."), other


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.parents[1].name)
def test_what_is_read_is_compiled_from_what_people_translate(path) -> None:
    assert path.with_suffix(".mo").read_bytes() == mo(read(path))


def test_a_message_is_said_with_the_values_it_has() -> None:
    german = tongue("de")
    assert german(Message("“{text}” is an address.", text="x")) == "“x” is an address."
    address = Message(
        "“{text}” ends with the name of a file. If the name was added by a tool, take it out.",
        text="Fuchs.jpg",
    )
    assert german(address).startswith("„Fuchs.jpg“ endet mit")
    assert german(both(["a", "b"])) == "a und b"
    assert german("a and b") == "a and b", "a text of a page stays as it is"


def test_numbers_are_written_as_the_language_writes_them() -> None:
    german = tongue("de")
    assert german(number(12_000)) == "12.000"
    assert (
        german(Message("{share:.0%} and {value:.2f}", share=0.5, value=0.25)) == "50\xa0% and 0,25"
    )
    assert german.counted("{number} page", "{number} pages", 1) == "1 Seite"
    assert german.counted("{number} page", "{number} pages", 1234) == "1.234 Seiten"


@pytest.mark.parametrize(
    ("variables", "code"),
    [
        ({}, "en"),
        ({"LANG": "de_AT.UTF-8"}, "de"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "en_GB.UTF-8", "LC_MESSAGES": "de_DE"}, "de"),
        ({"LANG": "ga_IE.UTF-8", "LANGUAGE": "ga:de:en"}, "de"),
        ({"LANG": "C.UTF-8", "LANGUAGE": "de"}, "en"),
        ({"LANG": "ga_IE.UTF-8"}, "en"),
    ],
)
def test_the_language_is_the_one_that_the_user_chose(variables: dict[str, str], code: str) -> None:
    assert language_of_user({"LANG": "C", **variables}) == code


@pytest.mark.parametrize(
    ("header", "code"),
    [
        ("de", "de"),
        ("de-CH,en;q=0.5", "de"),
        ("en;q=0.2, de;q=0.9", "de"),
        ("ga, de;q=0", ""),
        ("ga, en;q=0.1", "en"),
        ("", ""),
        ("*;q=banana, de;q=x", ""),
    ],
)
def test_the_language_of_a_request_is_the_one_it_likes_best(header: str, code: str) -> None:
    assert preferred(header) == code


def test_a_language_that_nobody_translated_is_english() -> None:
    assert tongue("ga") is ENGLISH
    assert known("../../etc/passwd") == ""
    assert isinstance(tongue("de"), Tongue)
    assert LOCALE.is_dir()
