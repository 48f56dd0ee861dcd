"""`auditor fleet run`: what its list and its options ask of each site."""

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from auditor.commands.fleet_progress import shown_fleet
from auditor.commands.fleet_sites import SITE_TIME, SitePlan
from auditor.fleet.crew import TaskEnd, TaskState
from auditor.fleet.drive import FleetProgress
from auditor.fleet.errors import FleetError
from auditor.fleet.sites import ListedSite
from tests.auditor.fleet.conftest import figures
from tests.conftest import Run

URL = "https://example.org/"


def test_what_is_given_holds_for_all_and_the_line_before_it() -> None:
    plan = SitePlan("list", {"max_pages": 50, "static": True, "exclude": ("/old/*",)})
    task = plan(ListedSite(URL, {"max-pages": "7", "depth": "2", "include": "/a/* /b/*"}, 3))
    options = task.options
    assert (options.max_pages, options.max_depth, options.static) == (7, 2, True)
    assert (options.exclude, options.include) == (("/old/*",), ("/a/*", "/b/*"))
    assert options.targets == (URL,)
    assert [named.host for named in task.named] == ["example.org"]


def test_a_site_has_an_hour_unless_something_else_is_said() -> None:
    assert SitePlan("list", {})(ListedSite(URL)).options.max_time == SITE_TIME
    assert SitePlan("list", {})(ListedSite(URL, {"max-time": "10m"})).options.max_time == 600


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"max-pages": "many"}, "list, line 4: Invalid value for '--max-pages'"),
        ({"colour": "red"}, "list, line 4: no option colour; there are allow-host, concurrency"),
        ({"urls": "list.txt"}, "list, line 4: no option urls"),
    ],
)
def test_options_that_a_scan_does_not_have_are_told(options: dict[str, str], said: str) -> None:
    with pytest.raises(FleetError, match=said):
        SitePlan("list", {})(ListedSite(URL, options, 4))


def test_a_wrong_line_is_told_before_anything_begins(tmp_path: Path, run: Run) -> None:
    listed = tmp_path / "sites.csv"
    listed.write_text("site,depth\nexample.org,1\nexample.com,deep\n")
    code, _, said = run("fleet", "run", listed, "--out", tmp_path / "out")
    assert code == 1
    assert "sites.csv, line 3" in said
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("text", ["", "# nothing\n"])
def test_an_empty_list_is_told(tmp_path: Path, run: Run, text: str) -> None:
    listed = tmp_path / "sites.txt"
    listed.write_text(text)
    code, _, said = run("fleet", "run", listed, "--out", tmp_path / "out")
    assert (code, said) == (1, f"Error: {listed} lists no site\n")


def test_without_ray_the_extra_is_named(
    tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    listed = tmp_path / "sites.txt"
    listed.write_text(URL)
    code, _, said = run("fleet", "run", listed, "--out", tmp_path / "out")
    assert code == 1
    assert "needs the extra `fleet`" in said


def progress(end: TaskEnd | None = None, seconds: float = 10.0) -> FleetProgress:
    return FleetProgress(8, 4, 1, 1, 2, 40, seconds, begun_with=1, end=end)


def test_programs_hear_of_each_site_with_rate_and_time_left() -> None:
    out = io.StringIO()
    with shown_fleet(out, "json") as tell:
        tell(progress(TaskEnd("a", TaskState.DONE, figures("a", reason="it ended early"))))
        tell(progress(TaskEnd("b", TaskState.FAILED, reason="killed")))
        tell(progress())
    events = [json.loads(line) for line in out.getvalue().splitlines()]
    assert [(event["event"], event["site"]) for event in events] == [("done", "a"), ("failed", "b")]
    assert [event["reason"] for event in events] == ["it ended early", "killed"]
    # Four of the eight ended in ten seconds of this run, three are left.
    assert (events[0]["sites_per_hour"], events[0]["seconds_left"]) == (1440.0, 7.5)
    assert (events[0]["known"], events[0]["done"], events[0]["skipped"]) == (8, 4, 1)


def test_people_hear_of_each_site_in_a_line() -> None:
    out = io.StringIO()
    with shown_fleet(out) as tell:
        tell(progress(TaskEnd("a", TaskState.DONE, figures("a", 3))))
        tell(progress(TaskEnd("b\x1b[2J", TaskState.FAILED, reason="killed")))
        tell(progress())
    first, second = out.getvalue().splitlines()
    assert first == "5/8 a: 3 pages"
    assert second.startswith("5/8 b\ufffd[2J: not done: killed")


def test_nothing_of_it_is_loaded_before_a_site_is_read() -> None:
    code = "import sys, auditor.commands.cli, auditor.commands.fleet_run; " + (
        "print([n for n in ('ray', 'duckdb') if n in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
