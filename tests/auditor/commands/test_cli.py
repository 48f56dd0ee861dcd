"""The command line as a user has it: what is said, where, and with which exit code."""

import json
import signal
import subprocess
import sys

import pytest

import auditor.pages.frames
from auditor.judge.judge import Judge
from auditor.store.writer import Store
from tests.conftest import Run

MISSING = "<h1>Foxes</h1><img src=a.png>"


def scanned(run: Run, url: str, *options: object) -> tuple[int, dict, str]:
    code, out, err = run("scan", url, "--no-score", "--format", "json", *options)
    return code, json.loads(out), err


def test_a_page_with_a_missing_text_exits_with_two(run, site, picture_bytes) -> None:
    site["/a.png"] = picture_bytes()
    site["/"] = MISSING
    code, report, err = scanned(run, site.url())
    assert code == 2
    assert report["uses"][0]["status"] == "missing"
    assert f"1/1 {site.url()}: 1 image\n" in err


def test_a_page_without_images_is_clean(run, site) -> None:
    site["/"] = "<p>Words only."
    code, report, _ = scanned(run, site.url())
    assert (code, report["uses"]) == (0, [])


def test_the_site_is_followed_within_its_limits(run, site) -> None:
    site["/robots.txt"] = (200, {"Content-Type": "text/plain"}, b"User-agent: *\nDisallow: /no")
    site["/"] = "<a href=/a>a</a><a href=/no>no</a><a href=http://other.invalid/>other</a>"
    site["/a"] = "<a href=/b>b</a>"
    site["/b"] = "<p>end"
    _, report, _ = scanned(run, site.url())
    assert [page["url"] for page in report["pages"]] == [site.url(p) for p in ("/", "/a", "/b")]
    assert "/no" not in site.asked
    _, limited, _ = scanned(run, site.url(), "--static", "--max-pages", 2)
    assert len(limited["pages"]) == 2
    assert any("the limit is 2" in s["reason"] for s in limited["skipped"])
    _, shallow, _ = scanned(run, site.url(), "--static", "--depth", 0)
    assert len(shallow["pages"]) == 1


def test_two_scans_of_the_same_site_say_the_same(run, site, picture_bytes) -> None:
    for name in ("a", "b", "c"):
        site[f"/{name}.png"] = picture_bytes(size=(200, 100 + ord(name)))
        site[f"/{name}"] = f"<h1>{name}</h1><img src={name}.png alt={name}.png><img src={name}.png>"
    site["/"] = "".join(f"<a href=/{name}>{name}</a>" for name in "abc")
    first, second = (scanned(run, site.url(), "--concurrency", n)[1] for n in (1, 3))
    assert first["uses"] == second["uses"]
    assert len(first["uses"]) == 6


@pytest.mark.parametrize(
    ("target", "words"),
    [
        ("http://no-such-host.invalid/", "not read"),
        ("http://127.0.0.1:1/", "not read"),
    ],
)
def test_a_host_that_cannot_be_reached_exits_with_one(run, target: str, words: str) -> None:
    code, report, err = scanned(run, target)
    assert code == 1
    assert words in err
    assert "Traceback" not in err
    assert target in [skipped["subject"] for skipped in report["skipped"]]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["scan", "ftp://example.org/"], "not ftp"),
        (["scan", "missing.html"], "no such file"),
        (["scan"], "Name what to scan"),
        (["scan", "x.org", "--model", "nothing"], "compact"),
        (["scan", "x.org", "--max-pages", "0"], "max-pages"),
        (["report", "missing.db"], "missing.db"),
        (["nonsense"], "No such command"),
    ],
)
def test_wrong_usage_exits_with_one_and_a_clear_line(run, arguments, words: str) -> None:
    code, out, err = run(*arguments)
    assert (code, out) == (1, "")
    assert words in err
    assert "Traceback" not in err


@pytest.mark.parametrize("static", [False, True])
def test_pictures_that_cannot_be_used_are_named_and_the_rest_goes_on(
    run, site, picture_bytes, static: bool
) -> None:
    whole = picture_bytes(form="JPEG", size=(640, 480))
    site["/whole.jpg"] = (200, {"Content-Type": "image/jpeg"}, whole)
    site["/cut.jpg"] = (200, {"Content-Type": "image/jpeg"}, whole[: len(whole) // 2])
    site["/text.jpg"] = (200, {"Content-Type": "image/jpeg"}, b"this is no picture")
    site["/huge.png"] = (200, {}, picture_bytes(size=(10_000, 6_000)))
    svg = b'<svg xmlns="http://www.w3.org/2000/svg" width="90" height="60"><circle r="9"/></svg>'
    site["/a.svg"] = (200, {"Content-Type": "image/svg+xml"}, svg)
    names = ("whole.jpg", "cut.jpg", "text.jpg", "huge.png", "a.svg", "gone.png")
    inline = "data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA="
    sources = (*names, inline, "data:image/png;base64,!!")
    site["/"] = "".join(
        f'<img src="{name}" alt="picture number {n}">' for n, name in enumerate(sources)
    )
    _, report, err = scanned(run, site.url(), *(["--static"] if static else []))
    assert len(report["uses"]) == len(sources)
    reasons = " | ".join(s["reason"] for s in report["skipped"])
    assert "over 50 megapixels" in reasons
    assert "truncated" in reasons
    assert ("HTTP 404" if static else "did not load") in reasons
    assert "Traceback" not in err


@pytest.mark.parametrize("alt", ["&#8203;", "&#xFEFF; &nbsp;", "…", "🦊", "\u0000", "x" * 100_000])
def test_strange_texts_are_scored_or_left_out_and_nothing_breaks(
    run, site, alt, picture_bytes
) -> None:
    site["/a.png"] = picture_bytes()
    site["/"] = f"<h1>&#8203;</h1><img src=a.png alt='{alt}'><img src=a.png alt='A red square'>"
    code, out, err = run("scan", site.url(), "--static", "--format", "json")
    report = json.loads(out)
    assert report["skipped"] == []
    assert len(report["uses"]) == 2
    assert code in (0, 2)
    assert "Traceback" not in err


@pytest.mark.parametrize("option", [[], ["--static"]])
def test_an_address_that_is_no_url_costs_no_more_than_its_picture(run, tmp_path, option) -> None:
    bad = "http://[bad/y.png"
    (tmp_path / "index.html").write_text(
        f"""<title>Odd</title><a href="{bad}"><img src="{bad}" alt="A red fox"></a>
        <video poster="{bad}"></video><input type=image src="{bad}" alt=go>
        <p style="background:url({bad}); height:99px"></p><img src="http://h:99999/" alt=x>
        <object data="{bad}" type="image/svg+xml"></object>"""
    )
    _, report, err = scanned(run, str(tmp_path), *option)
    assert [page["state"] for page in report["pages"]] == ["done"]
    assert "A red fox" in [use["image"]["alt"] for use in report["uses"]]
    assert not any("auditor failed" in skipped["reason"] for skipped in report["skipped"])
    assert "Traceback" not in err


def test_a_fault_of_ours_on_one_picture_does_not_cost_the_page(run, site, monkeypatch) -> None:
    def broken(self: Judge, data: bytes) -> object:
        raise RuntimeError("a bug")

    site["/a.png"] = b"no picture"
    site["/"] = "<img src=data:,x alt=one><img src=a.png alt=two>"
    monkeypatch.setattr(Judge, "picture", broken)
    _, report, _ = scanned(run, site.url(), "--static")
    assert len(report["uses"]) == 2
    reasons = {skipped["reason"] for skipped in report["skipped"]}
    assert reasons == {"the auditor failed on it (RuntimeError: a bug)"}


def test_a_fault_of_ours_on_one_page_does_not_end_the_scan(run, site, monkeypatch) -> None:
    site["/"] = "<a href=/bad>bad</a><a href=/good>good</a>"
    site["/bad"] = "<img src=a.png alt=x>"
    site["/good"] = "<img src=a.png alt=x>"
    real = auditor.pages.frames.extract

    def broken(html: str, url: str, **options: object) -> object:
        if url.endswith("/bad"):
            raise RuntimeError("a bug")
        return real(html, url, **options)

    monkeypatch.setattr("auditor.pages.frames.extract", broken)
    _, report, err = scanned(run, site.url(), "--static")
    assert [page["state"] for page in report["pages"]] == ["done", "failed", "done"]
    assert "the auditor failed on it (RuntimeError: a bug)" in err


def test_a_saved_scan_is_reported_again_with_the_same_exit_code(run, site, tmp_path) -> None:
    site["/"] = MISSING
    path = tmp_path / "scan.db"
    code, first, _ = scanned(run, site.url(), "--static", "--save", path)
    again, out, _ = run("report", path, "--format", "json")
    assert (again, json.loads(out)) == (code, first)
    assert run("scan", site.url(), "--save", path)[0] == 1
    assert run("report", path, "--format", "json")[1] == out


def test_reports_are_written_to_files(run, site, tmp_path) -> None:
    site["/"] = MISSING
    html = tmp_path / "report.html"
    options = ("--static", "--no-score", "--format", "html", "--output", html)
    code, out, _ = run("scan", site.url(), *options)
    assert (code, out) == (2, "")
    assert html.read_text("utf-8").startswith("<!DOCTYPE html>")
    code, _, err = run("scan", site.url(), "--no-score", "--output", tmp_path / "no" / "x.html")
    assert code == 1
    assert "cannot be written" in err


def test_a_file_is_scanned_with_its_pictures(run, tmp_path, picture_bytes) -> None:
    (tmp_path / "a.png").write_bytes(picture_bytes())
    (tmp_path / "index.html").write_text("<title>Home</title><img src=a.png alt='A red square'>")
    for option in ([], ["--static"]):
        _, report, _ = scanned(run, str(tmp_path), *option)
        (use,) = report["uses"]
        assert use["picture"]["width"] == 300


BEHIND_A_SCRIPT = ("sh", "-c", 'trap "" INT; exec "$@"', "sh")
"""Begins a command that starts another, in which Ctrl-C is ignored as it is behind `&`."""


@pytest.mark.parametrize(
    ("how", "before", "options"),
    [
        (signal.SIGINT, (), ()),
        (signal.SIGTERM, (), ("--static",)),
        (signal.SIGTERM, BEHIND_A_SCRIPT, ("--static",)),
    ],
)
def test_a_scan_that_is_stopped_keeps_what_was_done_and_reports_it(
    site, tmp_path, how, before, options
) -> None:
    site["/"] = "<img alt=star>" * 4 + "<img src=a.png><a href=/slow>slow</a>"
    site["/slow"] = "<p>held back"
    site.hold("/slow")
    path = tmp_path / "scan.db"
    command = [*before, sys.executable, "-m", "app", "scan", site.url(), "--no-score", *options]
    with subprocess.Popen(
        [*command, "--save", path],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as scan:
        assert scan.stdout is not None
        assert site.asked_for("/slow")
        scan.send_signal(how)
        out, err = scan.communicate(timeout=300)
    assert scan.returncode == 1
    assert "Interrupted" in err
    assert "Traceback" not in err
    assert "interrupted" in out
    with Store(path) as store:
        report = store.report()
    assert report.finished is None
    assert [site.uses for site in report.site_findings] == [4]
    assert [page.state for page in report.pages if page.url == site.url()] == ["done"]
    assert any("1 known page was not read" in s.reason for s in report.skipped)


def test_what_shows_across_the_pages_is_reported_and_changes_no_exit_code(
    run, site, picture_bytes
) -> None:
    site["/fox.png"] = picture_bytes()
    site["/"] = "<img src=fox.png alt='A red fox on a hill'><a href=/b>b</a>"
    site["/b"] = "<img src=fox.png alt='Our mascot in the snow'>"
    code, report, _ = scanned(run, site.url(), "--static")
    (across,) = report["site_findings"]
    assert (across["rule"], across["ranks"]) == ("one-picture-many-texts", [1, 2])
    assert (code, report["summary"]["rules"]) == (0, {})


def test_a_word_list_that_cannot_be_read_is_said_before_the_scan(
    run, site, tmp_path, monkeypatch
) -> None:
    (tmp_path / "words").mkdir()
    (tmp_path / "words" / "en.txt").write_text("[placeholders]\nteam shot\n")
    monkeypatch.setenv("AUDITOR_WORDS", str(tmp_path / "words"))
    path = tmp_path / "scan.db"
    code, out, err = run("scan", site.url(), "--no-score", "--save", path)
    assert (code, out) == (1, "")
    assert "line 1: there is no section [placeholders]" in err
    assert len(err.strip().splitlines()) == 1
    assert (site.asked, path.exists()) == ([], False)


def test_the_inventory_lists_every_image(run, site, tmp_path) -> None:
    site["/"] = "<img src=a.png alt=one><img src=b.png alt=two>"
    path = tmp_path / "scan.db"
    scanned(run, site.url(), "--static", "--save", path)
    code, out, _ = run("images", path, "--json")
    assert code == 0
    assert {json.loads(line)["alt"] for line in out.splitlines()} == {"one", "two"}


def test_the_inventory_tells_how_a_name_came_about_and_where_chromium_differs(
    run, site, tmp_path
) -> None:
    site["/"] = """<p id=p>Foxes</p><img aria-labelledby=p>
      <figure><img><figcaption>A den</figcaption></figure>"""
    path = tmp_path / "scan.db"
    scanned(run, site.url(), "--save", path)
    assert "Chromium" not in run("images", path)[1]
    out = run("images", path, "--verbose")[1]
    assert "\taria-labelledby → p#p\n" in out
    assert "\tChromium differs: image “”, here image “A den”\n" in out
    assert out.count("Chromium differs") == 1


def test_the_rules_and_the_help_are_shown(run) -> None:
    ids = [rule["id"] for rule in json.loads(run("rules", "--json")[1])]
    assert {"image-without-name", "one-picture-many-texts"} <= set(ids)
    for command in ("scan", "report", "images", "baseline", "rules", "models", "bench"):
        assert "Example:" in run(command, "--help")[1] or command in ("models",)
