from pathlib import Path
from types import SimpleNamespace

import pytest

from auditor.bench import relevance
from auditor.bench.relevance import Placed
from extractors.records import Context

SHARED = Path("../shared")


class Judge:
    """The relevance is the share of a text's words that stand in the context; none in Finnish."""

    def rate(self, record, seen):
        if record.language == "fi":
            return SimpleNamespace(relevance=SimpleNamespace(value=None))
        told, around = set(record.alt.split()), set(record.context.text_before.split())
        value = len(told & around) / len(told)
        return SimpleNamespace(relevance=SimpleNamespace(value=value))


def placed(text: str, around: str, group: str, language: str = "en") -> Placed:
    return Placed(text, language, "en", Context(text_before=around), group)


def value(*given: Placed) -> float:
    tools = SimpleNamespace(judge=Judge())
    return relevance.evaluate(given, tools, 0, lambda items, _: items, "x").value


def test_a_text_is_at_home_in_its_own_context():
    assert value(placed("a dog", "a dog runs", "1"), placed("two cats", "cats sleep", "2")) == 100
    assert value(placed("a dog", "cats sleep", "1"), placed("two cats", "a dog runs", "2")) == 0


def test_one_picture_is_no_rival_of_its_own():
    same = placed("a dog", "dog", "1"), placed("a dog", "a dog", "1")
    assert value(*same, placed("cats", "cats", "2")) == 100


def test_what_is_not_computed_wins_nothing():
    assert value(placed("koira", "koira", "1", "fi"), placed("kissa", "kissa", "2", "fi")) == 0


@pytest.mark.skipif(not SHARED.is_dir(), reason="no ../shared here")
def test_the_published_data_gives_every_figure_and_no_translation_as_context():
    found = relevance.read(SHARED)
    assert tuple(found) == relevance.KEYS
    assert {len(found[key]) for key in ("de", "ja", "zh_hans")} == {239}
    assert all(each.context.text_before.count(". ") >= 2 for each in found["de"])
    assert len(found["zh_written"]) == relevance.WRITTEN
    assert len(found["textbooks_es"]) > 50
