from datetime import date

import pytest

from auditor.findings import Status, Verdict
from auditor.gate.ignores import Ignore, IgnoreError, parse_ignores, read_ignores
from auditor.results import JudgedUse
from tests.auditor.conftest import record_of


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[[ignore]]\nreason = 'x'", "name at least one of rule"),
        ("[[ignore]]\nrule = 'alt-emoji'", "reason is missing"),
        ("[[ignore]]\nrule = 'alt-emoji'\nreason = ' '", "reason is missing"),
        ("[[ignore]]\nrule = 'alt-emojy'\nreason = 'x'", "did you mean alt-emoji?"),
        ("[[ignore]]\nruel = 'alt-emoji'\nreason = 'x'", "did you mean rule?"),
        ("[[ignore]]\ntext = 5\nreason = 'x'", "text must be a string"),
        ("[[ignore]]\ntext = 'a'\nreason = 'x'\nexpires = '2027-01-31'", "without quotes"),
        ("[[ignore]]\ntext = 'a'\nreason = 'x'\nexpires = 2027-01-31T00:00:00", "a date like"),
        ("[ignore]\ntext = 'a'", "as a table"),
        ("[[ignores]]\ntext = 'a'", "ignores is not known"),
        ("[[ignore]", "is not TOML"),
    ],
)
def test_a_wrong_ignore_is_one_line_with_its_place(tmp_path, text: str, words: str) -> None:
    path = tmp_path / "ignores.toml"
    path.write_text(text)
    with pytest.raises(IgnoreError, match=r"ignores\.toml") as error:
        read_ignores(path)
    assert words in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("criteria", "agrees"),
    [
        ({"rule": "alt-emoji"}, True),
        ({"rule": "alt-url"}, False),
        ({"page": "/blog/*"}, True),
        ({"page": "https://example.org/*"}, True),
        ({"page": "/shop/*"}, False),
        ({"selector": "#fox", "text": "A red fox"}, True),
        ({"selector": "#fox", "text": "A red"}, False),
        ({"fingerprint": "f"}, True),
        ({"fingerprint": "e"}, False),
    ],
)
def test_an_ignore_holds_where_all_that_it_names_agrees(criteria, agrees: bool) -> None:
    url = "https://example.org/blog/1?page=2"
    use = JudgedUse(1, url, "", record_of(), None, None, Verdict(Status.OK, "", (), 0))
    (ignore,) = parse_ignores([{"reason": "x", **criteria}], "a")
    assert ignore.agrees("alt-emoji", "f", use) is agrees


def test_an_ignore_holds_through_its_last_day() -> None:
    ignore = Ignore("x", expires=date(2027, 1, 31))
    assert not ignore.expired(date(2027, 1, 31))
    assert ignore.expired(date(2027, 2, 1))
