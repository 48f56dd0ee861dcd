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


def days(*numbers: int) -> list[str]:
    return [f"http://site/calendar/{n}" for n in numbers]


async def test_one_form_of_address_waits_for_the_others_when_it_has_had_its_share() -> None:
    pages = frontier(pages=8)
    await pages.done(await take(pages), [*days(*range(10)), "http://site/a", "http://site/b"])
    a_quarter, others, the_rest = days(0, 1), ["http://site/a", "http://site/b"], days(2, 3, 4)
    assert await rest(pages) == [*a_quarter, *others, *the_rest]
    assert pages.waiting == {"http://site/calendar/N": 5}
    assert not pages.left_out


async def test_a_calendar_without_end_keeps_no_page_out() -> None:
    pages = frontier(pages=12)
    home = await take(pages)
    await pages.done(home, [*days(0), "http://site/a"])
    read = []
    while (visit := await pages.next()) is not None:
        read.append(visit.url)
        number = visit.url.rpartition("/")[2]
        links = days(int(number) + 1, int(number) + 2) if number.isdigit() else []
        await pages.done(visit, [*links, f"{visit.url}/x"] if number == "a" else links)
    assert {"http://site/a", "http://site/a/x"} <= set(read[:6])
    assert len(read) == 11


async def test_filters_of_one_path_wait_in_any_order_and_in_any_choice() -> None:
    pages = frontier(pages=8)
    ways = ["c=1&s=2", "s=3&c=1", "s=1&c=2", "s=1", "c=9", "s=7", "p=1"]
    await pages.done(await take(pages), [*(f"http://site/shop?{way}" for way in ways), f"{HOME}a"])
    taken = [url.partition("?")[2] for url in (await rest(pages))]
    assert taken == ["c=1&s=2", "s=3&c=1", "s=1", "c=9", "", "s=1&c=2", "s=7"]
    assert pages.waiting == {"http://site/shop?…": 1}


async def test_what_waits_comes_in_one_order_however_many_are_read_at_a_time() -> None:
    async def order(at_a_time: int) -> list[str]:
        pages = frontier(pages=20)
        read: dict[int, str] = {}

        async def reader() -> None:
            while (visit := await pages.next()) is not None:
                read[visit.number] = visit.url
                for _ in range(visit.number * 7 % 5):
                    await asyncio.sleep(0)
                n = visit.number
                await pages.done(visit, [*days(*range(n, n + 9)), f"{HOME}x/{'y' * n}"])

        await asyncio.gather(*(reader() for _ in range(at_a_time)))
        return [read[number] for number in sorted(read)]

    one = await order(1)
    assert len(one) == 20
    assert await order(2) == one
    assert await order(5) == one


async def test_a_page_that_waits_and_is_read_by_a_redirect_does_not_come_again() -> None:
    pages = frontier(pages=8)
    await pages.done(await take(pages), [*days(0, 1, 2), "http://site/a"])
    found = []
    while (visit := await pages.next()) is not None:
        found.append(visit.url)
        to = days(2)[0] if visit.url.endswith("/a") else None
        await pages.done(visit, final_url=to)
    assert found == [*days(0, 1), "http://site/a"]
    assert not pages.waiting


async def test_without_a_limit_of_pages_nothing_waits() -> None:
    pages = frontier()
    await pages.done(await take(pages), [*days(*range(9)), "http://site/a"])
    assert await rest(pages) == [*days(*range(9)), "http://site/a"]
