"""A slice of the mutated pages and pictures, and every case in which a fault was found once."""

import pytest

from tests.tools.fuzz import runs

FOUND = (2650, 3793, 4683, 6826, 9530, 9971)
"""Pages that broke the parser, nested deeper than calls may, or took minutes."""


@pytest.mark.parametrize("number", FOUND)
def test_a_page_that_once_broke_the_extraction_is_read(number: int) -> None:
    for run in runs("pages", number):
        run()


@pytest.mark.parametrize(("kind", "count"), [("pages", 80), ("pictures", 300)])
def test_what_was_mutated_is_read_or_refused(kind: str, count: int) -> None:
    for number in range(20_000, 20_000 + count):
        for run in runs(kind, number):
            run()
