import asyncio
import socket
from ipaddress import ip_address
from types import SimpleNamespace

import pytest

from auditor.net.lookups import UNKNOWN_SECONDS, Lookups

ADDRESS = ip_address("93.184.216.34")


@pytest.fixture
def resolver(monkeypatch):
    """Names that were `asked` for; its `answer` is what is said of each."""
    found = SimpleNamespace(asked=[], answer=[ADDRESS])

    async def resolve(host: str) -> object:
        found.asked.append(host)
        await asyncio.sleep(0)
        if isinstance(found.answer, Exception):
            raise found.answer
        return found.answer

    monkeypatch.setattr("auditor.net.lookups.resolve", resolve)
    return found


async def test_a_name_that_many_ask_for_at_once_is_looked_up_once(resolver) -> None:
    lookups = Lookups()
    found = await asyncio.gather(*(lookups.addresses("pictures.example") for _ in range(40)))
    assert found == [[ADDRESS]] * 40
    assert resolver.asked == ["pictures.example"]


async def test_a_name_that_exists_is_asked_anew_each_time(resolver) -> None:
    lookups = Lookups()
    for _ in range(3):
        await lookups.addresses("pictures.example")
    assert len(resolver.asked) == 3


async def test_a_name_that_does_not_exist_is_asked_again_only_after_a_while(
    resolver, monkeypatch
) -> None:
    lookups, clock = Lookups(), asyncio.get_running_loop()
    resolver.answer = socket.gaierror(socket.EAI_NONAME, "no such name")
    for _ in range(3):
        with pytest.raises(OSError, match=r"no such name|is not known"):
            await lookups.addresses("gone.example")
    assert resolver.asked == ["gone.example"]
    later = clock.time() + UNKNOWN_SECONDS
    monkeypatch.setattr(clock, "time", lambda: later)
    resolver.answer = [ADDRESS]
    assert await lookups.addresses("gone.example") == [ADDRESS]


async def test_a_resolver_that_cannot_say_is_asked_each_time(resolver) -> None:
    lookups = Lookups()
    resolver.answer = socket.gaierror(socket.EAI_AGAIN, "try again")
    for _ in range(2):
        with pytest.raises(OSError, match="try again"):
            await lookups.addresses("pictures.example")
    assert len(resolver.asked) == 2


async def test_who_no_longer_waits_does_not_end_the_look_up_of_others(resolver) -> None:
    lookups = Lookups()
    first = asyncio.create_task(lookups.addresses("pictures.example"))
    second = asyncio.create_task(lookups.addresses("pictures.example"))
    await asyncio.sleep(0)
    first.cancel()
    assert await second == [ADDRESS]
