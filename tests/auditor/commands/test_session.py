"""A site with a login: who is let in, who finds out, and where the secrets do not go."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Mapping
from pathlib import Path

import pytest

from auditor.store.writer import Store

PAGES = [f"/{n}" for n in range(6)]
SECRET = "s3cr3t-t0k3n"
LINKS = "".join(f"<a href={path}>{path}</a>" for path in PAGES)
LOGIN = "<h1>Welcome</h1><form><input type=password></form>"
WAYS = [["--static"], []]


def page(html: str) -> tuple[int, dict[str, str], bytes]:
    return 200, {"Content-Type": "text/html"}, html.encode()


class Members:
    """Pages for who sends the secret, a login form for everybody else; in the same place."""

    def __init__(self, site, header: str) -> None:
        self.open = True
        self.seen: list[str] = []
        self.left = 10**9
        """Pages until the session expires."""
        for path in ("/", *PAGES):
            site[path] = lambda headers, path=path: self.answer(headers, header, path)

    def answer(self, headers: Mapping[str, str], name: str, path: str):
        self.left -= 1
        if self.left < 0 or SECRET not in headers.get(name, ""):
            return page(LOGIN)
        return page(f"<h1>{path}</h1><img alt='x' src=/p.png><p id=bye>Sign out</p>{LINKS}")


def scan(run, *arguments: object) -> tuple[int, dict, str]:
    code, out, err = run("scan", "--no-score", "--format", "json", *arguments)
    assert out, err
    return code, json.loads(out), err


def state_file(folder: Path, site, *, domain: str = "127.0.0.1", expires: float = -1) -> Path:
    cookie = {"name": "sid", "value": SECRET, "domain": domain, "path": "/", "expires": expires}
    more = {"httpOnly": True, "secure": False, "sameSite": "Lax"}
    path = folder / "state.json"
    path.write_text(json.dumps({"cookies": [cookie | more], "origins": []}))
    return path


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("kind", ["--header", "--cookie", "--http-auth", "--storage-state"])
def test_each_way_of_being_let_in_works_and_is_stored_nowhere(
    run, site, tmp_path: Path, way, kind: str, monkeypatch
) -> None:
    values = {
        "--header": f"X-Token: {SECRET}",
        "--cookie": f"sid={SECRET}",
        "--storage-state": state_file(tmp_path, site),
    }
    header = {"--header": "X-Token", "--http-auth": "Authorization"}.get(kind, "Cookie")
    Members(site, header)
    if kind == "--http-auth":
        # A name and a password whose code is known, so that one Members serves all.
        monkeypatch.setattr("tests.auditor.commands.test_session.SECRET", "bWU6")
        values[kind] = "me:"
    path = tmp_path / "scan.db"
    code, report, err = scan(
        run, site.url(), *way, kind, values[kind], "--logged-in", "#bye", "--save", path,
        "--max-pages", 3,
    )  # fmt: skip
    assert code in (0, 2), err
    assert [p["state"] for p in report["pages"]] == ["done"] * 3
    dump = "\n".join(sqlite3.connect(path).iterdump())
    assert SECRET not in dump + err + json.dumps(report)
    assert kind in dump


@pytest.mark.parametrize("way", WAYS)
def test_a_header_does_not_go_to_another_host_even_after_a_redirect(run, site, way) -> None:
    seen: dict[str, bool] = {}

    def note(name: str, answer):
        def answered(headers):
            seen[name] = "X-Token" in headers
            return answer

        return answered

    other = site.url("/other", host="localhost")
    site["/"] = note("own", page(f"<img src=/moved alt=a><img src={other} alt=b><p>x"))
    site["/moved"] = note("moved", (302, {"Location": other + "2"}, b""))
    site["/other"] = note("other", (404, {}, b""))
    site["/other2"] = note("redirected", (404, {}, b""))
    scan(run, site.url(), *way, "--header", "X-Token: x", "--allow-host", "localhost")
    assert seen == {"own": True, "moved": True, "other": False, "redirected": False}


@pytest.mark.parametrize("way", WAYS)
def test_a_cookie_goes_to_no_other_host_even_after_a_redirect(run, site, way) -> None:
    seen: dict[str, str] = {}

    def note(name: str, answer):
        def answered(headers):
            seen[name] = headers.get("Cookie", "")
            return answer

        return answered

    other = site.url("/other", host="app.localhost")
    site["/"] = note("own", page(f"<img src=/moved alt=a><img src={other} alt=b><p>x"))
    site["/moved"] = note("moved", (302, {"Location": other + "2"}, b""))
    site["/other"] = note("other", (404, {}, b""))
    site["/other2"] = note("redirected", (404, {}, b""))
    scan(run, site.url(host="localhost"), *way, "--cookie", "sid=x")
    assert seen == {"own": "sid=x", "moved": "sid=x", "other": "", "redirected": ""}


def test_a_session_that_never_held_stops_the_scan_at_once(run, site) -> None:
    Members(site, "Cookie")
    code, report, err = scan(run, site.url(), "--static", "--cookie", "sid=old", "--no-save",
                             "--logged-in", "text=Sign out")  # fmt: skip
    assert code == 1
    assert "the session does not hold: text=Sign out (--logged-in) is not on" in err
    assert report["uses"] == []


@pytest.mark.parametrize("way", [*WAYS, ["--static", "--concurrency", 4]])
def test_a_session_that_expires_ends_the_scan_and_nothing_after_it_is_clean(
    run, site, tmp_path: Path, way
) -> None:
    members = Members(site, "Cookie")
    members.left = 3
    path = tmp_path / "scan.db"
    options = ("--cookie", f"sid={SECRET}", "--logged-in", "#bye")
    code, report, err = scan(run, site.url(), *way, *options, "--save", path)
    assert code == 1
    assert "the session was lost" in err
    assert report["finished"] is None
    read = [p for p in report["pages"] if p["state"] == "done"]
    assert 1 <= len(read) <= 3
    assert len(report["uses"]) == len(read)
    assert any("#bye (--logged-in) is not on" in s["reason"] for s in report["skipped"])
    # With a new session it goes on to the same end; without one it is refused.
    members.left = 10**9
    assert run("scan", "--resume", path, "--no-score")[0] == 1
    code, report, _ = scan(run, site.url(), "--resume", path, "--cookie", f"sid={SECRET}")
    assert [p["state"] for p in report["pages"]] == ["done"] * 7
    assert (len(report["uses"]), report["finished"] is None) == (7, False)


def test_a_page_without_the_sign_is_skipped_while_the_session_holds(run, site) -> None:
    site["/"] = "<p id=bye>Sign out</p><a href=/print>p</a><a href=/b>b</a>"
    site["/print"] = "<p>Without a menu."
    site["/b"] = "<p id=bye>Sign out</p>"
    _, report, _ = scan(run, site.url(), "--static", "--no-save", "--logged-in", "#bye")
    states = {p["url"].removeprefix(site.url("")): p["state"] for p in report["pages"]}
    assert states == {"/": "done", "/print": "failed", "/b": "done"}
    assert "though the session holds" in report["skipped"][0]["reason"]


def test_without_a_sign_a_login_form_is_still_not_called_clean(run, site) -> None:
    Members(site, "Cookie")
    code, report, _ = scan(run, site.url(), "--static", "--no-save")
    assert code == 1
    assert "it is a login form" in report["skipped"][0]["reason"]


def test_links_that_sign_out_are_not_followed_with_a_session(run, site) -> None:
    site["/"] = "<a href=/logout>out</a><p>x"
    site["/logout"] = "<p>Good bye."
    options = (site.url(), "--static", "--no-save")
    assert len(scan(run, *options)[1]["pages"]) == 2
    _, report, _ = scan(run, *options, "--cookie", "a=b")
    assert len(report["pages"]) == 1
    assert "end the session" in report["skipped"][0]["reason"]


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"domain": "other.org"}, "it holds nothing for it"),
        ({"expires": time.time() - 9}, "have expired"),
    ],
)
def test_a_state_that_lets_nobody_in_is_refused(run, site, tmp_path, changes, words) -> None:
    state = state_file(tmp_path, site, **changes)
    code, _, err = run("scan", site.url(), "--storage-state", state)
    assert (code, words in err, site.asked) == (1, True, [])
    state.write_text("[]")
    assert "not a storage state" in run("scan", site.url(), "--storage-state", state)[2]


def test_a_secret_comes_from_a_file_or_a_variable_and_is_not_shown(
    run, site, tmp_path: Path, monkeypatch
) -> None:
    Members(site, "X-Token")
    (tmp_path / "token").write_text(f"X-Token: {SECRET}\n")
    code, _, err = scan(run, site.url(), "--static", "--no-save", "--header", f"@{tmp_path}/token",
                        "--max-pages", 1)  # fmt: skip
    assert code in (0, 2), err
    monkeypatch.setenv("AUDITOR_SCAN_HEADER", f"Accept-Language: de, en\nX-Token: {SECRET}")
    code, _, err = scan(run, site.url(), "--static", "--no-save", "--max-pages", 1)
    assert code in (0, 2), err
    assert SECRET not in run("config", "--json")[1]


def test_what_a_session_was_made_of_is_asked_for_again(run, site, tmp_path: Path) -> None:
    Members(site, "Cookie").left = 1
    path = tmp_path / "scan.db"
    options = ("--cookie", f"sid={SECRET}", "--logged-in", "#bye", "--save", path, "--no-score")
    run("scan", site.url(), "--static", *options)
    code, _, err = run("scan", "--resume", path, "--no-score")
    assert (code, "was begun with --cookie: give that again" in err) == (1, True)
    with Store(path) as store:
        assert store.report().finished is None
