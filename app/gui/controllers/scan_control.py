"""A scan that runs beside the window, as signals."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.desk.preferences import new_scan_path
from app.desk.scanning import Request, ScanProgress, ScanRun, ScanState


class ScanControl(QObject):
    """At most one scan at a time."""

    changed = Signal(object, str)
    """ScanState, and a message for it ("" for none)."""
    progressed = Signal(object)
    """ScanProgress."""
    _heard = Signal(object, object, str)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._run: ScanRun | None = None
        # Emitted in the thread that follows the process, received in this one.
        self._heard.connect(self._hear)

    @property
    def path(self) -> Path | None:
        """The file of the scan, which may not be there yet."""
        return self._run.path if self._run else None

    @property
    def state(self) -> ScanState:
        """How the scan stands; STOPPED without one."""
        return self._run.state if self._run else ScanState.STOPPED

    @property
    def request(self) -> Request | None:
        """What runs, or ran last."""
        return self._run.request if self._run else None

    def start(self, request: Request, path: Path | None = None) -> None:
        """Begin a scan, or with `path` go on with one that was interrupted."""
        save = path or new_scan_path(request.targets)
        self._run = ScanRun(request, save, self._heard.emit)
        self._run.start()
        self.changed.emit(ScanState.RUNNING, "")

    def pause_or_go_on(self) -> bool:
        """Pause a running scan, or go on with a paused one; False: there is neither."""
        if self.state is ScanState.RUNNING and self._run:
            self._run.pause()
            return True
        if self.state is ScanState.PAUSED and self._run:
            self._run.start()
            self.changed.emit(ScanState.RUNNING, "")
            return True
        return False

    def stop(self) -> bool:
        """Stop it; False: there is nothing to stop."""
        if self.state not in (ScanState.RUNNING, ScanState.PAUSED) or self._run is None:
            return False
        self._run.stop()
        return True

    def close(self) -> None:
        """Stop it, and wait until what was done is kept."""
        self.stop()
        if self._run:
            self._run.join()

    def _hear(self, state: ScanState, progress: ScanProgress | None, message: str) -> None:
        if progress:
            self.progressed.emit(progress)
        else:
            self.changed.emit(state, message)
