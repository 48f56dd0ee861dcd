from __future__ import annotations

from models.splits import is_development


def test_a_row_with_its_picture_is_never_learnt_from() -> None:
    assert not any(is_development(f"{n}.jpg", has_image=True) for n in range(100))


def test_about_a_third_of_the_other_rows_is_for_development() -> None:
    assert sum(is_development(f"{n}.jpg", has_image=False) for n in range(3000)) in range(900, 1100)


def test_the_split_does_not_change_from_one_version_to_the_next() -> None:
    chosen = [n for n in range(12) if is_development(f"{n}.jpg", has_image=False)]
    assert chosen == [0, 4, 6, 7, 10]
