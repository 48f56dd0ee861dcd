import asyncio

from auditor.crawl.frontier import CrawlLimits, Frontier, Visit
from auditor.crawl.scope import Scope

HOME = "http://site/"


LIMIT = "the limit is 2 (--max-pages)"


def frontier(*targets: str, **limits: int) -> Frontier:
    return Frontier(targets or (HOME,), limits=CrawlLimits(**limits))


async def take(pages: Frontier) -> Visit:
    visit = await pages.next()
    assert visit is not None
    return visit


async def rest(pages: Frontier) -> list[str]:
    """What is still given out, when no page has a link."""
    found = []
    while (visit := await pages.next()) is not None:
        found.append(visit.url)
        await pages.done(visit)
    return found


async def test_every_page_is_visited_once_breadth_first() -> None:
    links = {HOME: ["/a", "/b"], "http://site/a": ["/c", "/b", "/"], "http://site/b": ["/c#x"]}
    pages = frontier()
    order = []
    while (visit := await pages.next()) is not None:
        order.append((visit.url, visit.depth))
        await pages.done(visit, [f"http://site{link}" for link in links.get(visit.url, [])])
    assert order == [(HOME, 0), ("http://site/a", 1), ("http://site/b", 1), ("http://site/c", 2)]


async def test_without_scripts_views_are_left_out_and_counted() -> None:
    pages = Frontier((HOME,), views=False)
    await pages.done(await take(pages), ["http://site/#/a", "http://site/#!b", "http://site/#part"])
    assert await pages.next() is None
    assert pages.left_out == {"they are views that a script shows: scan without --static": 2}


async def test_the_order_does_not_depend_on_which_page_is_ready_first() -> None:
    pages = frontier("http://site/1", "http://site/2")
    first, second = await take(pages), await take(pages)
    await pages.done(second, ["http://site/from-2"])
    assert pages.known == 2, "its links wait for those of the page before"
    await pages.done(first, ["http://site/from-1"])
    assert await rest(pages) == ["http://site/from-1", "http://site/from-2"]


async def test_a_waiting_reader_gets_the_links_of_the_page_that_another_reads() -> None:
    pages = frontier()
    home = await take(pages)
    waiting = asyncio.create_task(pages.next())
    await asyncio.sleep(0)
    assert not waiting.done()
    await pages.done(home, ["http://site/a"])
    visit = await waiting
    assert visit is not None
    assert visit.url == "http://site/a"


async def test_waiting_readers_end_when_nothing_is_left() -> None:
    pages = frontier()
    home = await take(pages)
    waiting = asyncio.create_task(pages.next())
    await pages.done(home)
    assert await waiting is None


async def test_links_beyond_depth_scope_and_limit_are_refused() -> None:
    pages = frontier(depth=1, pages=2)
    home = await take(pages)
    await pages.done(home, ["http://other/", "http://site/a", "http://site/b", "http://site/c"])
    assert pages.left_out == {LIMIT: 2}
    visit = await take(pages)
    assert visit.url == "http://site/a"
    await pages.done(visit, ["http://site/deep"])
    assert await pages.next() is None


async def test_the_scope_follows_a_named_page_that_redirects() -> None:
    pages = frontier()
    home = await take(pages)
    await pages.done(home, ["https://www.site/a", "http://site/b"], "https://www.site/")
    assert await rest(pages) == ["https://www.site/a"]


async def test_a_page_known_by_the_end_of_a_redirect_is_not_visited_again() -> None:
    pages = frontier()
    home = await take(pages)
    await pages.done(home, ["http://site/home"], "http://site/home")
    assert await rest(pages) == []


async def test_pages_that_were_named_are_read_whatever_the_limit_is() -> None:
    pages = frontier("http://site/1", "http://site/2", pages=1)
    first = await take(pages)
    await pages.done(first, ["http://site/3"])
    assert await rest(pages) == ["http://site/2"]
    assert pages.left_out.total() == 1


async def test_pages_of_a_list_are_begun_with_and_count_to_the_limit() -> None:
    pages = Frontier(
        ["http://site/1"], ["http://site/2", "http://site/3"], limits=CrawlLimits(pages=2)
    )
    assert await rest(pages) == ["http://site/1", "http://site/2"]
    assert pages.left_out == {LIMIT: 1}


async def test_one_host_does_not_take_the_place_of_the_others() -> None:
    limits, scope = CrawlLimits(per_host=1), Scope(include=("http://*",))
    pages = Frontier([HOME], limits=limits, scope=scope)
    await pages.done(await take(pages), ["http://a/1", "http://a/2", "http://b/1"])
    assert await rest(pages) == ["http://a/1", "http://b/1"]
    assert pages.left_out == {"the limit for a is 1 (--max-per-host)": 1}


async def test_what_is_forbidden_endless_or_signs_out_is_counted_and_not_followed() -> None:
    pages = Frontier([HOME], signed_in=True)
    links = ["/no", "/a/a/a/a/", "/account/logout", "/index.php?action=logout", "/b", "/no"]
    home = await take(pages)
    await pages.done(
        home, [f"http://site{link}" for link in links], allowed=lambda url: "/no" not in url
    )
    assert await rest(pages) == ["http://site/b"]
    assert sorted(pages.left_out.values()) == [1, 1, 2]


async def test_a_frontier_that_is_closed_gives_out_no_more() -> None:
    pages = frontier("http://site/1", "http://site/2")
    await take(pages)
    waiting = asyncio.create_task(pages.next())
    await pages.close()
    assert (await waiting) is None or (await pages.next()) is None


async def test_a_page_of_the_network_leads_to_no_file_whatever_the_patterns_say() -> None:
    frontier = Frontier(["https://a.example/"], scope=Scope(include=("*",)))
    visit = await frontier.next()
    assert visit is not None
    links = ["file:///home/secret.html", "https://b.example/"]
    assert frontier.inside(visit, links, "file:///home/index.html") == ["https://b.example/"]
