"""A slice of the mutated pages and pictures, and every case in which a fault was found once."""

import pytest

from tests.tools.fuzz import run_page, run_picture

FOUND = (2650, 3793, 4683, 6826, 9530, 9971)
"""Pages that broke the parser, nested deeper than calls may, or took minutes."""


@pytest.mark.parametrize("number", FOUND)
def test_a_page_that_once_broke_the_extraction_is_read(number: int) -> None:
    run_page(number)


def test_mutated_pages_are_read() -> None:
    for number in range(20_000, 20_080):
        run_page(number)


def test_mutated_pictures_are_decoded_or_refused() -> None:
    for number in range(20_000, 20_300):
        run_picture(number)
