import pytest

from auditor.texts.machine import machine_share
from auditor.texts.search_words import is_search_words, without_search_words


@pytest.mark.parametrize(
    "text",
    [
        "city bikes, cheap bikes, bike rental, best bikes, electric bike",
        "forest, trees, nature walk, green, hiking, forest bathing, outdoors",
        "wallpaper, stock photo, sunset, beach, ocean view",
    ],
)
def test_lists_for_search_engines_are_known(text: str) -> None:
    assert is_search_words(text)


@pytest.mark.parametrize(
    "text",
    [
        "Four stages: egg, larva, pupa, and adult",
        "Anna Smith, Ben Jones, Carl Wu, Dora Diaz, Eve Ford",
        "A desk with a lamp, a book, a cup, a pen, a phone",
        "A red fox",
        "1, 2, 3, 4, 5, 6",
    ],
)
def test_lists_for_people_are_not(text: str) -> None:
    assert not is_search_words(text)
    assert without_search_words(text) == text


def test_a_list_behind_a_dash_is_told_from_the_text_before_it() -> None:
    text = "A diver beside a reef — diving, ocean, reef tours, best diving"
    assert without_search_words(text) == "A diver beside a reef"


@pytest.mark.parametrize(
    ("text", "least", "most"),
    [
        ("Three people talk in a park", 0, 0),
        ("shutterstock_1901808949", 1, 1),
        ("Group 20", 0.5, 1),
        ("homepage hero banner", 1, 1),
        ("Image of a fox in 1987", 0, 0),
        ("A camel in the desert.jpg", 0.1, 0.3),
    ],
)
def test_what_is_written_for_machines_is_measured(text: str, least: float, most: float) -> None:
    assert least <= machine_share(text) <= most
