import asyncio
from datetime import UTC, datetime
from types import SimpleNamespace

import pytest

from auditor.net.pace import MAX_WAIT, TRIES, Pace, seconds_of

URL = "http://site/a"
NOW = datetime(2026, 1, 1, 12, 0, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        ("120", 120.0),
        ("Thu, 01 Jan 2026 12:00:30 GMT", 30.0),
        ("Thu, 01 Jan 2026 11:00:00 GMT", 0.0),
        ("soon", None),
        ("-5", None),
        ("9" * 400, 999_999_999.0),
        ("", None),
        (None, None),
    ],
)
def test_retry_after_is_seconds_or_a_date(value: str | None, seconds: float | None) -> None:
    assert seconds_of(value, NOW) == seconds


@pytest.fixture
def waits(monkeypatch) -> list[float]:
    """What was waited for; no time goes by. Only here: other threads have loops that sleep."""
    found: list[float] = []

    async def sleep(seconds: float) -> None:
        found.append(round(seconds))

    here = SimpleNamespace(sleep=sleep, get_running_loop=asyncio.get_running_loop)
    monkeypatch.setattr("auditor.net.pace.asyncio", here)
    return found


async def test_a_host_is_asked_again_after_its_gap_and_others_at_once(waits) -> None:
    pace = Pace()
    for url in (URL, "http://site/b", "http://other/", "http://site/c"):
        await pace.turn(url, 10)
    assert waits == [0, 10, 0, 20]


async def test_a_busy_host_is_waited_for_and_its_user_told(waits) -> None:
    said: list[str] = []
    pace = Pace(said.append)
    assert pace.back_off(URL, 7, 0)
    await pace.turn("http://site/b", 0)
    assert (waits, said) == ([7], ["http://site is busy: waiting 7 s"])


@pytest.fixture
async def clock(monkeypatch) -> list[float]:
    """The one number is the time; it stands still."""
    now = [1000.0]
    monkeypatch.setattr(asyncio.get_running_loop(), "time", lambda: now[0])
    return now


async def test_patience_ends(clock) -> None:
    pace = Pace()
    assert not pace.back_off(URL, MAX_WAIT + 1, 0)
    assert not pace.back_off(URL, None, TRIES - 1)
    for waited in (True, True, True, False):
        assert pace.back_off(URL, 100, 0) is waited
        clock[0] += 100
    assert pace.back_off("http://other/", 100, 0)


async def test_what_several_wait_for_at_once_counts_once(clock) -> None:
    pace = Pace()
    assert all(pace.back_off(URL, 100, 0) for _ in range(50))
    clock[0] += 100
    assert pace.back_off(URL, 100, 0)
