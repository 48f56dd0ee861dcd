"""What a page tries to reach goes through the guard, in the browser and by plain HTTP."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from ipaddress import ip_address

import httpx
import pytest

from auditor.browser.context import open_browser
from auditor.browser.options import BrowserOptions
from auditor.browser.tab import BrowserReader
from auditor.net.address_guard import AddressGuard, open_guard
from auditor.net.addresses import Named, named_host
from auditor.net.transport import GuardedTransport
from auditor.pages.frames import extract_frames
from auditor.pages.page import PageError, PictureMissing

OPTIONS = BrowserOptions(timeout=8, settle=2, quiet=0.1)
REFUSED = "which was not named"


def port_of(site) -> int:
    return httpx.URL(site.url()).port


@pytest.fixture
async def guard(site) -> AsyncIterator[AddressGuard]:
    async with open_guard([Named("127.0.0.1", frozenset({port_of(site)}))]) as opened:
        yield opened


@pytest.fixture
async def reader(guard: AddressGuard) -> AsyncIterator[BrowserReader]:
    async with open_browser(OPTIONS, guard) as context:
        opened = BrowserReader(context, OPTIONS, guard)
        yield opened
        await opened.close()


@pytest.fixture
async def client(guard: AddressGuard) -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient(
        transport=GuardedTransport(guard), follow_redirects=True
    ) as opened:
        yield opened


async def test_what_was_named_is_reached(reader, client, site, picture_bytes) -> None:
    site["/a.png"] = picture_bytes()
    site["/"] = "<img src=a.png alt=fox>"
    page = await reader.read(site.url())
    (record,) = extract_frames(page.frames)[0].records
    assert await reader.fetch(record, page.frames[0].frame_id) == picture_bytes()
    assert (await client.get(site.url("/a.png"))).content == picture_bytes()


@pytest.mark.parametrize("host", ["127.0.0.2", "10.0.0.1", "[::ffff:127.0.0.2]", "0.0.0.0"])
async def test_a_picture_frame_script_or_socket_elsewhere_is_not(reader, guard, site, host) -> None:
    far = site.url("/secret", host=host)
    site["/"] = f"""<img src="{far}?img" alt=x><iframe src="{far}?frame"></iframe>
        <img src=/moved alt=y><link rel=stylesheet href="{far}?css">
        <script>new WebSocket("{far.replace("http", "ws")}"); fetch("{far}?fetch")</script>"""
    site["/moved"] = (302, {"Location": far}, b"")
    page = await reader.read(site.url())
    records = extract_frames(page.frames)[0].records
    for record in records:
        with pytest.raises(PictureMissing, match=REFUSED):
            await reader.fetch(record, page.frames[0].frame_id)
    assert any(REFUSED in skipped.reason for skipped in page.skipped)
    assert not [path for path in site.asked if path.startswith("/secret")]
    assert REFUSED in (guard.problem(far.replace("http", "ws")) or "")


async def test_a_page_that_redirects_elsewhere_is_refused_in_words(reader, client, site) -> None:
    site["/"] = (302, {"Location": site.url("/secret", host="127.0.0.2")}, b"")
    with pytest.raises(PageError, match=r"loopback address 127.0.0.2, which was not named"):
        await reader.read(site.url())
    with pytest.raises(httpx.ConnectError, match=REFUSED):
        await client.get(site.url())
    assert "/secret" not in site.asked


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("PLAYWRIGHT_DISABLE_FORCED_CHROMIUM_PROXIED_LOOPBACK", "1"),
        ("PLAYWRIGHT_PROXY_BYPASS_FOR_TESTING", "127.0.0.2,localhost"),
        ("CHROMIUM_FLAGS", "--no-proxy-server"),
        ("no_proxy", "*"),
        ("NO_PROXY", "127.0.0.0/8,localhost"),
    ],
)
async def test_no_variable_takes_loopback_past_the_guard(
    guard, site, monkeypatch, variable: str, value: str
) -> None:
    monkeypatch.setenv(variable, value)
    far = site.url("/secret", host="127.0.0.2")
    site["/"] = f"<img src='{far}' alt=x>"
    async with open_browser(OPTIONS, guard) as context:
        reader = BrowserReader(context, OPTIONS, guard)
        await reader.read(site.url())
        await reader.close()
    assert "/secret" not in site.asked
    assert REFUSED in (guard.problem(far) or "")


async def test_webrtc_sends_nothing_past_the_guard(reader, site) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as stun:
        stun.bind(("127.0.0.1", 0))
        stun.setblocking(False)
        site["/"] = f"""<title>waits</title><body><script>
            const peer = new RTCPeerConnection(
              {{iceServers: [{{urls: "stun:127.0.0.1:{stun.getsockname()[1]}"}}]}});
            peer.createDataChannel("x");
            const restless = setInterval(() => document.body.append("."), 20);  // until then
            peer.onicegatheringstatechange = () => {{
              document.title = peer.iceGatheringState;
              if (document.title == "complete") clearInterval(restless);
            }};
            peer.createOffer().then((offer) => peer.setLocalDescription(offer));
            </script>"""
        page = await reader.read(site.url())
        assert page.title == "complete"
        with pytest.raises(BlockingIOError):
            stun.recv(100)


async def test_a_name_that_changes_its_address_does_not_move_what_it_allows(
    site, monkeypatch
) -> None:
    answers = {"moving.example": "93.184.216.34"}

    async def resolve(host: str) -> list[object]:
        return [ip_address(answers.get(host, host))]

    monkeypatch.setattr("auditor.net.addresses.resolve", resolve)
    monkeypatch.setattr("auditor.net.lookups.resolve", resolve)
    async with open_guard([Named("moving.example")]) as guard:
        answers["moving.example"] = "127.0.0.1"
        async with httpx.AsyncClient(transport=GuardedTransport(guard)) as client:
            with pytest.raises(httpx.ConnectError, match=REFUSED):
                await client.get(site.url("/", host="moving.example"))
    assert site.asked == []


async def test_of_a_name_with_several_addresses_only_an_allowed_one_is_asked(
    site, monkeypatch
) -> None:
    async def resolve(host: str) -> list[object]:
        return [ip_address("127.0.0.2"), ip_address("127.0.0.1")]

    monkeypatch.setattr("auditor.net.lookups.resolve", resolve)
    site["/"] = "both"
    async with open_guard([named_host("127.0.0.1")]) as guard:
        async with httpx.AsyncClient(transport=GuardedTransport(guard)) as client:
            assert "both" in (await client.get(site.url("/", host="both.example"))).text
        assert await guard.addresses("both.example", 80) == [ip_address("127.0.0.1")]


async def test_the_first_answer_for_a_name_that_was_named_allows_nothing_private(
    site, monkeypatch
) -> None:
    public = ip_address("93.184.216.34")
    answers = [ip_address("127.0.0.1")]

    async def resolve(host: str) -> list[object]:
        return answers

    monkeypatch.setattr("auditor.net.addresses.resolve", resolve)
    monkeypatch.setattr("auditor.net.lookups.resolve", resolve)
    async with open_guard([Named("owner.example")]) as guard:
        with pytest.raises(PermissionError, match=r"not named \(--allow-host owner.example\)$"):
            await guard.addresses("owner.example", port_of(site))
        answers += [public, ip_address("10.0.0.1")]
        assert await guard.addresses("owner.example", port_of(site)) == [public]


@pytest.mark.parametrize("spelling", ["127.2", "2130706434", "0x7f.2", "127.0.0.2.", "%3127.0.0.2"])
async def test_other_spellings_of_an_address_lead_nowhere_else(
    reader, client, guard, site, spelling: str
) -> None:
    far = site.url("/secret", host=spelling)
    site["/"] = f"<img src='{far}' alt=x>"
    page = await reader.read(site.url())
    (record,) = extract_frames(page.frames)[0].records
    with pytest.raises(PictureMissing, match=r"loopback address 127\.0\.0\.2"):
        await reader.fetch(record, page.frames[0].frame_id)
    with pytest.raises((httpx.ConnectError, httpx.InvalidURL)):
        await client.get(far)
    assert "/secret" not in site.asked


async def test_why_a_host_did_not_answer_is_told(reader, guard) -> None:
    with pytest.raises(PageError, match=r"^the host name is not known$"):
        await reader.read("http://no-such-host.invalid/")
    assert guard.problem("http://never-asked.invalid/") is None
    assert guard.problem("http://[broken") is None


@pytest.mark.parametrize(
    "sent",
    [
        b"GET / HTTP/1.1\r\n\r\n",
        b"\x05\x01\x00\x05\x02\x00\x01",
        b"\x05",
        b"\x05\x01\x00\x05\x01\x00\x09",
    ],
)
async def test_what_speaks_no_socks_is_hung_up_on(guard, sent: bytes) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", guard.port)
    writer.write(sent)
    writer.write_eof()
    async with asyncio.timeout(10):
        await reader.read()
    writer.close()
