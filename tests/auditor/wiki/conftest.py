from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from auditor.net import pace
from auditor.wiki.sites.api import Api, open_api
from auditor.wiki.sites.article import Article, fetch
from auditor.wiki.sites.queries import find_site
from auditor.wiki.sites.targets import target
from tests.auditor.wiki.fake_wiki import FakeWiki, serve_wiki

EXAMPLE = Path(__file__).parents[3] / "docs" / "example" / "wiki"
TITLE = "Garden by the sea"


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


@pytest.fixture
def garden(wiki) -> FakeWiki:
    """The wiki with the example of the documentation."""
    html = (EXAMPLE / "garden.html").read_text("utf-8")
    html = html.replace(' src="', ' src="/upload/')
    wiki.add(TITLE, (EXAMPLE / "garden.wiki").read_text("utf-8"), html, 1931)
    for path in (*EXAMPLE.glob("*.jpg"), *EXAMPLE.glob("*.png")):
        wiki.uploads[f"/upload/{path.name}"] = path.read_bytes()
    return wiki


@pytest.fixture
def call(run, wiki):
    """Runs `auditor wiki` on the fake wiki, without a model; gives code, stdout, stderr."""

    def called(*arguments: object, score: bool = False) -> tuple[int, str, str]:
        more = () if score or "--suggest" in arguments else ("--no-score", "--no-ocr")
        return run("wiki", "--wiki", wiki.url, "--contact", "me@example.org", *more, *arguments)

    return called
