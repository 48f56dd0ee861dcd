"""How plain HTTP reaches the network: by addresses that a guard allows."""

from __future__ import annotations

import asyncio
import ssl
from contextlib import suppress
from select import select
from typing import Any

import httpcore
import httpx

from auditor.net.address_guard import ANSWERED, AddressGuard, granted, greeting
from auditor.net.trust import SYSTEM, Trust

CONNECTIONS = 100
"""Many more than are used at a time: requests that wait for one cost the pool much."""
KEPT_ALIVE = 20


class GuardedTransport(httpx.AsyncHTTPTransport):
    """Plain HTTP to the addresses that a guard allows. What it does not connect to is a
    ConnectError that says why."""

    def __init__(self, guard: AddressGuard, trust: Trust = SYSTEM) -> None:
        """Raises TrustError."""
        super().__init__(verify=trust.context())  # or it reads the system's certificates anew
        # The one seam where httpx resolves no name itself; a proxy that refuses leaks its socket.
        self._pool = httpcore.AsyncConnectionPool(
            ssl_context=trust.context(),
            max_connections=CONNECTIONS,
            max_keepalive_connections=KEPT_ALIVE,
            network_backend=_Backend(guard),
        )
        self._guard = guard

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """See AsyncHTTPTransport."""
        try:
            return await super().handle_async_request(request)
        except (httpx.ReadError, httpx.RemoteProtocolError, httpx.ConnectError) as error:
            # Behind a proxy what fails is only known to the guard.
            problem = self._guard.problem(str(request.url))
            if problem is None:
                raise
            raise httpx.ConnectError(problem, request=request) from error


class _Backend(httpcore.AsyncNetworkBackend):
    """Connects by the address that was checked, and not by the name."""

    def __init__(self, guard: AddressGuard) -> None:
        self._guard = guard
        self._network = httpcore.AnyIOBackend()

    async def connect_tcp(
        self, host: str, port: int, *args: Any, **options: Any
    ) -> httpcore.AsyncNetworkStream:
        """See AsyncNetworkBackend."""
        if self._guard.through_proxy(host, port):
            return _Stream(await self._by_guard(host, port, *args, **options))
        try:
            addresses = await self._guard.addresses(host, port)
        except OSError as error:
            raise httpcore.ConnectError(str(error)) from error
        for address in addresses[:-1]:
            with suppress(httpcore.ConnectError, httpcore.ConnectTimeout):
                return _Stream(
                    await self._network.connect_tcp(str(address), port, *args, **options)
                )
        return _Stream(await self._network.connect_tcp(str(addresses[-1]), port, *args, **options))

    async def _by_guard(
        self, host: str, port: int, *args: Any, **options: Any
    ) -> httpcore.AsyncNetworkStream:
        """Through the guard as the browser goes, which connects by a proxy of the user's."""
        stream = await self._network.connect_tcp("127.0.0.1", self._guard.port, *args, **options)
        await stream.write(greeting(host, port))
        answer = b""
        while len(answer) < ANSWERED:
            part = await stream.read(ANSWERED - len(answer))
            if not part:
                break
            answer += part
        if not granted(answer):
            await stream.aclose()
            problem = self._guard.problem_at(host, port)
            raise httpcore.ConnectError(problem or "the guard ended the connection")
        return stream

    async def sleep(self, seconds: float) -> None:
        """See AsyncNetworkBackend."""
        await asyncio.sleep(seconds)


class _Stream(httpcore.AsyncNetworkStream):
    """A stream that tells quickly whether the host has ended it: the pool asks each that is idle
    at each request, and the stream beneath gathers all that it knows for the answer."""

    def __init__(self, stream: httpcore.AsyncNetworkStream) -> None:
        self._stream = stream
        self._socket = stream.get_extra_info("socket")
        self.read = stream.read  # type: ignore[method-assign]
        self.write = stream.write  # type: ignore[method-assign]
        self.aclose = stream.aclose  # type: ignore[method-assign]

    async def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,  # noqa: ASYNC109 the pool asks so
    ) -> httpcore.AsyncNetworkStream:
        """See AsyncNetworkStream."""
        return _Stream(await self._stream.start_tls(ssl_context, server_hostname, timeout))

    def get_extra_info(self, info: str) -> Any:
        """See AsyncNetworkStream."""
        if info != "is_readable":
            return self._stream.get_extra_info(info)
        try:
            return bool(select([self._socket], [], [], 0)[0])
        except ValueError:  # closed, or one of more than can be asked: it is not used again
            return True
