"""Real image uses of Wikipedia, set as articles in every kind of HTML."""

from pathlib import Path

import pytest

from tests.tools.contextref_wiki import KINDS, articles, differences

DATA = Path(__file__).parents[4] / "shared" / "benchmarks" / "contextref"


@pytest.mark.skipif(not DATA.is_dir(), reason="the ContextRef data is not beside the project")
def test_texts_and_contexts_of_articles_are_those_of_the_data() -> None:
    some = list(articles(DATA, titles=200))
    assert {article.kind for article in some} == {kind.name for kind in KINDS}
    assert [line for article in some for line in differences(article)] == []
