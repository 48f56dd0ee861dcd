"""Whatever the machine refuses during a scan, it ends in a line, and what was done is kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from auditor.store.reader import StoredScan, StoreError
from tests.tools.faults import FAULTS, Machine, watched


@pytest.fixture
def scan(run, site, picture_bytes, tmp_path: Path, monkeypatch):
    """A small scan without a browser into a folder of its own; code, stdout, stderr, file."""
    site["/fox.png"] = picture_bytes()
    site["/"] = "<img src=fox.png alt='A red fox'><img src=gone.png><a href=/b>b</a>"
    site["/b"] = "<img src=fox.png alt='IMG_1.jpg'><img src=data:image/gif;base64,R0lGODlh>"
    number = 0

    def call() -> tuple[int, str, str, Path]:
        nonlocal number
        number += 1
        folder = tmp_path / str(number)
        folder.mkdir()
        for name in ("XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"):
            monkeypatch.setenv(name, str(folder / name))
        monkeypatch.chdir(folder)
        reports = [part for name in ("r.html", "r.json", "-") for part in ("--output", name)]
        code, out, err = run("scan", site.url(), "--static", "--no-score", "--no-ocr", *reports)
        return code, out, err, folder

    return call


def problems(code: int, out: str, err: str, folder: Path) -> list[str]:
    """What is wrong with how a scan ended."""
    found = []
    if "Traceback" in err or "The auditor failed" in err:
        found.append("it is not told in words")
    if code not in (1, 2):
        found.append(f"exit code {code}")
    if code == 1 and not out and not [line for line in err.splitlines() if ": " in line]:
        found.append("it does not say why")
    for path in folder.rglob("*.db"):
        try:
            with StoredScan(path) as kept:
                list(kept.report().uses)
        except StoreError as error:
            if "holds no scan" not in str(error):
                found.append(f"the scan file cannot be read: {error}")
    return found


def test_whatever_the_machine_refuses_is_told_in_a_line(scan) -> None:
    with watched(Machine()) as recorded:
        code, *_ = scan()
    assert code == 2
    assert {each.event for each in recorded.places} >= {"open", "os.mkdir", "socket.bind", "sql"}
    faults = [(place, fault) for place in recorded.places for fault in FAULTS[place.event]]
    wrong = []
    for place, fault in sorted(faults, key=str):
        with watched(Machine(failing=place, fault=fault)) as machine:
            ended = scan()
        if machine.failed and (found := problems(*ended)):
            wrong.append((place, fault, found, ended[2]))
    assert not wrong, "\n".join(map(str, wrong))
