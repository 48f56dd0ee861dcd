import json

import pytest

from auditor.bench import alt_quality
from auditor.bench.data import experts
from auditor.bench.errors import BenchError
from auditor.bench.scorers import Scorer

CASES = [
    {"alt": "A long right text", "expected": "ok", "set": "cases", "image": "http://a/1.png"},
    {"alt": "Wrong", "expected": "needs-fix", "set": "cases", "image": "http://a/1.png"},
    {"alt": "Never mind", "expected": "decorative", "set": "cases", "image": "http://a/1.png"},
    {"alt": "", "expected": "ok", "set": "cases", "image": "http://a/1.png"},
]


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "alt-quality").mkdir()
    cases = [case | {"context": "The image is not inside a link."} for case in CASES]
    (tmp_path / "alt-quality" / "cases.dev.json").write_text(json.dumps(cases))
    return tmp_path


def test_a_right_text_is_held_against_the_wrong_ones_of_its_set(folder) -> None:
    scorer = Scorer("length", False, lambda sample: float(len(sample.text)))
    found = alt_quality.run(folder, scorer, 0, lambda items, _: items)
    assert found.keys() == {"experts"}
    assert found["experts"].value == 100.0
    assert found["experts"].n == 2


def test_a_folder_without_cases_says_so(tmp_path) -> None:
    with pytest.raises(BenchError, match="holds no cases"):
        experts.read(tmp_path)


@pytest.mark.parametrize(
    ("told", "role", "target", "words"),
    [
        ("It is the only content inside a link pointing to https://a.org/.", "link", "a.org", ""),
        ("It stands in a link, and the image is all of a search button.", "button", None, ""),
        ("The image is not inside a link.", None, None, ""),
        (
            'In a link to https://a.org/b; the visible text "Home" appears within the same link.',
            "link",
            "a.org/b",
            "Home",
        ),
    ],
)
def test_the_place_is_read_off_what_a_person_told_of_it(
    told: str, role: str | None, target: str | None, words: str
) -> None:
    control = experts.page(told, "Alt").control
    if role is None:
        assert control is None
    else:
        assert control is not None
        assert (control.role, control.text) == (role, words)
        assert (target or "") in (control.target or "")
