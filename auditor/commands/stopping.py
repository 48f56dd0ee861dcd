"""Ends what runs when it is asked to: Ctrl-C in a terminal, SIGTERM from a CI runner, a container
or the window. What runs behind a script (`auditor scan … &`) hears SIGTERM alone. On Windows nobody
can send SIGTERM: the window sends Ctrl-Break, which arrives as SIGBREAK."""

from __future__ import annotations

import asyncio
import logging
import signal
import threading
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager, suppress
from typing import Any, TypeVar

T = TypeVar("T")
log = logging.getLogger(__name__)


@contextmanager
def stopped_by_sigterm() -> Iterator[None]:
    """While the block runs, SIGTERM raises KeyboardInterrupt, as Ctrl-C does."""
    if threading.current_thread() is not threading.main_thread():
        yield  # signals are heard in the main thread alone
        return
    heard = asking_to_end()
    before = [signal.signal(each, signal.default_int_handler) for each in heard]
    try:
        yield
    finally:
        for each, handler in zip(heard, before, strict=True):
            signal.signal(each, handler)


def asking_to_end() -> list[int]:
    """The signals, beside Ctrl-C, that ask this program to end on this system."""
    names = ("SIGTERM", "SIGBREAK")
    return [number for name in names if (number := getattr(signal, name, None)) is not None]


def run_until_stopped(work: Coroutine[Any, Any, T]) -> T:
    """What `work` returns. It is cancelled when the program is asked to end, and winds up; asked
    once more, it is left at once. Raises KeyboardInterrupt."""
    before = signal.getsignal(signal.SIGTERM)
    try:
        return asyncio.run(_cancelled_by_sigterm(work))
    except asyncio.CancelledError:
        raise KeyboardInterrupt from None
    finally:
        if threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGTERM, before)


async def _cancelled_by_sigterm(work: Coroutine[Any, Any, T]) -> T:
    loop, task = asyncio.get_running_loop(), asyncio.current_task()
    assert task is not None, "asyncio.run makes one"
    # What a driver that was killed leaves behind, which asyncio would print as a traceback.
    loop.set_exception_handler(_note)

    def stop() -> None:
        loop.remove_signal_handler(signal.SIGTERM)
        task.cancel()

    # Not on Windows, and not in another thread than the main one.
    with suppress(NotImplementedError, RuntimeError, ValueError):
        loop.add_signal_handler(signal.SIGTERM, stop)
    return await work


def _note(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    log.debug("asyncio: %s", context.get("message"), exc_info=context.get("exception"))
