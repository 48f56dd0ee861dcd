"""The whole job as Orca says it: what is asserted here was heard."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import gettempdir

import pytest

pytest.importorskip("PySide6.QtWidgets", exc_type=ImportError)

from click.testing import CliRunner
from filelock import FileLock

from auditor.commands.cli import cli
from auditor.store.ratings import ratings_in
from tests.app.gui.desktop import Desktop, missing
from tests.auditor.scan_files import Image, write

pytestmark = pytest.mark.skipif(
    bool(missing()), reason=f"not installed: {', '.join(missing())} (scripts/setup.sh)"
)
ROOT = Path(__file__).parents[3]
EXAMPLE = ROOT / "docs" / "example" / "wiki"
WALK = ("/usr/bin/python3", str(Path(__file__).with_name("walk.py")), "Alt-text auditor")
RATED = {
    "A red fox sleeping in the snow": 5,
    "A fox": 3,
    "fox.png": 1,
    "Two boats in a harbour at dusk": 4,
    "boats": 2,
    "A bridge of stone over a brook": 4,
    "The keeper's house, seen from the gate": 5,
    "A house": 3,
    "Chart": 1,
    "Rain by month, most in November": 4,
}
"""Texts, and what is pressed for each."""
DIALOGS = {
    "ctrl+n": "New scan",
    "ctrl+shift+e": "Export",
    "ctrl+o": "Open a scan file",
    "ctrl+shift+a": "Open an article",
    "ctrl+shift+i": "Summary of the scan",
    "F8": "Uses of this picture",
    "F1": "Keys and help",
}


@pytest.fixture(scope="module")
def desktop() -> Iterator[Desktop]:
    # Orca does not start beside another of the same user, as another worker may have it.
    alone = FileLock(Path(gettempdir()) / f"auditor-orca-{os.getuid()}.lock", timeout=500)
    with alone, Desktop() as started:
        yield started


@pytest.fixture
def job(desktop) -> Iterator[Job]:
    started = Job(desktop)
    yield started
    started.end()


class Job:
    """Presses keys and hears; what was heard can be written down."""

    def __init__(self, desktop: Desktop) -> None:
        self._desktop = desktop
        self.heard: list[tuple[str, list[str]]] = []

    def press(self, keys: str, *expected: str) -> None:
        place = self._desktop.place()
        self._desktop.key(keys)
        self._note(keys, place, expected)

    def type(self, text: str, *expected: str) -> None:
        place = self._desktop.place()
        self._desktop.type(text)
        self._note(f"“{text}”", place, expected)

    def start(self, command: list[str], *expected: str) -> None:
        place = self._desktop.place()
        self._window = self._desktop.spawn(command, cwd=ROOT)
        self._note("auditor gui", place, expected)

    def end(self) -> None:
        """End a window that a test which failed left open: the next would meet it."""
        if self._window.poll() is None:
            self._window.terminate()
        self._window.wait(30)

    def _note(self, done: str, place: int, expected: tuple[str, ...]) -> None:
        self.heard.append((done, self._desktop.hear(place, *expected, seconds=180)))


def test_a_blind_auditor_does_the_whole_job(job, desktop, site, picture_bytes, request):
    site["/"] = (
        "<h1>Foxes</h1><p>A fox lives here. <img src=/fox.png></p>"
        '<p>And a hill. <img src=/hill.png alt="hill.png"></p>'
    )
    site["/fox.png"] = picture_bytes("red")
    site["/hill.png"] = picture_bytes("green")
    report = desktop.folder / "home" / "out.csv"
    job.start([sys.executable, "-P", "-m", "app", "gui"], "New scan push button.")

    # A new scan
    job.press("ctrl+n", "New scan", "Pages: text.", "Addresses, files or folders, one a line.")
    job.type(site.url())
    job.press("alt+s", "notification The scan begins.", "The scan is complete. 2 images.")

    # The queue, row by row
    job.press("Down", "hill.png.", "weak, ", "open.", "2 of 2.")
    job.press("Up", "fox.png.", "missing.", "no alternative text.", "1 of 2.")
    job.press("Right", "Status column header missing.")
    job.press("Left", "Image column header fox.png.")

    # The detail
    job.press("Return", "Detail.", "Status: missing.")
    job.press("Down", "Text: no alternative text.")
    job.press("Down", "Decision: open.")
    job.press("Down", "Finding, critical, failed: image-without-name")

    # A text is tried
    job.press("ctrl+t", "Try a text: text.")
    job.type("A red square", "notification Quality ", " of 5")
    job.press("Tab", "Score of the text tried.", "List with 4 items.")
    job.press("Down", "Serves the page: ")

    # A decision, taken back and made again
    job.press("alt+3", "Note: text.")
    job.type("ask Ann")
    decided = "notification Decided: wrong, better: “A red square”; note: ask Ann."
    job.press("ctrl+2", "hill.png.", "weak, ", decided, "1 of 2 decided.")
    job.press("ctrl+z", "fox.png.", "open.", "notification Taken back.", "0 of 2 decided.")
    job.press("ctrl+2", "hill.png.", decided, "1 of 2 decided.")
    job.press("Up", "fox.png.", "missing.", "decided wrong.")
    job.press("F3", "hill.png.", "weak, ", "open.")
    job.press("ctrl+i", "Row 2 of 2.", "1 of 2 decided.")

    # The filter
    job.press("ctrl+f", "Search: text.")
    job.type("zebra", "notification No image is left: with “zebra”.")
    job.press("ctrl+a", "selected")
    job.press("BackSpace", "notification 2 images.")

    # The work list
    job.press("ctrl+shift+e", "Export", "Form: combo box.", "Work list for a spreadsheet")
    job.press("Tab", "File: text.")
    job.press("ctrl+a", "selected")
    job.type("~/out.csv")  # Orca has no more to go through than of a person who types
    job.press("Return", f"notification Written: {report}.")
    assert "Write this text: A red square" in report.read_text("utf-8")

    # Help
    job.press("F1", "Keys and help", "Ctrl+N: Start a new scan.")
    job.press("Escape", "Search: text.")
    job.press("ctrl+q")
    if target := request.config.getoption("--transcript"):
        Path(target).write_text(transcript(job, site.url(), str(report)), "utf-8")


def test_ten_images_are_rated_by_keys(job, tmp_path, request):
    images = [Image(text, picture=f"p{n}", priority=90 - n) for n, text in enumerate(RATED)]
    path = write(tmp_path / "scan.db", images)
    job.start([sys.executable, "-P", "-m", "app", "gui", str(path)], "p0.png", "1 of 10")
    for number, (text, level) in enumerate(RATED.items()):
        job.press("F9", f"Rate the text “{text}” dialog", "5: True, whole, ")
        job.press(str(level), f"notification Rated {level}, without the picture.", text)
        if number + 1 < len(RATED):
            job.press("Down", f"p{number + 1}.png", f"{number + 2} of 10")
    job.press("ctrl+q")
    job.end()
    assert [rating.level for rating in ratings_in(path)] == list(RATED.values())
    if target := request.config.getoption("--transcript"):
        Path(target).with_suffix(".ratings.md").write_text(transcript(job, "…", str(path)), "utf-8")


def test_each_field_of_a_new_scan_is_heard(job):
    job.start([sys.executable, "-P", "-m", "app", "gui"], "New scan push button.")
    job.press("ctrl+n", "New scan", "Pages: text.")
    for name in (
        *("Sitemap: text.", "Most pages: 100 spin button.", "Links to follow: no limit"),
        *("Only links like: text.", "No links like: text.", "Signed in with: text."),
    ):
        job.press("Tab", name)
    job.press("Escape", "New scan push button.")
    job.press("ctrl+q")


def test_all_that_can_be_reached_is_named_on_the_bus(job, desktop, scan_file):
    job.start([sys.executable, "-P", "-m", "app", "gui", str(scan_file)], "1 of 5")
    shown = walk(desktop)
    assert nameless(shown) == []
    [queue] = [each for each in shown if each["role"] == "table"]
    assert len(queue["cells"]) == 5
    assert [name for name, _ in queue["cells"][0][:5]] == [
        "fox.png, 3 uses",
        "missing",
        "no alternative text",
        "on site",
        "open",
    ]
    places = {(row, said) for row, cells in enumerate(queue["cells"]) for _, said in cells}
    assert places == {(row, f"{row + 1} of 5") for row in range(5)}
    for keys, title in DIALOGS.items():
        job.press(keys, title)
        opened = [each for each in walk(desktop) if each["window"].startswith(title)]
        assert [each for each in opened if each["focusable"]], title
        assert nameless(opened) == []
        job.press("Escape", "Queue.")
    job.press("ctrl+q")


def test_the_edit_of_an_article_is_heard_line_by_line(job, desktop, tmp_path):
    path, page = tmp_path / "garden.db", EXAMPLE / "garden.html"
    words = [
        page,
        "--wikitext",
        page.with_suffix(".wiki"),
        "--no-score",
        "--no-ocr",
        "--save",
        path,
    ]
    CliRunner().invoke(cli, ["wiki", *map(str, words)])
    job.start([sys.executable, "-P", "-m", "app", "gui", str(path)], "1 of 8")
    job.press("Down", "Boat.jpg", "missing.")
    job.press("ctrl+t", "Try a text: text.")
    job.type("A boat at sea", "notification Quality ")
    job.press("ctrl+2", "notification Decided: wrong, better: “A boat at sea”.")
    job.press("ctrl+shift+d", "The edit", "Copied: the diff", "Summary: Add alt text to 1 image")
    opened = [each for each in walk(desktop) if each["window"].startswith("The edit")]
    assert nameless(opened) == []
    job.press("Down", "Edit summary: Add alt text to 1 image")
    job.press("alt+l", "The diff, line by line", "From line: 7")
    job.press("End", "Unchanged: ")
    job.press("alt+s", "notification Copied: edit summary")
    job.press("Escape", "Queue.")
    job.press("ctrl+q")


def walk(desktop: Desktop) -> list[dict]:
    """Every object that is shown, as another program finds it."""
    done = subprocess.run(WALK, env=desktop.env, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def nameless(objects: list[dict]) -> list[dict]:
    """What can be reached, or is a button, a picture or a cell, and has no name or no role.

    Qt's own tree of files leaves the size of a folder empty; its cells are left out.
    """
    return [
        each
        for each in objects
        if each["focusable"] or each["role"] in ("push button", "image", "icon")
        if not each["name"]
        or each["role"] in ("unknown", "filler", "panel")
        or (each["role"] != "tree" and not all(map(named, each["cells"] or ())))
    ]


def named(row: list[list[str]]) -> bool:
    """Whether every cell of a row has a name."""
    return all(name for name, _ in row)


def transcript(job: Job, url: str, report: str) -> str:
    """What was pressed and heard, with what changes from run to run left out."""
    lines = []
    for done, heard in job.heard:
        said = " / ".join(line.strip() for line in heard) or "(nothing)"
        line = f"| {done} | {said} |".replace(url, "http://127.0.0.1/")
        lines.append(line.replace(report, "work-list.csv").replace(str(Path(report).parent), "…"))
    return "\n".join(["| pressed | heard |", "| --- | --- |", *lines]) + "\n"
