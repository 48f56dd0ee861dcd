"""Where a scan file goes that nobody named."""

import pytest

from auditor.store import place


def test_it_is_a_free_name_in_the_users_data(tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    first = place.new_path("https://example.org:8080/a")
    first.touch()
    assert first.parent == tmp_path / "auditor" / "scans"
    assert first.name.startswith("example.org-8080-")
    assert place.new_path("https://example.org:8080/a") != first
    assert place.new_path("").name.startswith("files-")


def test_where_nothing_can_be_written_there_is_none(tmp_path, monkeypatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "file"))
    monkeypatch.setattr(place, "_instead", lambda: iter([tmp_path / "file" / "x"]))
    with pytest.raises(NotADirectoryError):
        place.new_path("")
