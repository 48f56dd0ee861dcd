import gzip
from collections.abc import AsyncIterator

import httpx
import pytest

import auditor.crawl.sitemaps
from auditor.crawl.listing import Sample, limited
from auditor.crawl.sitemaps import SitemapError, read_sitemaps

XML = {"Content-Type": "application/xml"}
SPACE = "http://www.sitemaps.org/schemas/sitemap/0.9"


@pytest.fixture
async def client() -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient() as opened:
        yield opened


def urlset(*places: str) -> bytes:
    urls = "".join(f"<url><loc> {place} </loc><priority>1</priority></url>" for place in places)
    return f'<?xml version="1.0"?><urlset xmlns="{SPACE}">{urls}</urlset>'.encode()


def index(*places: str) -> bytes:
    maps = "".join(f"<sitemap><loc>{place}</loc></sitemap>" for place in places)
    return f'<sitemapindex xmlns="{SPACE}">{maps}</sitemapindex>'.encode()


async def test_an_index_leads_to_sitemaps_of_every_form(site, client) -> None:
    site["/index.xml"] = index("/a.xml", site.url("/b.xml.gz"), "/c.txt", "/index.xml")
    site["/a.xml"] = urlset("/1", site.url("/2#top"), site.url("/1"))
    site["/b.xml.gz"] = gzip.compress(urlset(site.url("/3")))
    site["/c.txt"] = f"\ufeff{site.url('/4')}\n\n{site.url('/2')}\r\nnot a url\n".encode()
    found = await read_sitemaps(client, site.url("/index.xml"))
    paths = [url.removeprefix(site.url("")) for url in found.urls]
    assert paths == ["/1", "/2", "/3", "/4", "/not%20a%20url"]
    assert (found.read, found.skipped) == (4, [])


async def test_what_is_broken_is_told_and_what_came_before_is_kept(site, client) -> None:
    site["/index.xml"] = index("/cut.xml", "/gone.xml", "/page", "/cut.gz")
    site["/cut.xml"] = urlset("/1", "/2")[:-40]
    site["/page"] = "<html><body>no sitemap</body></html>"
    site["/cut.gz"] = gzip.compress(urlset(*map(str, range(99))))[:-9]
    found = await read_sitemaps(client, site.url("/index.xml"))
    assert site.url("/1") in found.urls
    reasons = {
        skipped.subject.removeprefix(site.url("")): skipped.reason for skipped in found.skipped
    }
    assert set(reasons) == {"/cut.xml", "/gone.xml", "/page", "/cut.gz"}
    assert "HTTP 404" in reasons["/gone.xml"]
    assert "gzip" in reasons["/cut.gz"]


@pytest.mark.parametrize(
    "body", [b"", b"   ", b"<html><p>x</p></html>", b"<rss></rss>", b"<urlset"]
)
async def test_what_is_no_sitemap_at_all_is_refused_with_its_address(site, client, body) -> None:
    site["/sitemap.xml"] = (200, XML, body)
    with pytest.raises(SitemapError, match=r"sitemap\.xml: .*sitemap"):
        await read_sitemaps(client, site.url("/sitemap.xml"))


async def test_an_attack_is_bounded(site, client, monkeypatch) -> None:
    monkeypatch.setattr(auditor.crawl.sitemaps, "MAX_BYTES", 1_000_000)
    monkeypatch.setattr(auditor.crawl.sitemaps, "MAX_SITEMAPS", 5)
    entities = '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd"><!ENTITY b "bb">]>'
    site["/index.xml"] = index("/bomb.gz", "/xxe.xml", *(f"/{n}.xml" for n in range(9)))
    site["/bomb.gz"] = gzip.compress(urlset("/1") + b" " * 20_000_000)
    site["/xxe.xml"] = f"{entities}<urlset><url><loc>/&a;&b;</loc></url></urlset>".encode()
    found = await read_sitemaps(client, site.url("/index.xml"))
    assert not any("root" in url for url in found.urls)
    reasons = " ".join(skipped.reason for skipped in found.skipped)
    assert "larger than" in reasons
    assert "more than 5 sitemaps" in reasons


def test_a_sample_is_the_same_each_time_and_stays_when_the_site_grows() -> None:
    pages = [f"http://site/{n}" for n in range(1000)]
    first = Sample(50, seed=1).of(pages)
    assert first == Sample(50, seed=1).of(pages) != Sample(50, seed=2).of(pages)
    grown = Sample(50, seed=1).of([*pages, *(f"http://site/new/{n}" for n in range(100))])
    assert len(set(first) & set(grown)) >= 40
    assert first == sorted(first, key=pages.index)


def test_what_a_list_holds_beyond_its_limits_is_told() -> None:
    pages = [f"http://site/{n}" for n in range(10)]
    listing = limited(pages, Sample(6, 0), 4, known=pages[:2])
    assert len(listing.urls) == 4
    assert [s.subject for s in listing.skipped] == ["2 listed pages", "2 listed pages"]
