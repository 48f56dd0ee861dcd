"""Behind a proxy of the user's, browser and plain HTTP go through it, and through the guard."""

from __future__ import annotations

import asyncio
import base64
import re
import shutil
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest

from auditor.browser.context import open_browser
from auditor.browser.options import BrowserOptions
from auditor.browser.tab import BrowserReader
from auditor.net.address_guard import greeting, open_guard
from auditor.net.addresses import Named
from auditor.net.client import open_client
from auditor.net.credentials import Access
from auditor.net.proxies import Proxies, Proxy, ProxyError, user_proxies
from auditor.net.through_proxy import absolute
from auditor.net.trust import Trust
from auditor.pages.frames import extract_frames
from auditor.pages.page import PageError, PictureMissing
from auditor.pages.static import Kept, StaticReader
from tests.conftest import Site, serve_site
from tests.tools.certificates import make_certificates

OPTIONS = BrowserOptions(timeout=8, settle=2, quiet=0.1)
SECRET = "pa:ss@word"
HEADER = "Basic " + base64.b64encode(f"ann:{SECRET}".encode()).decode()


class FakeProxy:
    """Leads every name to one port of this machine, and notes what it was asked."""

    def __init__(self, port: int, wants: str | None = None, status: int = 200) -> None:
        self._port, self._wants, self._status = port, wants, status
        self.asked: list[str] = []
        self.port = 0
        self._running: set[asyncio.Task[None]] = set()

    @property
    def place(self) -> str:
        return f"127.0.0.1:{self.port}"

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        self._running.add(task)
        try:
            with suppress(OSError, asyncio.IncompleteReadError, asyncio.CancelledError):
                await self._serve(reader, writer)
        finally:
            writer.close()
            self._running.discard(task)

    async def end(self) -> None:
        """Leaves no connection to be found open when the loop is gone."""
        for task in self._running:
            task.cancel()
        await asyncio.gather(*self._running)

    async def _serve(self, reader, writer) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        method, target, _ = head.split(b"\r\n")[0].decode().split(" ")
        self.asked.append(f"{method} {target}")
        said = re.search(rb"\r\nProxy-Authorization: ([^\r]*)", head)
        if self._wants and (said is None or said[1].decode() != self._wants):
            writer.write(b"HTTP/1.1 407 Who?\r\nProxy-Authenticate: Basic\r\n\r\n")
        elif self._status != 200:
            writer.write(b"HTTP/1.1 %d No\r\nContent-Length: 0\r\n\r\n" % self._status)
        else:
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self._port)
            if method == "CONNECT":
                writer.write(b"HTTP/1.1 200 Fine\r\n\r\n")
            else:
                path = re.sub(r"^http://[^/]*", "", target)
                far_writer.write(f"{method} {path} HTTP/1.1\r\n".encode())
                far_writer.write(head.partition(b"\r\n")[2])
            ways = [
                asyncio.create_task(_copy(reader, far_writer)),
                asyncio.create_task(_copy(far_reader, writer)),
            ]
            try:
                await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for way in ways:
                    way.cancel()
                far_writer.close()


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while data := await reader.read(4096):
            writer.write(data)
            await writer.drain()


@asynccontextmanager
async def proxy_to(
    port: int, wants: str | None = None, status: int = 200
) -> AsyncIterator[FakeProxy]:
    proxy = FakeProxy(port, wants, status)
    server = await asyncio.start_server(proxy.serve, "127.0.0.1", 0)
    proxy.port = server.sockets[0].getsockname()[1]
    async with server:
        yield proxy
        await proxy.end()


@asynccontextmanager
async def readers(static: bool, named: tuple[Named, ...] = (), access: Access | None = None):
    access = access or Access()
    async with open_guard(named, access.trust) as guard, open_client(guard, access) as client:
        if static:
            yield StaticReader(client, 8, Kept())
            return
        async with open_browser(OPTIONS, guard, access) as context:
            reader = BrowserReader(context, OPTIONS, guard, access)
            yield reader
            await reader.close()


@pytest.fixture
def tls_site(tmp_path: Path) -> Iterator[Site]:
    if not shutil.which("openssl"):
        pytest.skip("openssl makes certificates")
    with serve_site(make_certificates(tmp_path).host) as opened:
        yield opened


@pytest.fixture(params=[True, False], ids=["static", "browser"])
def static(request) -> bool:
    return request.param


@pytest.fixture(autouse=True)
def no_proxy(monkeypatch) -> None:
    for name in ("http_proxy", "https_proxy", "all_proxy", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)


async def test_pages_and_pictures_come_through_it_with_its_password(
    static, site, picture_bytes, monkeypatch, caplog
) -> None:
    caplog.set_level("DEBUG")
    site["/a.png"] = picture_bytes()
    site["/"] = "<img src=a.png alt=fox>"
    async with proxy_to(site.port, HEADER) as proxy:
        monkeypatch.setenv("http_proxy", f"http://ann:pa%3Ass%40word@{proxy.place}")
        async with readers(static) as reader:
            read = await reader.read("http://pages.invalid/")
            (record,) = extract_frames(read.frames)[0].records
            assert await reader.fetch(record, read.frames[0].frame_id) == picture_bytes()
    assert {"GET http://pages.invalid:80/", "GET http://pages.invalid:80/a.png"} <= {*proxy.asked}
    assert SECRET not in caplog.text
    assert "pa%3A" not in caplog.text
    assert proxy.place in caplog.text


async def test_what_is_encrypted_stays_so(tls_site, monkeypatch, static) -> None:
    tls_site["/"] = "<img src=data:, alt=fox>"
    async with proxy_to(tls_site.port) as proxy:
        monkeypatch.setenv("HTTPS_PROXY", proxy.place)
        access = Access(trust=Trust(checked=False))
        async with readers(static, access=access) as reader:
            assert "fox" in (await reader.read("https://pages.invalid/")).frames[0].html
    assert set(proxy.asked) == {"CONNECT pages.invalid:443"}


async def test_what_is_left_out_goes_past_it_and_is_judged(static, site, monkeypatch) -> None:
    site["/"] = "here"
    named = (Named("127.0.0.1", frozenset({site.port})), Named("127.0.0.3", frozenset({site.port})))
    async with proxy_to(site.port) as proxy:
        monkeypatch.setenv("ALL_PROXY", f"http://{proxy.place}")
        monkeypatch.setenv("NO_PROXY", "left.invalid,10.0.0.0/8")
        async with readers(static, named) as reader:
            assert "here" in (await reader.read(site.url())).frames[0].html
            with pytest.raises(PageError, match="host name is not known"):
                await reader.read("http://left.invalid/")
            with pytest.raises(PageError, match=r"private.* 10\.0\.0\.1, which was not named"):
                await reader.read("http://10.0.0.1/")
    assert proxy.asked == []


async def test_private_addresses_are_refused_before_it_is_asked(static, site, monkeypatch) -> None:
    site["/"] = '<img src="http://169.254.169.254/x" alt=x><img src="http://192.168.0.7/" alt=x>'
    async with proxy_to(site.port) as proxy:
        monkeypatch.setenv("http_proxy", proxy.place)
        async with readers(static) as reader:
            page = await reader.read("http://pages.invalid/")
            for record in extract_frames(page.frames)[0].records:
                with pytest.raises(PictureMissing, match="which was not named"):
                    await reader.fetch(record, page.frames[0].frame_id)
            with pytest.raises(PageError, match=r"192\.168\.0\.7, which was not named"):
                await reader.read("http://192.168.0.7/")
    assert not [asked for asked in proxy.asked if "pages.invalid" not in asked]


@pytest.mark.parametrize("scheme", ["http", "https"])
async def test_a_proxy_that_wants_a_password_is_told_in_one_line(
    static, site, monkeypatch, scheme: str
) -> None:
    async with proxy_to(site.port, HEADER) as proxy:
        monkeypatch.setenv("all_proxy", f"http://ann:{SECRET[:2]}@{proxy.place}")
        said = rf"the proxy {proxy.place} wants another name and password \(HTTP 407\)$"
        async with readers(static) as reader:
            with pytest.raises(PageError, match=said):
                await reader.read(f"{scheme}://pages.invalid/")


async def test_a_proxy_that_is_not_there_or_refuses_is_told(static, site, monkeypatch) -> None:
    async with proxy_to(site.port, status=403) as proxy:
        monkeypatch.setenv("https_proxy", proxy.place)
        monkeypatch.setenv("http_proxy", f"127.0.0.1:{site.port + 1 if site.port < 9 else 9}")
        async with readers(static) as reader:
            with pytest.raises(PageError, match=r"refused to connect \(HTTP 403\)"):
                await reader.read("https://pages.invalid/")
            with pytest.raises(PageError, match=r"^the proxy 127.0.0.1:9 cannot be reached$"):
                await reader.read("http://pages.invalid/")


@pytest.mark.parametrize("password", ["", "wrong", "right"])
async def test_a_socks_proxy_connects(site, monkeypatch, password: str) -> None:
    site["/"] = "far"
    asked: list[str] = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(asyncio.IncompleteReadError, OSError):
            _, count = await reader.readexactly(2)
            if await reader.readexactly(count) != b"\x02":
                writer.write(b"\x05\xff")
                return
            writer.write(b"\x05\x02")
            name = await reader.readexactly((await reader.readexactly(2))[1])
            word = await reader.readexactly((await reader.readexactly(1))[0])
            writer.write(b"\x01\x00" if (name, word) == (b"ann", b"right") else b"\x01\x01")
            head = await reader.readexactly(5)
            asked.append((await reader.readexactly(head[4] + 2))[:-2].decode())
            writer.write(b"\x05\x00\x00\x01" + bytes(6))
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", site.port)
            far_writer.write(await reader.readuntil(b"\r\n\r\n"))
            try:
                await _copy(far_reader, writer)
            finally:
                far_writer.close()

    async def served(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            await serve(reader, writer)
        finally:
            writer.close()

    async with await asyncio.start_server(served, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        who = f"ann:{password}@" if password else ""
        monkeypatch.setenv("all_proxy", f"socks5h://{who}127.0.0.1:{port}")
        async with readers(static=True) as reader:
            if password == "right":
                read = await reader.read("http://pages.invalid/")
                assert "far" in read.frames[0].html
                assert asked == ["pages.invalid"]
            else:
                with pytest.raises(PageError, match="name and password"):
                    await reader.read("http://pages.invalid/")


@pytest.mark.parametrize(
    ("scheme", "said"),
    [("http", b"GET / HTTP/1.1\r\n\r\n"), ("http", b"\x16"), ("socks5h", b"\x16")],
)
async def test_a_proxy_that_has_not_answered_is_left_with_the_guard(
    scheme, said, monkeypatch
) -> None:
    asked, left = asyncio.Event(), asyncio.Event()

    async def wait(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(4096)
        asked.set()
        while await reader.read(4096):
            pass
        left.set()
        writer.close()

    async with await asyncio.start_server(wait, "127.0.0.1", 0) as server:
        for name in ("http_proxy", "https_proxy"):
            place = server.sockets[0].getsockname()
            monkeypatch.setenv(name, f"{scheme}://127.0.0.1:{place[1]}")
        async with open_guard(()) as guard, asyncio.timeout(20):
            _, writer = await asyncio.open_connection("127.0.0.1", guard.port)
            writer.write(greeting("pages.invalid", 80) + said)
            await asked.wait()
        async with asyncio.timeout(20):
            await left.wait()
        writer.close()


@pytest.mark.parametrize(
    "value", ["ftp://proxy:21", "http://", "http://proxy:nothing", "http://a b:1", "socks4://p:1"]
)
def test_a_variable_that_names_no_proxy_is_told_without_its_value(monkeypatch, value) -> None:
    monkeypatch.setenv("HTTPS_PROXY", value.replace("://", f"://ann:{SECRET}@"))
    with pytest.raises(ProxyError, match=r"^HTTPS_PROXY names no proxy") as error:
        user_proxies()
    assert "ann" not in str(error.value)


def test_a_proxy_shows_no_password() -> None:
    proxy = Proxy("http", "proxy.example", 3128, "ann", SECRET)
    assert SECRET not in f"{proxy} {proxy!r} {Proxies(proxy, proxy)!r}"
    assert proxy.authorization == HEADER


def test_what_is_on_this_machine_is_never_the_proxys(monkeypatch) -> None:
    proxies = Proxies(Proxy("http", "proxy.example", 3128))
    assert not any(
        proxies.lead_to(host, 80) for host in ("localhost", "a.localhost", "127.1", "::1")
    )
    assert proxies.lead_to("example.org", 80)
    monkeypatch.setenv("no_proxy", ".org, 2001:db8::/32")
    assert not proxies.lead_to("example.org", 80)
    assert not proxies.lead_to("2001:db8::1", 80)


def test_a_request_is_written_anew_for_a_proxy() -> None:
    asked = b"POST /a?b HTTP/1.1\r\nHost: x.example\r\nConnection: keep-alive\r\n\r\nbody"
    assert absolute(asked, "x.example", 8080, None) == (
        b"POST http://x.example:8080/a?b HTTP/1.1\r\nHost: x.example\r\n"
        b"Connection: close\r\n\r\nbody"
    )
    with pytest.raises(OSError, match="no request"):
        absolute(b"nothing\r\n\r\n", "x.example", 80, None)
