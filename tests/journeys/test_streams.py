"""Standard streams and folders as containers, runners and scripts have them: a scan says in a line
what it cannot do, and keeps what it did."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from auditor.store.reader import StoredScan

FULL = Path("/dev/full")
needs_full = pytest.mark.skipif(not FULL.exists(), reason="no device that is always full")
PAGE = "<title>Füchse ☃</title><img src=gone.png alt='ein Fuchs – süß ☃'><img src=gone.png>"


@pytest.fixture
def scan(tmp_path: Path):
    """Runs a scan of a file behind a piece of shell; the folder is left to look into."""
    (tmp_path / "page.html").write_text(PAGE, "utf-8")
    root = str(Path(__file__).parents[2])

    def call(*options: str, redirect: str = "", **variables: str) -> subprocess.CompletedProcess:
        command = [sys.executable, "-P", "-m", "app", "scan", str(tmp_path / "page.html")]
        command += ["--static", "--no-score", "--no-ocr", *options]
        return subprocess.run(
            ["sh", "-c", f'"$@" {redirect}', "sh", *command],
            cwd=tmp_path,
            env=os.environ | {"PYTHONPATH": root} | variables,
            capture_output=True,
            timeout=300,
        )

    return call


def lines(done: subprocess.CompletedProcess) -> list[str]:
    said = done.stderr.decode()
    assert "Traceback" not in said
    return said.splitlines()


def uses(path: Path) -> int:
    with StoredScan(path) as kept:
        return len(list(kept.report().uses))


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_letters_that_stdout_lacks_are_written_as_escapes(scan, encoding: str) -> None:
    done = scan("--save", "s.db", PYTHONIOENCODING=encoding)
    assert done.returncode == 2, done.stderr
    assert rb"\u2013" in done.stdout
    assert "Scan file: s.db" in lines(done)


def test_where_stdin_or_stderr_is_closed_a_scan_goes_on(scan, tmp_path) -> None:
    done = scan("--save", "s.db", "--format", "json", redirect="<&- 2>&-")
    assert done.returncode == 2
    assert done.stdout.startswith(b"{")
    assert uses(tmp_path / "s.db") == 2


def test_a_closed_stdout_is_said_before_the_scan(scan, tmp_path) -> None:
    done = scan("--save", "s.db", redirect=">&-")
    assert done.returncode == 1
    assert lines(done) == ["Error: stdout is closed: name a file with --output."]
    assert not (tmp_path / "s.db").exists()
    done = scan("--save", "s.db", "--output", "r.json", redirect=">&-")
    assert done.returncode == 2
    assert (tmp_path / "r.json").stat().st_size


@needs_full
def test_a_report_that_cannot_be_written_costs_neither_the_others_nor_the_scan(
    scan, tmp_path
) -> None:
    options = ("--output", "-", "--output", "r.json", "--format", "json", "--save", "s.db")
    done = scan(*options, redirect=">/dev/full")
    assert done.returncode == 1
    said = ["Scan file: s.db", "Error: stdout cannot be written: No space left on device"]
    assert lines(done)[-2:] == said
    assert (tmp_path / "r.json").stat().st_size
    assert uses(tmp_path / "s.db") == 2


def test_a_reader_that_has_enough_is_no_error_to_speak_of(scan) -> None:
    done = scan("--no-save", "--progress", "none", redirect="| true")
    assert lines(done) == []


@needs_full
def test_what_is_said_beside_the_work_does_not_end_it(scan) -> None:
    done = scan("--no-save", "--format", "json", redirect="2>/dev/full")
    assert done.returncode == 2
    assert done.stdout.startswith(b"{")


def test_without_a_home_the_scan_file_goes_to_the_current_folder(scan, tmp_path) -> None:
    folders = ("XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME")
    nowhere = tmp_path / "page.html"  # a file, so that nobody, not even root, writes below it
    done = scan(**dict.fromkeys(("HOME", *folders), str(nowhere)))
    assert done.returncode == 2, done.stderr
    (path,) = tmp_path.glob("*.db")
    assert f"Scan file: {path}" in lines(done)
    assert [line for line in lines(done) if f"goes to {tmp_path}: {nowhere}" in line]
    assert uses(path) == 2


def test_a_folder_that_is_gone_is_said(scan, tmp_path) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    command = f'cd "{gone}" && rmdir "{gone}" && exec "$@"'
    done = subprocess.run(
        ["sh", "-c", command, "sh", sys.executable, "-P", "-m", "app", "rules"],
        env=os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])},
        capture_output=True,
        timeout=300,
    )
    assert done.returncode == 1
    assert lines(done) == ["Error: The current folder is gone: go to another."]
