"""Figures of the window over a large scan that is made up (tests/tools/report_speed.py).

    QT_QPA_PLATFORM=offscreen python -m tests.tools.window_speed FOLDER [IMAGES] [--scan URL]

Time to open, to answer a key in the filter, to decide on many and to take that back until the
numbers are told, and to group; memory; and the longest time for which the event loop did not turn,
also while a scan of URL runs beside it. On a busy machine look at the time of CPU.
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
from app.gui.application import keep_loaded
from app.gui.panes.announce import install
from app.gui.window import Window
from auditor.store.query import Group
from tests.tools.report_speed import build

TURNS = 9
"""How often what is quick is done."""
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


class Taken:
    """How long something took until it was done, in milliseconds."""

    def __init__(self, act: Callable[[], object], is_done: Callable[[], bool]) -> None:
        begin, cpu = time.perf_counter(), time.process_time()
        act()
        wait(is_done)
        self.wall = 1000 * (time.perf_counter() - begin)
        self.cpu = 1000 * (time.process_time() - cpu)
        """Of all threads: what it takes where nothing else runs on the machine."""

    def __str__(self) -> str:
        return f"{self.wall:.0f} ms ({self.cpu:.0f} of CPU)"


def _spread(taken: list[Taken]) -> str:
    """Median, and from the least to the most; of all threads' CPU the median."""
    wall = sorted(each.wall for each in taken)
    cpu = sorted(each.cpu for each in taken)[len(taken) // 2]
    return (
        f"n {len(wall)}, median {wall[len(wall) // 2]:.0f} ms ({wall[0]:.0f}-{wall[-1]:.0f}), "
        f"{cpu:.0f} of CPU"
    )


def _shown(window: Window, act: Callable[[], object]) -> Taken:
    """Until the answer to another question is shown."""
    before = window.queue.model._found
    return Taken(act, lambda: window.queue.model._found is not before)


def _counted(window: Window, act: Callable[[], object]) -> Taken:
    """Until it is told how many are decided now."""
    told: list[int] = []
    opened = window.opened
    assert opened
    connection = opened.counted.connect(lambda decided, _: told.append(decided))
    taken = Taken(act, lambda: bool(told))
    opened.counted.disconnect(connection)
    return taken


def _decide(window: Window, images: int) -> None:
    """All rows of the rule that found most (of 3,000 at most): shown, selected, decided, undone."""
    queue, do = window.queue, window.actions_by_name
    rule = queue.filter.rule
    rules = range(1, rule.count())
    number = [int(rule.itemText(n).rpartition(", ")[2].replace(",", "")) for n in rules]
    place = max((n for n in rules if number[n - 1] <= 3000), key=lambda n: number[n - 1])
    taken = _shown(window, lambda: rule.setCurrentIndex(place))
    rows = queue.model.rowCount()
    print(f"show the {rows:,} images of a rule: {taken}")
    queue.table.setFocus()
    all_taken: dict[str, list[Taken]] = {"select them": [], "decide": [], "undo": []}
    for _ in range(TURNS):
        queue.table.clearSelection()
        QApplication.processEvents()
        every = Taken(queue.table.selectAll, lambda: queue.selected_number() == rows)
        all_taken["select them"].append(every)
        all_taken["decide"].append(_counted(window, do["needs-a-person"].trigger))
        all_taken["undo"].append(_counted(window, do["undo"].trigger))
    for what, taken_times in all_taken.items():
        print(f"{what}: {_spread(taken_times)}")
    queue.filter.clear()
    wait(lambda: queue.model.rowCount() == images)


def _group(window: Window, images: int) -> None:
    box = window.queue.filter.group
    for group in (each for each in Group if each):
        place, taken = box.findData(group), []
        for _ in range(TURNS):
            taken.append(_shown(window, lambda place=place: box.setCurrentIndex(place)))
            window.queue.filter.clear()
            wait(lambda: window.queue.model.rowCount() == images)
        print(f"group by {group}: {_spread(taken)}")


def _search(window: Window, images: int) -> None:
    field = window.queue.filter.text
    keys = []
    for _ in range(TURNS):
        keys += [
            _shown(window, lambda letter=letter: QTest.keyClick(field, letter))
            for letter in "snowfox"
        ]
        field.clear()
        wait(lambda: window.queue.model.rowCount() == images)
    print(f"key in the filter: {_spread(keys)}")


def _move(window: Window) -> None:
    table = window.queue.table
    table.setFocus()
    for _ in range(500):
        QTest.keyClick(table, Qt.Key.Key_Down)
        QApplication.processEvents()
    for key in (Qt.Key.Key_End, Qt.Key.Key_Home) * 5:
        QTest.keyClick(table, key, Qt.KeyboardModifier.ControlModifier)
        QApplication.processEvents()


def main(folder: Path, images: int, url: str | None) -> None:
    path = folder / f"window-{images}.db"
    if not path.exists():
        build(path, images)
    app = QApplication([])
    app.setStyle("Fusion")
    install()
    window = Window(folder / "window.json")
    window.show()
    keep_loaded()
    queue, ticks = window.queue, Ticks()
    opening = Taken(lambda: window.open(path), lambda: queue.model.rowCount() == images)
    print(f"open {images:,} uses: {opening}")
    # What can be chosen is there, and so are the texts.
    ready = Taken(lambda: None, lambda: queue.filter.status.count() > 2)
    print(f"ready to search after {ready} more")
    ticks.reset()
    _search(window, images)
    _move(window)
    print(f"longest stop while filtering and moving: {ticks.longest:.0f} ms")
    _decide(window, images)
    _group(window, images)
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
