from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

import pytest

from auditor import pace
from auditor.wiki.api import Api, open_api
from auditor.wiki.article import Article, fetch
from auditor.wiki.queries import find_site
from auditor.wiki.targets import target
from tests.auditor.wiki.fake_wiki import FakeWiki, serve_wiki


@pytest.fixture(autouse=True)
def own_cache(tmp_path, monkeypatch) -> None:
    """Each test begins with nothing kept, and waits for nothing that names no time."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(pace, "FIRST_WAIT", 0.0)


@pytest.fixture
def wiki() -> Iterator[FakeWiki]:
    with serve_wiki() as fake:
        yield fake


@pytest.fixture
def said() -> list[str]:
    """What was said while a wiki was asked."""
    return []


@pytest.fixture
async def api(wiki, said) -> AsyncIterator[Api]:
    async with open_api([wiki.url], "me@example.org", said.append) as opened:
        yield opened


async def fetched(api: Api, wiki: FakeWiki, title: str, revision: int | None = None) -> Article:
    """An article of the wiki."""
    named = target(title, wiki.url, revision)
    return await fetch(api, await find_site(api, named), named)
