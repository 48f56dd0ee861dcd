"""A scan that is killed at random moments and resumed ends with the rows of an unbroken one."""

from tests.tools.kills import differences


def test_two_kills_change_no_row() -> None:
    kills, found = differences(2, seed=1, pages=8, options=["--static"])
    assert kills == 2
    assert found == []
