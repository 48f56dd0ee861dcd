"""A scan file comes from anywhere: what it may say when it is resumed, and what it may not."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from auditor.browser.options import FLAGS, BrowserOptions
from auditor.clock import now
from auditor.commands.resumed import ResumeError, taken_from
from auditor.results import NO_MODEL
from auditor.scan.options import ScanOptions
from auditor.store.writer import ScanInfo, Store
from tests.conftest import Run

Change = Callable[[dict[str, Any]], object]
MARKER = "--renderer-cmd-prefix=touch /tmp/never"


def stored(**changes: Any) -> dict[str, Any]:
    """What a file holds of a scan."""
    written: dict[str, Any] = json.loads(json.dumps(asdict(ScanOptions(("https://a.example/",)))))
    return written | changes


@pytest.fixture
def interrupted(run: Run, site, tmp_path: Path) -> Callable[[Change], Path]:
    """Makes the file of a scan of one page that was ended at once, and changes what it says."""
    site["/"] = "<img src=a.png alt=photo><a href=/b>b</a>"
    site["/b"] = "<p>b"

    def make(change: Change) -> Path:
        path = tmp_path / "scan.db"
        with Store(path) as store:
            run("scan", site.url(), "--static", "--no-score", "--save", tmp_path / "whole.db")
            whole = sqlite3.connect(tmp_path / "whole.db")
            (arguments,) = whole.execute("select arguments from scan").fetchone()
            whole.close()
            asked = json.loads(arguments)
            change(asked)
            store.begin(ScanInfo(tuple(asked["targets"]), now(), "1", NO_MODEL, asked))
        site.asked.clear()
        return path

    return make


def test_what_is_asked_is_taken_as_it_was_written() -> None:
    options = ScanOptions(
        targets=("https://a.example/",),
        max_depth=2,
        max_pages=None,
        include=("/docs/*",),
        concurrency=4,
        static=True,
        robots=False,
        browser=BrowserOptions(timeout=5, screens=3, consent="reject"),
        reader="rapidocr 3.10.0",
        logged_in="#bye",
    )
    assert taken_from(json.loads(json.dumps(asdict(options)))).options == options


def test_a_file_of_an_earlier_version_says_less() -> None:
    taken = taken_from({"targets": ["https://a.example/"], "gone": 3})
    assert taken.options == ScanOptions(("https://a.example/",))
    assert taken.left == ()


def test_what_starts_programs_or_opens_hosts_is_not_taken_and_told() -> None:
    browser = stored()["browser"] | {"flags": [*FLAGS, MARKER], "user_agent": "x"}
    hosts = ["10.0.0.0/8"]
    taken = taken_from(stored(browser=browser, allow_hosts=hosts, session=["--cookie"]))
    assert taken.options.browser == BrowserOptions()
    assert (taken.options.allow_hosts, taken.options.session) == ((), ())
    assert taken.session == ("--cookie",)
    said = " ".join(taken.left)
    assert "--allow-host 10.0.0.0/8" in said
    assert "--user-agent 'x'" in said
    assert "switches" in said


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"max_pages": "100"}, "max_pages must be a whole number"),
        ({"max_pages": True}, "max_pages must be"),
        ({"max_depth": -1}, "max_depth must be"),
        ({"concurrency": 10**6}, "concurrency must be a whole number from 1 to 32"),
        ({"static": 1}, "static must be true or false"),
        ({"include": "/docs/*"}, "include must be a list"),
        ({"targets": ["javascript:alert(1)"]}, "targets must be a URL"),
        ({"targets": ["/etc/passwd"]}, "targets must be a URL"),
        ({"targets": {"a": 1}}, "targets must be a list"),
        ({"sitemaps": ["ftp://a.example/"]}, "sitemaps must be a URL"),
        ({"listed": {"urls": ["chrome://flags"]}}, "listed must be a URL"),
        ({"listed": [1]}, "must be a table"),
        ({"logged_in": "]["}, "logged_in must be"),
        ({"browser": {"timeout": 1e99}}, "timeout must be seconds"),
        ({"browser": {"timeout": float("nan")}}, "timeout must be"),
        ({"browser": {"consent": "sell"}}, "consent must be one of"),
        ({"browser": {"viewport": [0, 900]}}, "viewport must be"),
        ({"browser": "chromium"}, "must be a table"),
        ({"allow_hosts": 4}, "allow_hosts must be a list"),
    ],
)
def test_what_is_not_as_it_must_be_is_named(changes: dict[str, Any], words: str) -> None:
    with pytest.raises(ResumeError, match=words.replace("[", r"\[")):
        taken_from(stored(**changes))


@pytest.mark.parametrize("arguments", [None, [], "x", 3])
def test_what_is_no_table_is_refused(arguments: object) -> None:
    with pytest.raises(ResumeError):
        taken_from(arguments)


def test_a_switch_in_the_file_does_not_reach_the_browser(run, interrupted, site, tmp_path) -> None:
    ran = tmp_path / "ran"
    (tmp_path / "prefix").write_text(f'#!/bin/sh\ntouch {ran}\nexec "$@"\n')
    (tmp_path / "prefix").chmod(0o755)

    def change(asked: dict[str, Any]) -> None:
        asked["static"] = False
        asked["browser"]["flags"] = [
            *FLAGS, "--no-zygote", f"--renderer-cmd-prefix={tmp_path / 'prefix'}"
        ]  # fmt: skip

    path = interrupted(change)
    code, _, err = run("scan", site.url(), "--resume", path, "--no-score")
    assert code in (0, 2), err
    assert not ran.exists()
    assert "Not taken" in err
    assert "switches of the browser" in err


def test_what_was_taken_is_one_line(run, interrupted, site) -> None:
    def change(asked: dict[str, Any]) -> None:
        asked |= {"max_pages": 7, "allow_hosts": ["localhost"]}

    path = interrupted(change)
    _, _, err = run("scan", site.url(), "--resume", path, "--no-score")
    (line,) = [line for line in err.splitlines() if line.startswith(f"From {path}")]
    assert "max-pages 7" in line
    assert "static true" in line
    assert "--allow-host localhost" in line


def test_pages_of_this_machine_are_named_again(run, interrupted, site) -> None:
    path = interrupted(lambda asked: None)
    code, _, err = run("scan", "--resume", path, "--no-score")
    assert (code, site.asked) == (1, [])
    assert f"name them again before --resume: {site.url()}" in err
    assert len(err.strip().splitlines()) == 1
    code, _, err = run("scan", "--resume", path, "--no-score", "--allow-host", "127.0.0.1")
    assert code in (0, 2), err


@pytest.fixture
def local(tmp_path: Path) -> Path:
    path = tmp_path / "secret.html"
    path.write_text("<img src=a.png alt=photo>")
    return path


@pytest.mark.parametrize(
    "name",
    [
        lambda asked, page: asked["targets"].append(page),
        lambda asked, page: asked["listed"].update(urls=[page]),
        lambda asked, page: asked.update(sitemaps=[page]),
        lambda asked, page: asked["targets"].append(page.replace("file:", "file://localhost")),
    ],
)
def test_a_file_of_this_machine_is_not_read_for_a_scan_file(
    run, interrupted, site, local, name
) -> None:
    path = interrupted(lambda asked: name(asked, local.as_uri()))
    code, out, err = run("scan", site.url(), "--resume", path, "--no-score")
    assert (code, out, site.asked) == (1, "", [])
    assert "secret.html" in err


def test_a_file_that_is_named_again_is_read(run, interrupted, local) -> None:
    path = interrupted(lambda asked: asked.update(targets=[local.as_uri()]))
    code, _, err = run("scan", local, "--resume", path, "--no-score")
    assert code in (0, 2), err


def test_what_is_named_has_to_be_of_that_scan(run, interrupted, site) -> None:
    path = interrupted(lambda asked: None)
    code, _, err = run("scan", "https://other.example/", "--resume", path, "--no-score")
    assert code == 1
    assert "https://other.example/ is no page of the scan" in err


def test_a_secret_goes_to_no_site_that_only_the_file_names(run, interrupted, site) -> None:
    path = interrupted(lambda asked: None)
    options = ("--allow-host", "127.0.0.1", "--header", "X-Token: s3cr3t", "--no-score")
    code, _, err = run("scan", "--resume", path, *options)
    assert (code, site.asked) == (1, [])
    assert "name them before --resume" in err


def test_what_cannot_be_used_is_one_line_and_loses_nothing(run, interrupted, site) -> None:
    path = interrupted(lambda asked: asked.update(concurrency="many"))
    code, _, err = run("scan", site.url(), "--resume", path, "--no-score")
    assert (code, len(err.strip().splitlines())) == (1, 1)
    assert "concurrency must be" in err
    with sqlite3.connect(path) as db:
        db.execute("update scan set arguments = '{'")
    db.close()
    code, _, err = run("scan", site.url(), "--resume", path, "--no-score")
    assert (code, len(err.strip().splitlines())) == (1, 1)


def test_a_scan_that_ended_says_how_it_goes_on(run, site, tmp_path) -> None:
    site["/"] = "<a href=/slow>slow</a>"
    site["/slow"] = "<p>x"
    site.hold("/slow")
    path = tmp_path / "scan.db"
    options = ("--static", "--no-score", "--save", path, "--max-time", "1s")
    _, _, err = run("scan", site.url(), *options)
    assert f"auditor scan {site.url()} --resume {path}" in err
    site.release("/slow")
    assert run("scan", site.url(), "--resume", path, "--no-score")[0] == 0
