"""One writer for each scan file, wherever the lock can be made."""

import pytest

from auditor.store.lock import Timeout, hold


@pytest.mark.parametrize("state", ["state", "file"])
def test_a_second_writer_is_refused_until_the_first_is_done(state, tmp_path, monkeypatch) -> None:
    (tmp_path / "file").touch()  # a folder that nobody, not even root, can make
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / state))
    held = hold(tmp_path / "scan.db")
    with pytest.raises(Timeout):
        hold(tmp_path / "scan.db")
    hold(tmp_path / "other.db").release()
    held.release()
    hold(tmp_path / "scan.db").release()
