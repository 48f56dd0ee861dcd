"""How wikis are asked: what comes, what is waited for, and the one line for each thing that goes
wrong."""

from __future__ import annotations

import asyncio
import json
import threading
from itertools import product

import httpx
import pytest

from auditor import __version__
from auditor.wiki.sites.api import AT_ONCE, open_api
from auditor.wiki.sites.errors import WikiError
from auditor.wiki.sites.queries import find_site, known_parameters
from auditor.wiki.sites.targets import target
from tests.auditor.wiki.conftest import fetched
from tests.auditor.wiki.fake_wiki import CUT, busy, lagged

HTML = "<html><body><p>A cat.</p></body></html>"


async def test_one_revision_comes_as_html_and_as_wikitext(api, wiki) -> None:
    wiki.add("Cat", "A cat.", HTML, 7, views={"2026-01-01": 10, "2026-01-02": 30, "x": None})
    article = await fetched(api, wiki, "Cat")
    assert (article.title, article.revision, article.lang) == ("Cat", 7, "en")
    assert (article.wikitext, article.html) == ("A cat.", HTML)
    assert article.views == 20
    assert article.url == f"{wiki.url}/wiki/Cat"
    assert article.permanent == f"{wiki.url}/w/index.php?oldid=7"
    assert article.edit(3) == f"{wiki.url}/wiki/Cat?action=edit&section=3"


async def test_wikis_are_told_who_asks_and_whom_to_reach(api, wiki) -> None:
    wiki.add("Cat", "A cat.", HTML)
    await fetched(api, wiki, "Cat")
    agent = f"alt-text-auditor/{__version__} (me@example.org) python-httpx/{httpx.__version__}"
    assert wiki.agents == {agent}


async def test_an_older_revision_is_read_when_it_is_named(api, wiki) -> None:
    wiki.add("Cat", "Old.", "<p>old</p>", 7)
    wiki.add("Cat", "New.", "<p>new</p>", 8)
    assert (await fetched(api, wiki, "Cat")).revision == 8
    assert (await fetched(api, wiki, "Cat", 7)).html == "<p>old</p>"


@pytest.mark.parametrize(
    "path",
    [
        "/wiki/Big_cat",
        "/w/index.php?title=Big_cat",
        "/w/index.php?title=Big_cat&action=edit&section=2",
        "/w/index.php/Big_cat",
        "/zh-hans/Big_cat",
        "/wiki/Big%20cat#Habits",
        "/w/index.php?oldid=7",
        "/w/index.php?title=Big_cat&diff=7&oldid=6",
    ],
)
async def test_an_address_names_an_article_in_every_way_of_its_wiki(api, wiki, path: str) -> None:
    wiki.add("Big cat", "A cat.", HTML, 7)
    assert (await fetched(api, wiki, wiki.url + path)).title == "Big cat"


async def test_an_address_that_names_no_article_is_said_so(api, wiki) -> None:
    with pytest.raises(WikiError, match=r"/help: this names no article of 127\.0\.0\.1"):
        await fetched(api, wiki, f"{wiki.url}/help")


async def test_a_wiki_of_before_slots_is_read(api, wiki) -> None:
    found = {"revid": 7, "contentmodel": "wikitext", "content": "A cat."}
    query = {"query": {"pages": [{"ns": 0, "title": "Cat", "revisions": [found]}]}}
    wiki.add("Cat", "", HTML, 7)
    wiki.faults = [("prop=revisions", (200, {}, json.dumps(query).encode()))]
    assert (await fetched(api, wiki, "Cat")).wikitext == "A cat."


async def test_a_redirect_is_followed_and_told(api, wiki) -> None:
    wiki.add("Cat", "A cat.", HTML)
    wiki.redirects["Moggy"] = "Cat"
    article = await fetched(api, wiki, "moggy")
    assert (article.title, article.notes) == ("Cat", ("Moggy leads to Cat",))


async def test_a_wiki_without_parsoid_gives_the_html_of_its_parser(api, wiki) -> None:
    wiki.add("Cat", "A cat.", '<div class="mw-parser-output"><p>A cat.</p></div>')
    wiki.has_rest = False
    html = (await fetched(api, wiki, "Cat")).html or ""
    assert "mw-parser-output" in html
    assert "<html lang='en'><title>Cat</title>" in html


@pytest.mark.parametrize(
    ("where", "fault"),
    [
        *product(("siteinfo", "prop=revisions", "rest.php"), (busy(), busy("0", 503), CUT)),
        ("siteinfo", lagged()),
        ("prop=revisions", lagged()),
    ],
)
async def test_a_wiki_that_is_busy_is_waited_for(api, wiki, said, where: str, fault) -> None:
    wiki.add("Cat", "A cat.", HTML)
    wiki.faults = [(where, fault)] * 3
    assert (await fetched(api, wiki, "Cat")).html == HTML
    assert said == [f"{wiki.url} is busy: waiting 0 s"] * 3


@pytest.mark.parametrize(
    ("fault", "line"),
    [
        (busy("0"), "HTTP 429 Too Many Requests; it asks to wait 0 s"),
        (busy(None), "HTTP 429 Too Many Requests"),
        (lagged(), r"it is behind with its work \(maxlag\); it asks to wait 0 s"),
        (CUT, "the connection was cut"),
    ],
)
async def test_patience_ends(api, wiki, fault, line: str) -> None:
    wiki.add("Cat", "A cat.", HTML)
    wiki.faults = [("prop=revisions", fault)] * 9
    with pytest.raises(WikiError, match=rf"^127\.0\.0\.1:\d+: {line}$"):
        await fetched(api, wiki, "Cat")
    assert len(wiki.faults) == 5


async def test_a_wiki_that_asks_for_an_hour_is_not_waited_for(api, wiki) -> None:
    wiki.add("Cat", "A cat.", HTML)
    wiki.faults = [("prop=revisions", busy("3600"))]
    with pytest.raises(WikiError, match="it asks to wait 3600 s"):
        await fetched(api, wiki, "Cat")


async def test_the_action_api_is_told_how_much_lag_is_too_much(api, wiki) -> None:
    wiki.add("Cat", "A cat.", HTML)
    await fetched(api, wiki, "Cat")
    assert all("maxlag=5" in asked for asked in wiki.asked if "api.php" in asked)


async def test_no_more_than_three_requests_are_on_their_way(api, wiki) -> None:
    paths = [f"/upload/{n}.jpg" for n in range(21)]
    wiki.uploads = dict.fromkeys(paths, b"picture")
    wiki.hold = threading.Barrier(3)
    await asyncio.gather(*(api.get(wiki.url + path) for path in paths))
    assert wiki.most_at_once == AT_ONCE == 3


@pytest.mark.parametrize(
    ("title", "line"),
    [
        ("No such page", r"^127.* has no page No such page$"),
        ("Old name", "^Old name was moved to New name: name that$"),
        ("Gone", "^Gone was deleted$"),
        ("Special:Search", "^Special:Search is a page that the wiki makes, and no article$"),
        ("fr:Chat", "^fr:Chat stands in another wiki: name it by its address$"),
        ("A < b", '^A < b is no title: The requested .*"<".$'),
        ("Hidden", "^Hidden: revision 9 was deleted and cannot be read$"),
    ],
)
async def test_what_is_no_article_is_said_in_one_line(api, wiki, title: str, line: str) -> None:
    wiki.log["Old name"] = {"type": "move", "params": {"target_title": "New name"}}
    wiki.log["Gone"] = {"type": "delete", "params": {}}
    wiki.add("Hidden", None, "", 9)
    with pytest.raises(WikiError, match=line):
        await fetched(api, wiki, title)


async def test_a_revision_that_is_not_there_or_of_another_page_is_said(api, wiki) -> None:
    wiki.add("Cat", "A cat.", HTML, 7)
    with pytest.raises(WikiError, match="has no revision 8: it was deleted, or never was"):
        await fetched(api, wiki, "Cat", 8)
    with pytest.raises(WikiError, match="revision 7 is of Cat, not of Dog"):
        await fetched(api, wiki, "Dog", 7)


async def test_a_host_without_a_wiki_is_said(api, wiki) -> None:
    wiki.faults = [("api.php", (404, {}, b"no"))] * 9
    with pytest.raises(WikiError, match="has no API of MediaWiki at the usual places"):
        await fetched(api, wiki, "Cat")


async def test_a_host_that_answers_everything_with_a_page_has_no_wiki(api, wiki) -> None:
    wiki.faults = [("api.php", (200, {"Content-Type": "text/html"}, b"<p>hello"))] * 9
    with pytest.raises(WikiError, match="has no API of MediaWiki"):
        await fetched(api, wiki, "Cat")


async def test_a_host_that_is_not_there_is_said() -> None:
    async with open_api(["http://127.0.0.1:9"], "") as api:
        with pytest.raises(WikiError, match=r"^127\.0\.0\.1:9: All connection attempts failed$"):
            await find_site(api, target("Cat", "http://127.0.0.1:9"))


async def test_the_wikis_own_words_are_told(api, wiki) -> None:
    error = b'{"error": {"code": "readapidenied", "info": "You need read permission."}}'
    wiki.faults = [("prop=revisions", (200, {}, error))]
    with pytest.raises(WikiError, match=r"127.*: You need read permission\.$"):
        await fetched(api, wiki, "Cat")


async def test_a_wiki_gives_the_terminal_no_orders(api, wiki) -> None:
    error = b'{"error": {"code": "x", "info": "\\u001b[2Jgone\\nnew line"}}'
    wiki.faults = [("prop=revisions", (200, {}, error))]
    with pytest.raises(WikiError, match=r": \ufffd\[2Jgone new line$"):
        await fetched(api, wiki, "Cat")


async def test_what_does_not_change_is_asked_for_once(api, wiki) -> None:
    wiki.add("Cat", "A cat.", HTML, 7)
    await fetched(api, wiki, "Cat")
    wiki.asked.clear()
    assert (await fetched(api, wiki, "Cat")).html == HTML
    assert ["prop=revisions" in asked for asked in wiki.asked] == [True]


async def test_a_new_revision_is_asked_for(api, wiki) -> None:
    wiki.add("Cat", "A cat.", HTML, 7)
    await fetched(api, wiki, "Cat")
    wiki.add("Cat", "A big cat.", "<p>new</p>", 8)
    assert (await fetched(api, wiki, "Cat")).html == "<p>new</p>"


async def test_everything_is_asked_for_again_when_that_is_wanted(wiki) -> None:
    wiki.add("Cat", "A cat.", HTML, 7)
    for fresh in (False, True):
        async with open_api([wiki.url], "", fresh=fresh) as api:
            await fetched(api, wiki, "Cat")
    assert sum("rest.php" in asked for asked in wiki.asked) == 2


async def test_an_error_is_never_kept(api, wiki) -> None:
    wiki.add("Cat", "A cat.", HTML)
    wiki.faults = [("rest.php", (500, {}, b"oh"))]
    with pytest.raises(WikiError, match="HTTP 500"):
        await fetched(api, wiki, "Cat")
    assert (await fetched(api, wiki, "Cat")).html == HTML


async def test_templates_are_asked_for_their_parameters(api, wiki) -> None:
    site = await find_site(api, target("", wiki.url))
    params = {"image": {"aliases": ["photo"]}, "alt": {"aliases": []}}
    wiki.templates["Template:Infobox cat"] = {"params": params}
    wiki.redirects["Template:Catbox"] = "Template:Infobox cat"
    found = await known_parameters(api, site, ["Infobox cat", "Catbox", "Unknown"])
    assert found == dict.fromkeys(["Infobox cat", "Catbox"], frozenset({"image", "photo", "alt"}))


async def test_a_wiki_without_documented_templates_is_no_error(api, wiki) -> None:
    site = await find_site(api, target("", wiki.url))
    error = b'{"error": {"code": "badvalue", "info": "Unrecognized value"}}'
    wiki.faults = [("templatedata", (200, {}, error))]
    assert await known_parameters(api, site, ["Infobox cat"]) == {}
