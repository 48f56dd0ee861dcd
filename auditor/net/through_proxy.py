"""Connections through a proxy of the user's: HTTP (RFC 9110, section 9.3.6; RFC 9112, section
3.2.2) and SOCKS5 (RFC 1928, RFC 1929). Errors are OSErrors, fit to show."""

from __future__ import annotations

import asyncio
import re
import ssl

from auditor.net.proxies import Proxy

CONNECT_SECONDS = 10
ANSWER_SECONDS = 30
"""For the proxy to connect in its turn."""
MOST = 64 * 1024
"""Bytes of the head of a request or an answer."""
TLS = b"\x16"
"""With what encrypted connections begin: a handshake (RFC 8446, section 5.1)."""
HEAD_END = b"\r\n\r\n"
LEFT_OUT = re.compile(rb"(proxy-[\w-]+|connection|keep-alive)\s*:", re.IGNORECASE)
"""Headers that speak of the connection, which is the proxy's."""

Pair = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def first_words(reader: asyncio.StreamReader) -> bytes:
    """What a client sends first, or b"": the head of a request, or what TLS begins with. Raises
    OSError for a head that has no end."""
    found = await reader.read(MOST)
    while found and not found.startswith(TLS) and HEAD_END not in found:
        more = await reader.read(MOST)
        if not more or len(found) > MOST:
            raise OSError("this is no request")
        found += more
    return found


async def through(
    proxy: Proxy, host: str, port: int, words: bytes, trust: ssl.SSLContext
) -> tuple[Pair, bytes]:
    """A connection to `host` for a client whose first words are `words`, and what it is sent in
    place of them. `trust`: for a proxy that is itself reached by TLS."""
    pair = await _reached(proxy, trust)
    try:
        async with asyncio.timeout(ANSWER_SECONDS):
            if proxy.kind == "socks5":
                await _socks(pair, proxy, host, port)
                return pair, words
            if words.startswith(TLS) or _upgrades(words):
                await _tunnel(pair, proxy, host, port)
                return pair, words
            return pair, absolute(words, host, port, proxy.authorization)
    except (TimeoutError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
        pair[1].close()
        raise OSError(f"the proxy {proxy} did not answer") from None
    except (OSError, asyncio.CancelledError):
        pair[1].close()
        raise


def absolute(words: bytes, host: str, port: int, authorization: str | None) -> bytes:
    """A request as a proxy wants it: with the whole address, and one a connection. Raises OSError
    for what is no request."""
    head, end, body = words.partition(HEAD_END)
    line, *headers = head.split(b"\r\n")
    try:
        method, target, version = line.split(b" ")
    except ValueError:
        raise OSError("this is no request") from None
    if target.startswith(b"/"):
        target = b"http://" + _place(host, port).encode() + target
    kept = [header for header in headers if not LEFT_OUT.match(header)]
    ours = [b"Connection: close"]
    if authorization:
        ours.append(b"Proxy-Authorization: " + authorization.encode())
    return b"\r\n".join([b" ".join((method, target, version)), *kept, *ours]) + end + body


def refused(proxy: Proxy, status: int) -> OSError:
    """What a proxy's own status says."""
    if status == 407:
        other = "another" if proxy.user else "a"
        return OSError(f"the proxy {proxy} wants {other} name and password (HTTP 407)")
    return OSError(f"the proxy {proxy} refused to connect (HTTP {status})")


async def _reached(proxy: Proxy, trust: ssl.SSLContext) -> Pair:
    try:
        async with asyncio.timeout(CONNECT_SECONDS):
            encrypted = trust if proxy.kind == "https" else None
            return await asyncio.open_connection(proxy.host, proxy.port, ssl=encrypted, limit=MOST)
    except ssl.SSLError as error:
        raise OSError(f"the proxy {proxy} speaks no TLS that is trusted ({error.reason})") from None
    except TimeoutError:
        raise OSError(f"the proxy {proxy} did not answer") from None
    except OSError:
        raise OSError(f"the proxy {proxy} cannot be reached") from None


async def _tunnel(pair: Pair, proxy: Proxy, host: str, port: int) -> None:
    reader, writer = pair
    place = _place(host, port)
    lines = [f"CONNECT {place} HTTP/1.1", f"Host: {place}"]
    if proxy.authorization:
        lines.append(f"Proxy-Authorization: {proxy.authorization}")
    writer.write("\r\n".join([*lines, "", ""]).encode())
    answer = await reader.readuntil(HEAD_END)
    status = re.match(rb"HTTP/1\.\d (\d{3})", answer)
    if status is None:
        raise OSError(f"the proxy {proxy} speaks no HTTP")
    if not status[1].startswith(b"2"):
        raise refused(proxy, int(status[1]))


async def _socks(pair: Pair, proxy: Proxy, host: str, port: int) -> None:
    reader, writer = pair
    writer.write(b"\x05\x01\x02" if proxy.user else b"\x05\x01\x00")
    version, method = await reader.readexactly(2)
    if version != 5:
        raise OSError(f"the proxy {proxy} speaks no SOCKS5")
    if method == 2 and proxy.user:
        writer.write(b"\x01" + _counted(proxy.user) + _counted(proxy.password))
        if (await reader.readexactly(2))[1]:
            raise OSError(f"the proxy {proxy} wants another name and password")
    elif method:
        raise OSError(f"the proxy {proxy} wants a name and password")
    writer.write(b"\x05\x01\x00\x03" + _counted(host) + port.to_bytes(2))
    _, reply, _, kind = await reader.readexactly(4)
    if reply:
        raise OSError(f"the proxy {proxy} did not connect (SOCKS reply {reply})")
    length = {1: 4, 4: 16}.get(kind) or (await reader.readexactly(1))[0]
    await reader.readexactly(length + 2)


def _counted(text: str) -> bytes:
    data = text.encode()[:255]
    return bytes((len(data),)) + data


def _place(host: str, port: int) -> str:
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def _upgrades(words: bytes) -> bool:
    """Whether it asks for a web socket, which a proxy passes on unread alone."""
    head = words.partition(HEAD_END)[0].lower()
    return b"\nupgrade:" in head
