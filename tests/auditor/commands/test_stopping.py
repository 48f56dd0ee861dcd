"""What asks the program to end, on every system."""

import signal

import pytest

from auditor.commands.stopping import asking_to_end, stopped_by_sigterm


def test_ctrl_break_of_windows_ends_it_as_ctrl_c_does(monkeypatch) -> None:
    monkeypatch.setattr(signal, "SIGBREAK", signal.SIGUSR1, raising=False)
    assert asking_to_end() == [signal.SIGTERM, signal.SIGUSR1]
    before = signal.getsignal(signal.SIGUSR1)
    with stopped_by_sigterm(), pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGUSR1)
    assert signal.getsignal(signal.SIGUSR1) is before
