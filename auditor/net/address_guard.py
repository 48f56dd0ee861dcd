"""A SOCKS5 proxy of our own on loopback, through which browser and plain HTTP reach the network.

It resolves each name itself, checks the addresses, and connects to the very address that it
checked. So nothing that a page does gets around it: no redirect, no DNS answer that changes, no
frame, picture, script or socket. Names stay encrypted inside TLS: it passes bytes on, unread.

Where the user's environment names a proxy, it connects through that one, with the user's name and
password, which the browser never learns. Addresses, and names that this machine can resolve, are
judged all the same; what the proxy makes of other names, nobody here can know.
"""

from __future__ import annotations

import asyncio
import errno
import logging
import os
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager, suppress
from ipaddress import ip_address

from auditor.net.addresses import Allowance, Named, allowances, refusal
from auditor.net.host_names import ascii_host
from auditor.net.lookups import Lookups
from auditor.net.proxies import Proxies, user_proxies
from auditor.net.special_addresses import Address
from auditor.net.through_proxy import TLS, Pair, first_words, refused, through
from auditor.net.trust import SYSTEM, Trust
from auditor.net.urls import DEFAULT_PORTS, split

CONNECT_SECONDS = 10
RESOLVE_SECONDS = 3
"""For the system's resolver, where a proxy resolves names in the end."""
FLUSH_SECONDS = 1
PROBLEMS_KEPT = 10_000
CHUNK = 256 * 1024

# RFC 1928, sections 4 to 6.
VERSION, CONNECT, NO_AUTHENTICATION = 5, 1, 0
IPV4, NAME, IPV6 = 1, 3, 4
GRANTED, NOT_ALLOWED, UNREACHABLE, NO_SUCH_COMMAND = 0, 2, 4, 7
NO_ADDRESS = bytes((IPV4, 0, 0, 0, 0, 0, 0))

NO_PROXIES = Proxies()

log = logging.getLogger(__name__)


class AddressGuard:
    """Connects where it is allowed to, and remembers why it did not."""

    def __init__(
        self,
        allowed: Sequence[Allowance],
        proxies: Proxies = NO_PROXIES,
        trust: Trust = SYSTEM,
    ) -> None:
        """`trust`: for a proxy that is reached by TLS."""
        self._allowed = allowed
        self._proxies = proxies
        self._trust = trust
        self._lookups = Lookups()
        self._problems: dict[tuple[str, int], str] = {}
        self._running: set[asyncio.Task[None]] = set()
        self.port = 0
        """Where it listens, on 127.0.0.1."""

    @property
    def address(self) -> str:
        """URL of the proxy; names are resolved by the proxy."""
        return f"socks5://127.0.0.1:{self.port}"

    def problem(self, url: str) -> str | None:
        """Why the last connection for this URL was not made, fit to show, or None."""
        parts = split(url)
        scheme = {"ws": "http", "wss": "https"}.get(parts.scheme, parts.scheme)
        try:
            port = parts.port or DEFAULT_PORTS.get(scheme, 0)
        except ValueError:
            return None
        return self.problem_at(parts.hostname or "", port)

    def problem_at(self, host: str, port: int) -> str | None:
        """The same for a host and a port."""
        return self._problems.get((_one_spelling(host), port))

    def through_proxy(self, host: str, port: int) -> bool:
        """Whether a proxy of the user's may connect there: then only this guard does."""
        return self._proxies.lead_to(host, port)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection of the browser's, from its request to its end."""
        task = asyncio.current_task()
        assert task is not None, "asyncio runs each connection as a task"
        self._running.add(task)
        try:
            await self._serve(reader, writer)
        except asyncio.CancelledError:
            pass  # asyncio's streams report a connection's task that ends as cancelled
        except (OSError, EOFError, ValueError):
            log.debug("a connection ended", exc_info=True)
        finally:
            await _end(writer)
            self._running.discard(task)

    async def close(self) -> None:
        """End what is still connected."""
        for task in list(self._running):
            task.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await _greet(reader, writer)
        command, host, port = await _request(reader)
        if command != CONNECT:
            writer.write(bytes((VERSION, NO_SUCH_COMMAND, 0)) + NO_ADDRESS)
            return
        proxied = self.through_proxy(host, port)
        try:
            far = await (self._judged(host, port) if proxied else self._connect(host, port))
        except OSError as error:
            code = NOT_ALLOWED if isinstance(error, PermissionError) else UNREACHABLE
            self._note(host, port, str(error))
            writer.write(bytes((VERSION, code, 0)) + NO_ADDRESS)
            await writer.drain()
            return
        writer.write(bytes((VERSION, GRANTED, 0)) + NO_ADDRESS)
        if far is None:
            await self._by_proxy((reader, writer), host, port)
            return
        self._problems.pop((_one_spelling(host), port), None)
        try:
            await _join((reader, writer), far)
        finally:
            await _end(far[1])

    async def _by_proxy(self, near: Pair, host: str, port: int) -> None:
        """What the client says first tells whether it is encrypted, and so which proxy it is for.
        What fails now can only be noted: the client was told that it is connected."""
        try:
            words = await first_words(near[0])
            if not words:  # a browser connects ahead of what it may ask
                return
            proxy = self._proxies.https if words.startswith(TLS) else self._proxies.http
            if proxy is None:
                far = await self._connect(host, port)
            else:
                far, words = await through(proxy, host, port, words, self._trust.context())
        except OSError as error:
            self._note(host, port, str(error))
            return
        try:
            far[1].write(words)
            if words.startswith((b"GET http:", b"HEAD http:")) and proxy is not None:
                answer = await far[0].read(CHUNK)
                if answer[8:13] == b" 407 ":  # no host asks for this
                    self._note(host, port, str(refused(proxy, 407)))
                    return
                near[1].write(answer)
            self._problems.pop((_one_spelling(host), port), None)
            await _join(near, far)
        finally:
            await _end(far[1])

    async def _judged(self, host: str, port: int) -> None:
        """Raises PermissionError where this machine knows that no address of it may be asked."""
        try:
            async with asyncio.timeout(RESOLVE_SECONDS):
                await self.addresses(host, port)
        except PermissionError:
            raise
        except OSError:  # the proxy may know the name
            log.debug("judged by its name alone: %s", host)

    async def _connect(self, host: str, port: int) -> Pair:
        """Raises PermissionError when no address may be asked, else OSError; fit to show."""
        open_to = await self.addresses(host, port)
        problem = "the host did not answer"
        for address in open_to:
            try:
                async with asyncio.timeout(CONNECT_SECONDS):
                    return await asyncio.open_connection(str(address), port, limit=CHUNK)
            except TimeoutError:
                problem = "the host did not answer"
            except OSError as error:
                problem = _words(error)
        raise OSError(problem)

    async def addresses(self, host: str, port: int) -> list[Address]:
        """Where a name leads that may be asked. Raises as `_connect` does."""
        try:
            addresses = await self._lookups.addresses(host)
        except OSError:
            raise OSError("the host name is not known") from None
        reasons = {address: refusal(host, address, port, self._allowed) for address in addresses}
        open_to = [address for address, reason in reasons.items() if reason is None]
        if not open_to:
            raise PermissionError(next(iter(reasons.values()), None) or "it has no address")
        return open_to

    def _note(self, host: str, port: int, problem: str) -> None:
        log.debug("not connected to %s:%s: %s", host, port, problem)
        if len(self._problems) >= PROBLEMS_KEPT:
            self._problems.clear()
        self._problems[_one_spelling(host), port] = problem


@asynccontextmanager
async def open_guard(named: Iterable[Named], trust: Trust = SYSTEM) -> AsyncIterator[AddressGuard]:
    """A guard that runs, and connects through the proxies of the user's environment. `trust`: for
    a proxy that is reached by TLS. Raises ProxyError."""
    proxies = user_proxies()
    for proxy in dict.fromkeys(filter(None, (proxies.http, proxies.https))):
        log.info("the proxy %s connects: where it leads names is not seen here", proxy)
    guard = AddressGuard(await allowances(named), proxies, trust)
    server = await asyncio.start_server(guard.serve, "127.0.0.1", 0, limit=CHUNK)
    if not server.sockets:  # asyncio passes over those that cannot be opened
        raise OSError(errno.EMFILE, "no socket could be opened for the guard of the network")
    guard.port = server.sockets[0].getsockname()[1]
    try:
        yield guard
    finally:
        server.close()
        await guard.close()


ANSWERED = 2 + 3 + len(NO_ADDRESS)
"""Bytes that a client is answered before it is connected."""


def greeting(host: str, port: int) -> bytes:
    """All that a client of the guard says until it is connected."""
    name = host.encode("ascii")
    request = bytes((VERSION, CONNECT, 0, NAME, len(name))) + name + port.to_bytes(2)
    return bytes((VERSION, 1, NO_AUTHENTICATION)) + request


def granted(answer: bytes) -> bool:
    """Whether the guard connects, by its whole answer."""
    return len(answer) == ANSWERED and answer[3] == GRANTED


async def _greet(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    version, methods = await reader.readexactly(2)
    if version != VERSION:
        raise ValueError("it speaks no SOCKS5")
    await reader.readexactly(methods)
    writer.write(bytes((VERSION, NO_AUTHENTICATION)))


async def _request(reader: asyncio.StreamReader) -> tuple[int, str, int]:
    """(command, host, port)."""
    _, command, _, kind = await reader.readexactly(4)
    host = str(await _address(reader, kind)) if kind != NAME else await _name(reader)
    return command, host, int.from_bytes(await reader.readexactly(2))


async def _address(reader: asyncio.StreamReader, kind: int) -> Address:
    if kind not in (IPV4, IPV6):
        raise ValueError("no such kind of address")
    return ip_address(await reader.readexactly(4 if kind == IPV4 else 16))


async def _name(reader: asyncio.StreamReader) -> str:
    (length,) = await reader.readexactly(1)
    return (await reader.readexactly(length)).decode("ascii").lower()


async def _join(near: Pair, far: Pair) -> None:
    """Pass bytes on, both ways, until one side ends: no browser ends half of a connection."""
    ways = [
        asyncio.create_task(_pass_on(near[0], far[1])),
        asyncio.create_task(_pass_on(far[0], near[1])),
    ]
    try:
        await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for way in ways:
            way.cancel()


async def _pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while data := await reader.read(CHUNK):
            writer.write(data)
            await writer.drain()


async def _end(writer: asyncio.StreamWriter) -> None:
    """Close it, once what was written is sent; not for long."""
    writer.close()
    with suppress(OSError, TimeoutError):
        async with asyncio.timeout(FLUSH_SECONDS):
            await writer.wait_closed()


def _one_spelling(host: str) -> str:
    try:
        return ascii_host(host)
    except ValueError:
        return host


def _words(error: OSError) -> str:
    known = os.strerror(error.errno) if error.errno else str(error)
    refused = isinstance(error, ConnectionRefusedError)
    return "the host refused the connection" if refused else f"it cannot be reached: {known}"
