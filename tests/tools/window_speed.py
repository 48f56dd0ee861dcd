"""Figures of the window over a large scan that is made up (tests/tools/report_speed.py).

    QT_QPA_PLATFORM=offscreen python -m tests.tools.window_speed FOLDER [IMAGES] [--scan URL]

Time to open and to answer a key in the filter, memory, and the longest time for which the event
loop did not turn, also while a scan of URL runs beside it.
"""

from __future__ import annotations

import os
import resource
import sys
import time
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QEventLoop, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.desk.scanning import ScanRequest, ScanState
from app.gui.panes.announce import install
from app.gui.window import Window
from auditor.store.query import Group
from tests.tools.report_speed import build

TICK = 5
"""Milliseconds between two looks at the clock."""


class Ticks:
    """The longest gap between two turns of the event loop, in milliseconds."""

    def __init__(self) -> None:
        self.longest = 0.0
        self._last = time.perf_counter()
        self._timer = QTimer(interval=TICK)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._tick)
        self._timer.start()

    def reset(self) -> None:
        self.longest, self._last = 0.0, time.perf_counter()

    def _tick(self) -> None:
        now = time.perf_counter()
        self.longest = max(self.longest, 1000 * (now - self._last) - TICK)
        self._last = now


def wait(condition: Callable[[], bool]) -> float:
    """Turn the event loop until the condition holds; milliseconds."""
    begin = time.perf_counter()
    loop = QEventLoop()
    timer = QTimer(interval=1)
    timer.timeout.connect(lambda: loop.quit() if condition() else None)
    timer.start()
    loop.exec()
    return 1000 * (time.perf_counter() - begin)


def _decide(window: Window, images: int) -> None:
    """All rows of the rule that found most (of 3,000 at most): shown, selected, decided, undone."""
    queue = window.queue
    rule = queue.filter.rule
    rules = range(1, rule.count())
    number = [int(rule.itemText(n).rpartition(", ")[2].replace(",", "")) for n in rules]
    place = max((n for n in rules if number[n - 1] <= 3000), key=lambda n: number[n - 1])
    taken = _timed(window, lambda: rule.setCurrentIndex(place))
    print(f"show the {queue.model.rowCount():,} images of a rule: {taken:.0f} ms")
    queue.table.setFocus()
    for what, act in (
        ("select them", lambda: queue.table.selectAll()),
        ("decide", lambda: window.actions_by_name["needs-a-person"].trigger()),
        ("undo", lambda: window.actions_by_name["undo"].trigger()),
    ):
        begin = time.perf_counter()
        act()
        QApplication.processEvents()
        print(f"{what}: {1000 * (time.perf_counter() - begin):.0f} ms")
    queue.filter.clear()
    wait(lambda: queue.model.rowCount() == images)


def _timed(window: Window, act: Callable[[], object]) -> float:
    """Milliseconds until the answer to another question is shown."""
    before = window.queue.model._found
    begin = time.perf_counter()
    act()
    wait(lambda: window.queue.model._found is not before)
    return 1000 * (time.perf_counter() - begin)


def main(folder: Path, images: int, url: str | None) -> None:
    path = folder / f"window-{images}.db"
    if not path.exists():
        build(path, images)
    app = QApplication([])
    app.setStyle("Fusion")
    install()
    window = Window(folder / "window.json")
    window.show()
    table, ticks = window.queue, Ticks()
    begin = time.perf_counter()
    assert window.open(path)
    wait(lambda: table.model.rowCount() == images)
    print(f"open {images:,} uses: {1000 * (time.perf_counter() - begin):.0f} ms")
    wait(
        lambda: table.filter.status.count() > 2
    )  # what can be chosen is there, and so are the texts
    print(f"ready to search: {1000 * (time.perf_counter() - begin):.0f} ms")
    ticks.reset()
    times = []
    for letter in "snowfox":
        before = table.model._found
        begin = time.perf_counter()
        QTest.keyClick(table.filter.text, letter)
        wait(lambda before=before: table.model._found is not before)
        times.append(1000 * (time.perf_counter() - begin))
    middle = sorted(times)[len(times) // 2]
    print(f"key in the filter, {len(times)}: median {middle:.0f}, longest {max(times):.0f} ms")
    table.filter.text.clear()
    wait(lambda: table.model.rowCount() == images)
    table.table.setFocus()
    for _ in range(500):
        QTest.keyClick(table.table, Qt.Key.Key_Down)
        app.processEvents()
    for key in (Qt.Key.Key_End, Qt.Key.Key_Home) * 5:
        QTest.keyClick(table.table, key, Qt.KeyboardModifier.ControlModifier)
        app.processEvents()
    print(f"longest stop while filtering and moving: {ticks.longest:.0f} ms")
    _decide(window, images)
    for group in (each for each in Group if each):
        box = table.filter.group
        taken = _timed(
            window, lambda box=box, group=group: box.setCurrentIndex(box.findData(group))
        )
        print(f"group by {group}: {taken:.0f} ms")
    table.filter.clear()
    wait(lambda: table.model.rowCount() == images)
    print(f"memory: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000:.0f} MB")
    if url:
        ticks.reset()
        window.scan.start(ScanRequest((url,), max_pages=60, static=True))
        wait(lambda: window.scan.state is ScanState.DONE)
        print(f"longest stop while a scan runs: {ticks.longest:.0f} ms")
    window.close()
    sys.stdout.flush()
    os._exit(0)  # the end of the interpreter would end Qt's objects in an order that aborts


if __name__ == "__main__":
    words = [word for word in sys.argv[1:] if word != "--scan"]
    scan = words.pop() if "--scan" in sys.argv else None
    main(Path(words[0]), int(words[1]) if len(words) > 1 else 100_000, scan)
