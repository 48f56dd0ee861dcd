import copy
import json
import pickle

import pytest

from auditor.message import (
    LONGEST,
    Message,
    both,
    clauses,
    either,
    number,
    of_parts,
    parts_of,
    row,
    sentences,
)

ADDRESS = Message("“{text}” is an address.", text="fox.org")


def images(count: int) -> Message:
    return Message.counted("{number} image of {what}", "{number} images of {what}", count, what="x")


def test_a_message_is_its_text_in_english() -> None:
    assert ADDRESS == "“fox.org” is an address."
    assert Message("no field {here}") == "no field {here}"
    assert [images(1), images(2000)] == ["1 image of x", "2,000 images of x"]
    assert Message("{share:.0%} of {value:.1f}", share=0.314, value=4) == "31% of 4.0"


def test_a_value_is_never_read_as_a_template() -> None:
    assert Message("{a} {b}", a="{b}", b="{a}") == "{b} {a}"


def test_a_missing_value_is_an_error() -> None:
    with pytest.raises(KeyError):
        Message("{text} is {other}", text="a")


def test_values_that_no_template_asks_for_are_dropped() -> None:
    assert Message("A {a}.", a="fox", b="owl").values == {"a": "fox"}


@pytest.mark.parametrize(
    ("made", "text"),
    [
        (both(["a"]), "a"),
        (both(["a", "b"]), "a and b"),
        (both(["a", "b", "c"]), "a, b and c"),
        (either(["a", "b"]), "a or b"),
        (row(["a", "b"]), "a, b"),
        (row([number(1000), "b"]), "1,000, b"),
        (clauses(["it is long", "it is odd"]), "it is long; it is odd"),
        (sentences([ADDRESS, "See."]), "“fox.org” is an address. See."),
    ],
)
def test_lists_read_as_a_person_says_them(made: str, text: str) -> None:
    assert made == text


@pytest.mark.parametrize(
    "message",
    [
        ADDRESS,
        Message("plain"),
        images(3),
        clauses([ADDRESS, images(1), Message("{share:.0%} sure", share=0.5)]),
        Message("This {tag}.", tag=Message("icon")),
    ],
)
def test_a_message_comes_back_from_json_with_its_parts(message: Message) -> None:
    again = of_parts(json.loads(json.dumps(parts_of(message))))
    assert (again, again.template, again.many) == (message, message.template, message.many)
    assert again.values == message.values
    assert [type(value) for value in again.values.values()] == [
        type(value) for value in message.values.values()
    ]


def test_a_message_goes_through_processes_and_copies() -> None:
    for again in (pickle.loads(pickle.dumps(ADDRESS)), copy.deepcopy(ADDRESS)):
        assert (again, again.values) == (ADDRESS, ADDRESS.values)


NESTED: list[object] = ["{a}", ["x"]]
for _ in range(40):
    NESTED = ["{a}", [NESTED]]


@pytest.mark.parametrize(
    "parts",
    [
        None,
        3,
        [],
        ["{text}"],
        ["{text}", []],
        ["{text}", [None]],
        ["{text}", [True]],
        ["{text}", {"text": "a"}],
        ["{text}", ["a", "b"]],
        [1, []],
        ["{number:.9f}", "a", "b", []],
        ["{number} a", "{number} b", [[]]],
        NESTED,
        ["{a}" * 1000, ["x" * (LONGEST // 500)]],
    ],
)
def test_anything_else_is_no_message(parts: object) -> None:
    with pytest.raises((TypeError, ValueError, LookupError)):
        of_parts(parts)


def test_a_template_from_a_file_can_reach_into_nothing() -> None:
    harmless = of_parts(["{text.__class__} {text!r} {0} {text:99999999}", []])
    assert harmless == "{text.__class__} {text!r} {0} {text:99999999}"
