import pytest

from auditor.texts.negation import affirmed, without_denied


@pytest.mark.parametrize(
    ("text", "positive", "left"),
    [
        ("A man with no shirt plays", "A man with shirt plays", "A man plays"),
        ("A boy without a hat runs", "A boy with a hat runs", "A boy runs"),
        ("There is no dog on the grass", "There is dog on the grass", ""),
        ("A dog is not running", "A dog is running", ""),
        ("A dog runs", "", ""),
    ],
)
def test_what_is_denied_is_told_from_what_is_said(text: str, positive: str, left: str) -> None:
    assert affirmed(text) == positive
    assert without_denied(text) == left
