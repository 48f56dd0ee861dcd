"""Whole sites from the command line, without a browser: what is read, what is left, and why."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import Run


def scanned(run: Run, *arguments: object) -> tuple[int, dict, str]:
    code, out, err = run(
        "scan", "--static", "--no-score", "--no-save", "--format", "json", *arguments
    )
    assert out, err
    return code, json.loads(out), err


def paths(report: dict, site) -> list[str]:
    return [page["url"].removeprefix(site.url("")) for page in report["pages"]]


def reasons(report: dict) -> str:
    return " | ".join(f"{s['subject']}: {s['reason']}" for s in report["skipped"])


@pytest.fixture
def tree(site):
    """A page that links to ten in two folders, with a sitemap of all."""
    names = [f"/{folder}/{n}" for folder in ("docs", "blog") for n in range(5)]
    site["/"] = "".join(f"<a href={name}>{name}</a>" for name in names)
    for name in names:
        site[name] = f"<p>{name}"
    lines = "".join(f"{site.url(name)}\n" for name in names)
    site["/sitemap.txt"] = lines.encode()
    site["/robots.txt"] = f"Sitemap: {site.url('/sitemap.txt')}\n".encode()
    return site


def test_patterns_say_which_links_are_followed(run, tree) -> None:
    _, report, _ = scanned(run, tree.url(), "--include", "/docs/*", "--exclude", "*/3")
    assert paths(report, tree) == ["/", "/docs/0", "/docs/1", "/docs/2", "/docs/4"]
    assert report["skipped"] == []


def test_a_sitemap_is_read_alone_and_nothing_beside_it(run, tree) -> None:
    tree["/docs/0"] = "<a href=/docs/unlisted>x</a>"
    for source in ([tree.url("/"), "--sitemap", "auto"], ["--sitemap", tree.url("/sitemap.txt")]):
        code, report, _ = scanned(run, *source)
        assert code == 0
        assert len([path for path in paths(report, tree) if path != "/"]) == 10
        assert "/docs/unlisted" not in tree.asked


def test_a_sample_reads_so_many_and_tells_what_it_left(run, tree) -> None:
    source = ("--sitemap", tree.url("/sitemap.txt"), "--sample", 3)
    _, first, _ = scanned(run, *source)
    _, again, _ = scanned(run, *source)
    assert paths(first, tree) == paths(again, tree)
    assert len(first["pages"]) == 3
    assert "7 listed pages: it is not in the sample (--sample 3 --seed 0)" in reasons(first)


def test_a_sitemap_does_not_lead_to_other_sites(run, site) -> None:
    site["/sitemap.txt"] = f"{site.url('/a')}\nhttp://other.invalid/\nfile:///etc/hosts\n".encode()
    site["/a"] = "<p>x"
    _, report, _ = scanned(run, "--sitemap", site.url("/sitemap.txt"))
    assert paths(report, site) == ["/a"]
    assert "pages of other sites" in reasons(report)


def test_a_list_names_pages_and_says_which_line_is_wrong(run, site, tmp_path: Path) -> None:
    site["/a"] = "<a href=/c>c</a>"
    site["/b"] = "<p>b"
    names = tmp_path / "urls.txt"
    names.write_text(f"# ours\n{site.url('/a')}\n\n{site.url('/b')}\n")
    _, report, _ = scanned(run, "--urls", names)
    assert paths(report, site) == ["/a", "/b"]
    names.write_text(f"{site.url('/a')}\nftp://x.org/\n")
    code, _, err = run("scan", "--urls", names)
    assert (code, "urls.txt, line 2: ftp://x.org/" in err) == (1, True)


def test_a_folder_stands_for_the_pages_in_it(run, tmp_path: Path) -> None:
    for name in ("b.html", "sub/a.htm", ".git/c.html", "index.html", "readme.md", "note.txt"):
        (tmp_path / "pages" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "pages" / name).write_text(f"<title>{name}</title><p>x")
    _, report, _ = scanned(run, tmp_path / "pages")
    names = [page["url"].rpartition("/pages/")[2] for page in report["pages"]]
    assert names == ["index.html", "b.html", "readme.md", "sub/a.htm"]


def test_a_page_that_several_addresses_lead_to_is_judged_once(run, site) -> None:
    site["/"] = "<a href=/old>o</a><a href=/older>o</a><a href=/new>n</a>"
    site["/old"] = site["/older"] = (302, {"Location": "/new"}, b"")
    site["/new"] = "<img src=/a.png>"
    _, report, _ = scanned(run, site.url())
    assert [page["state"] for page in report["pages"]] == ["done", "same", "same", "done"]
    assert [page["images"] for page in report["pages"]] == [0, 0, 0, 1]
    _, report, _ = scanned(run, site.url("/older"), site.url("/old"), "--depth", "0")
    assert [page["state"] for page in report["pages"]] == ["same", "done"]
    assert [skipped["page"] for skipped in report["skipped"]] == [site.url("/old")]


def test_what_robots_forbid_is_told_and_a_crawler_is_known_by_its_name(run, site) -> None:
    rules = b"User-agent: alt-text-auditor\nDisallow: /no\n\nUser-agent: mine\nDisallow: /yes\n"
    site["/robots.txt"] = (200, {"Content-Type": "text/plain"}, rules)
    site["/"] = "<a href=/no/1>1</a><a href=/no/2>2</a><a href=/yes>y</a>"
    site["/yes"] = site["/no/1"] = site["/no/2"] = "<p>x"
    _, report, _ = scanned(run, site.url())
    assert paths(report, site) == ["/", "/yes"]
    assert "2 more pages are linked: robots.txt forbids them" in reasons(report)
    _, report, _ = scanned(run, site.url(), "--user-agent", "mine/2.0")
    assert paths(report, site) == ["/", "/no/1", "/no/2"]
    _, report, _ = scanned(run, site.url(), "--ignore-robots")
    assert len(report["pages"]) == 4


def test_rules_that_the_server_fails_to_give_forbid_every_link(run, site) -> None:
    site["/robots.txt"] = (500, {}, b"")
    site["/"] = "<a href=/a>a</a>"
    _, report, _ = scanned(run, site.url())
    assert paths(report, site) == ["/"]
    assert "could not be read (HTTP 500), so no link of it was followed" in reasons(report)


def test_a_busy_host_is_waited_for_and_asked_again(run, site) -> None:
    answers = iter([(429, {"Retry-After": "0"}, b""), (503, {"Retry-After": "0"}, b"")])
    page = (200, {"Content-Type": "text/html"}, b"<p>At last")
    site["/"] = lambda headers: next(answers, page)
    code, report, _ = scanned(run, site.url())
    assert (code, report["pages"][0]["state"]) == (0, "done")
    assert site.asked.count("/") == 3


def test_a_host_that_asks_for_too_much_patience_is_left(run, site) -> None:
    site["/"] = (429, {"Retry-After": "86400"}, b"")
    code, report, _ = scanned(run, site.url())
    assert (code, site.asked.count("/")) == (1, 1)
    assert "HTTP 429" in reasons(report)


def test_the_time_limit_ends_a_scan_unfinished_and_it_goes_on(run, site, tmp_path: Path) -> None:
    site["/"] = "<a href=/slow>slow</a>"
    site["/slow"] = "<p>x"
    site.hold("/slow")
    path = tmp_path / "scan.db"
    options = ("--static", "--no-score", "--format", "json", "--save", path)
    code, out, err = run("scan", site.url(), *options, "--max-time", "2s")
    assert (code, json.loads(out)["finished"]) == (1, None)
    assert "the time limit of 2 s was reached (--max-time)" in err
    site.release("/slow")
    code, out, _ = run("scan", site.url(), "--resume", path, "--no-score", "--format", "json")
    report = json.loads(out)
    assert (code, len(report["pages"]), report["skipped"]) == (0, 2, [])


def test_a_page_that_answers_200_and_is_none_is_not_called_clean(run, site) -> None:
    site["/"] = "<a href=/a>a</a><p>words"
    site["/a"] = "<h1>Page not found</h1><p>Sorry."
    code, report, _ = scanned(run, site.url(), "--strict")
    assert code == 1
    assert [page["state"] for page in report["pages"]] == ["done", "failed"]


def test_a_page_that_is_empty_without_scripts_is_not_called_clean(run, site) -> None:
    site["/"] = "<div id=root></div><script src=app.js></script>"
    code, report, _ = scanned(run, site.url())
    assert code == 1
    assert "--static" in reasons(report)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["x.org", "--max-time", "soon"], "90s, 10m, 2h"),
        (["x.org", "--sample", "3"], "--sample is for pages that are listed"),
        (["--urls", "missing.txt"], "missing.txt cannot be read"),
        (["--sitemap", "missing.xml"], "no such file"),
        (["x.org", "--logged-in", "a[b"], "CSS selector"),
        (["x.org", "--header", "secret"], "--header, number 1: write NAME: VALUE"),
        (["x.org", "--http-auth", "secret"], "write NAME:PASSWORD"),
    ],
)
def test_what_cannot_be_meant_is_said_without_the_secret(run, arguments, words: str) -> None:
    code, out, err = run("scan", *arguments)
    assert (code, out) == (1, "")
    assert words in err
    assert "secret" not in err
    assert "Traceback" not in err


def test_findings_and_what_was_left_do_not_depend_on_how_many_work(
    run, site, picture_bytes
) -> None:
    for n in range(12):
        site[f"/{n}.png"] = picture_bytes(size=(150, 100 + n % 5))
        links = "".join(f"<a href=/{(n * 3 + k) % 12}>x</a>" for k in range(4))
        site[f"/{n}"] = f"<h1>{n}</h1><img src=/{n}.png alt='{n}.png'><img src=/no.png>{links}"
    found = []
    for workers in (1, 2, 4):
        code, report, _ = scanned(run, site.url("/0"), "--max-pages", 9, "--concurrency", workers)
        skipped = sorted(map(str, report["skipped"]))
        found.append((code, report["uses"], report["site_findings"], skipped))
    assert found[0] == found[1] == found[2]
    assert len(found[0][1]) == 18
    assert "(--max-pages)" in str(found[0][3])


@pytest.fixture
def calendar(site):
    """A calendar that leads to ever more months, and five pages behind it."""
    for n in range(40):
        site[f"/calendar/{2030 + n // 12}/{n % 12}"] = "".join(
            f"<a href=/calendar/{2030 + k // 12}/{k % 12};jsessionid={n}>x</a>"
            for k in (n + 1, n + 2)
        )
    for n in range(4):
        site[f"/{'about' * (n + 1)}"] = f"<a href=/{'about' * (n + 2)}>more</a>"
    site["/aboutaboutaboutaboutabout"] = "<p>end"
    site["/"] = "<a href=/calendar/2030/0>calendar</a> <a href=/about>about</a>"
    return site


def test_a_calendar_without_end_leaves_room_for_the_rest_and_is_told_by_its_form(
    run, calendar
) -> None:
    _, report, _ = scanned(run, calendar.url(), "--max-pages", 12)
    read = paths(report, calendar)
    assert len([path for path in read if "about" in path]) == 5
    assert len(read) == len(set(read)) == 12
    assert f"{calendar.url('/calendar/N/N')}: 2 more pages are linked and not read" in reasons(
        report
    )


def test_a_calendar_is_gone_through_the_same_way_after_a_stop(run, calendar, tmp_path) -> None:
    whole, cut = tmp_path / "whole.db", tmp_path / "cut.db"
    form = ("--static", "--no-score", "--format", "json")
    limit = ("--max-pages", 12, "--concurrency", 1)
    _, out, _ = run("scan", *form, calendar.url(), *limit, "--save", whole)
    read = paths(json.loads(out), calendar)
    calendar.hold(read[9])
    command = [sys.executable, "-m", "app", "scan", *form, calendar.url(), *limit, "--save", cut]
    with subprocess.Popen(list(map(str, command)), stdout=subprocess.DEVNULL) as scan:
        assert calendar.asked_for(read[9])
        scan.kill()
    calendar.release(read[9])
    _, out, _ = run("scan", *form, calendar.url(), "--resume", cut, "--concurrency", 3)
    assert paths(json.loads(out), calendar) == read


def test_pages_and_pictures_are_asked_for_as_browsers_do(run, site, picture_bytes) -> None:
    asked: dict[str, tuple[str, str]] = {}

    def answering(path: str, kind: str, body: bytes):
        def answer(headers):
            asked[path] = (headers["Accept"], headers.get("Referer", ""))
            return 200, {"Content-Type": kind}, body

        return answer

    site["/p?q=1"] = answering("page", "text/html", b"<img src=/a.png alt='a red square'><p>x")
    site["/a.png"] = answering("picture", "image/png", picture_bytes())
    scanned(run, site.url("/p?q=1"))
    assert asked["page"][0].startswith("text/html,")
    assert asked["page"][1] == ""
    assert asked["picture"][0].startswith("image/avif,image/webp,")
    assert asked["picture"][1] == site.url("/p?q=1")


LIVE = "http://live.invalid"


@pytest.fixture
def copied(site):
    """A copy of a site that names the live one in its sitemap, in robots.txt and in links."""
    site["/"] = f"<a href={LIVE}/a>a</a> <a href=http://other.invalid/>other</a>"
    site["/a"] = f"<a href={LIVE}/gone>b</a>"
    site["/gone"] = (302, {"Location": site.url("/away", host="localhost")}, b"")
    site["/away"] = "<p>live"
    site["/listed"] = "<p>listed"
    site["/robots.txt"] = f"Sitemap: {LIVE}/all.xml\n".encode()
    index = f"<sitemapindex><sitemap><loc>{LIVE}/1.txt</loc></sitemap></sitemapindex>"
    site["/all.xml"] = index.encode()
    site["/1.txt"] = f"{LIVE}/listed\n".encode()
    return site


@pytest.fixture
def mapped(copied) -> tuple[str, ...]:
    return ("--map-host", f"live.invalid=127.0.0.1:{copied.port}")


def test_a_host_is_asked_in_place_of_the_one_that_links_and_sitemaps_name(
    run, copied, mapped
) -> None:
    named = (LIVE, "--sitemap", "auto", "--depth", "2", *mapped)
    _, report, err = scanned(run, *named)
    assert paths(report, copied) == ["/", "/listed", "/a", "/gone"]
    assert f"Pages of live.invalid are read from 127.0.0.1:{copied.port}" in err


def test_a_list_is_read_from_the_other_host_too(run, copied, mapped, tmp_path) -> None:
    names = tmp_path / "urls.txt"
    names.write_text(f"{LIVE}/a\n{LIVE}/listed\n")
    _, report, _ = scanned(run, "--urls", names, *mapped)
    assert paths(report, copied) == ["/a", "/listed"]


def test_a_page_that_leads_back_to_the_live_host_is_not_read_as_the_copy(run, copied) -> None:
    here, live = f"127.0.0.1:{copied.port}", f"localhost:{copied.port}"
    hosts = ("--map-host", f"{live}={here}", "--allow-host", live)
    _, report, _ = scanned(run, copied.url("/gone"), *hosts)
    assert [page["state"] for page in report["pages"]] == ["failed"]
    assert "whose host is replaced (--map-host)" in reasons(report)


def test_a_secret_goes_to_the_host_in_place_and_not_to_the_live_one(run, site) -> None:
    said: dict[str, str] = {}

    def page(headers):
        said[headers["Host"]] = headers.get("X-Key", "")
        to = site.url("/away", host="localhost")
        return 200, {"Content-Type": "text/html"}, f"<p>x<img alt=x src={to}>".encode()

    site["/"] = page
    site["/away"] = page
    here, live = f"127.0.0.1:{site.port}", f"localhost:{site.port}"
    hosts = ("--map-host", f"{live}={here}", "--allow-host", live)
    scanned(run, f"http://{live}/", *hosts, "--header", "X-Key: s3cr3t")
    assert said == {here: "s3cr3t", live: ""}


def test_no_scan_file_says_which_host_is_asked(run, copied, mapped, tmp_path) -> None:
    file = tmp_path / "scan.db"
    form = ("--static", "--no-score", "--format", "json")
    copied.hold("/")
    run("scan", *form, f"{LIVE}/", *mapped, "--save", file, "--max-time", "0.1s")
    copied.release("/")
    _, out, err = run("scan", *form, copied.url("/"), "--resume", file)
    assert f"give it again if you want it: {' '.join(mapped)}" in err
    assert paths(json.loads(out), copied) == ["/"]


def test_what_is_no_pair_of_hosts_is_told_in_one_line(run) -> None:
    code, out, err = run("scan", "--static", "http://127.0.0.1:9/", "--map-host", "live.example")
    assert (code, out) == (1, "")
    assert "write LIVE=STAGING" in err
