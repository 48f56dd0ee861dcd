import pytest

from auditor.texts.labels import described, is_label
from auditor.texts.sentences import sentences


@pytest.mark.parametrize(
    "piece", ["VII.", "ii.", "Plate 3.", "Fig. 4a.", "1872.", "May 1901.", "IMG_2034.jpg"]
)
def test_enumerators_dates_and_file_marks_are_labels(piece: str) -> None:
    assert is_label(piece)


@pytest.mark.parametrize("piece", ["A dog.", "Two men.", "Found in 1872.", "The plate on a table."])
def test_what_tells_something_is_no_label(piece: str) -> None:
    assert not is_label(piece)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("VII. A beaver. It swims.", ["VII. A beaver.", "It swims."]),
        ("A lappet. Seventeenth Century.", ["A lappet. Seventeenth Century."]),
        ("Fig. 3. A dog.", ["Fig. 3. A dog."]),
        ("VII.", ["VII."]),
    ],
)
def test_a_label_is_never_a_sentence_of_its_own(text: str, expected: list[str]) -> None:
    assert sentences(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("VI. Foxes quarrelling; photo by E. T. Seton", "Foxes quarrelling;"),
        ("Elk: (a) “Dawn” Photo by E. T. Hale (b) “Nightfall”", "Elk: (a) “Dawn” (b) “Nightfall”"),
        ("Old lace. (Author's Collection.)", "Old lace."),
        ("Earth from orbit. Credit: NASA", "Earth from orbit."),
        ("Hares by a lantern Sketched in the White Mts. by E. T. Hale", "Hares by a lantern"),
        ("A hare sketched in ink by E. T. Hale", "A hare sketched in ink"),
        ("A man (left) and a dog", "A man (left) and a dog"),
        ("M. Curie at her desk", "M. Curie at her desk"),
        ("Photo by Jane Doe", "Photo by Jane Doe"),
        ('"OLD LILLE." (Author\'s Collection.)', "OLD LILLE."),
        ("“Girl at a well”", "Girl at a well"),
        ('"One" beside "Two"', '"One" beside "Two"'),
    ],
)
def test_credits_and_enumerators_are_told_apart_from_the_description(
    text: str, expected: str
) -> None:
    assert described(text, "en") == expected
