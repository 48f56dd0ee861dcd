import asyncio

from auditor.frontier import Frontier, Visit

HOME = "http://site/"


def frontier(*targets: str, max_depth: int | None = None, max_pages: int | None = None) -> Frontier:
    return Frontier(targets or (HOME,), max_depth=max_depth, max_pages=max_pages)


async def take(pages: Frontier) -> Visit:
    visit = await pages.next()
    assert visit is not None
    return visit


async def test_every_page_is_visited_once_breadth_first() -> None:
    links = {HOME: ["/a", "/b"], "http://site/a": ["/c", "/b", "/"], "http://site/b": ["/c#x"]}
    pages = frontier()
    order = []
    while (visit := await pages.next()) is not None:
        order.append((visit.url, visit.depth))
        await pages.done(visit, [f"http://site{link}" for link in links.get(visit.url, [])])
    assert order == [(HOME, 0), ("http://site/a", 1), ("http://site/b", 1), ("http://site/c", 2)]


async def test_the_order_does_not_depend_on_which_page_is_ready_first() -> None:
    pages = frontier("http://site/1", "http://site/2")
    first, second = await take(pages), await take(pages)
    await pages.done(second, ["http://site/from-2"])
    assert pages.queued() == []
    await pages.done(first, ["http://site/from-1"])
    assert pages.queued() == ["http://site/from-1", "http://site/from-2"]


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
    pages = frontier(max_depth=1, max_pages=2)
    home = await take(pages)
    await pages.done(home, ["http://other/", "http://site/a", "http://site/b", "http://site/c"])
    assert pages.queued() == ["http://site/a"]
    assert pages.left_out == 2
    await pages.done(await take(pages), ["http://site/deep"])
    assert pages.queued() == []


async def test_the_scope_follows_a_named_page_that_redirects() -> None:
    pages = frontier()
    home = await take(pages)
    await pages.done(home, ["https://www.site/a", "http://site/b"], "https://www.site/")
    assert pages.queued() == ["https://www.site/a"]


async def test_a_page_known_by_the_end_of_a_redirect_is_not_visited_again() -> None:
    pages = frontier()
    home = await take(pages)
    await pages.done(home, ["http://site/home"], "http://site/home")
    assert pages.queued() == []


async def test_pages_that_were_named_are_read_whatever_the_limit_is() -> None:
    pages = frontier("http://site/1", "http://site/2", max_pages=1)
    first = await take(pages)
    await pages.done(first, ["http://site/3"])
    assert (await take(pages)).url == "http://site/2"
    assert (pages.queued(), pages.left_out) == ([], 1)
