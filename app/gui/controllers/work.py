"""Work off the main thread: a function runs in a thread, its result comes back by a signal."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal


class Work(QObject):
    """One thread for one kind of work. Only the last function that was given matters: an earlier
    one that has not begun is dropped, and its result is not handed on."""

    _ended = Signal(int, object, object)

    def __init__(self, parent: QObject, name: str) -> None:
        super().__init__(parent)
        self._pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix=name)
        self._number = 0
        self._pending: Future[Any] | None = None
        self._done: Callable[[Any], None] = _ignored
        self._failed: Callable[[Exception], None] = _ignored
        # Queued, or who asks would be handed a result that is there at once before it goes on.
        self._ended.connect(self._hand_on, Qt.ConnectionType.QueuedConnection)

    @property
    def busy(self) -> bool:
        """Whether something runs or waits."""
        return self._pending is not None

    def run(
        self,
        function: Callable[[], Any],
        done: Callable[[Any], None],
        failed: Callable[[Exception], None],
    ) -> None:
        """Call `function` in the thread, then `done` or `failed` in this one."""
        if self._pending:
            self._pending.cancel()
        self._number += 1
        number = self._number
        self._done, self._failed = done, failed
        self._pending = self._pool.submit(function)
        self._pending.add_done_callback(lambda future: self._tell(number, future))

    def close(self) -> None:
        """Wait for what runs; nothing is handed on any more."""
        self._number += 1
        self._pool.shutdown(cancel_futures=True)

    def _tell(self, number: int, future: Future[Any]) -> None:
        try:
            error = future.exception()
        except CancelledError:
            return
        if number == self._number:
            self._ended.emit(number, None if error else future.result(), error)

    def _hand_on(self, number: int, result: object, error: Exception | None) -> None:
        if number != self._number:
            return
        self._pending = None
        if error:
            self._failed(error)
        else:
            self._done(result)


def _ignored(value: object) -> None:
    pass
