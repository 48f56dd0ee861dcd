"""Sites whose certificate is signed by an authority of one's own, or by nobody that is known."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import Run, Site, serve_site
from tests.tools.certificates import Made, make_certificates

pytestmark = pytest.mark.skipif(not shutil.which("openssl"), reason="openssl makes certificates")
needs_certutil = pytest.mark.skipif(
    not shutil.which("certutil"), reason="Chromium is told of the authority by certutil"
)
READERS = [pytest.param(("--static",), id="static"), pytest.param((), id="browser")]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Made:
    return make_certificates(tmp_path_factory.mktemp("certificates"))


@pytest.fixture
def secure(made: Made, picture_bytes) -> Iterator[Site]:
    with serve_site(made.host) as site:
        site["/"] = "<p>Hello <img src=/a.png alt='a red square'> <a href=/b>more</a>"
        site["/b"] = "<p>More"
        site["/a.png"] = (200, {"Content-Type": "image/png"}, picture_bytes())
        yield site


def scanned(run: Run, *arguments: object) -> tuple[dict, str]:
    fixed = ("--no-score", "--no-ocr", "--no-save", "--format", "json")
    _, out, err = run("scan", *fixed, *arguments)
    return json.loads(out), err


def states(report: dict) -> list[str]:
    return [page["state"] for page in report["pages"]]


@pytest.mark.parametrize("how", READERS)
def test_a_certificate_of_nobody_known_is_refused(run, secure, how) -> None:
    report, _ = scanned(run, secure.url(), *how)
    assert states(report) == ["failed"]
    assert secure.asked == []


@pytest.mark.parametrize("how", READERS)
def test_insecure_reads_it_and_says_so_once_and_in_the_report(run, secure, how) -> None:
    report, err = scanned(run, secure.url(), "--insecure", *how)
    assert states(report) == ["done", "done"]
    said = [s["reason"] for s in report["skipped"]]
    assert said == ["they were not checked (--insecure)"]
    assert err.count("ertificates are not checked") == 1
    assert "/a.png" in secure.asked


@pytest.mark.parametrize(
    "how",
    [READERS[0], pytest.param((), id="browser", marks=needs_certutil)],
)
def test_an_authority_of_ones_own_is_believed_and_no_word_is_said(run, secure, made, how) -> None:
    report, err = scanned(run, secure.url(), "--ca-file", made.authority, *how)
    assert states(report) == ["done", "done"]
    assert report["skipped"] == []
    assert "ertificate" not in err


@pytest.mark.parametrize(
    "how",
    [READERS[0], pytest.param((), id="browser", marks=needs_certutil)],
)
def test_another_authority_of_that_name_is_not_believed(run, secure, tmp_path, how) -> None:
    other = make_certificates(tmp_path)
    report, _ = scanned(run, secure.url(), "--ca-file", other.authority, *how)
    assert states(report) == ["failed"]


def test_sitemaps_and_robots_txt_are_read_by_the_same_trust(run, secure, made) -> None:
    secure["/robots.txt"] = f"Sitemap: {secure.url('/all.txt')}\nDisallow: /x\n".encode()
    secure["/all.txt"] = secure.url("/b").encode()
    report, _ = scanned(
        run, "--static", secure.url(), "--sitemap", "auto", "--ca-file", made.authority
    )
    assert states(report) == ["done", "done"]


def test_a_file_without_a_certificate_is_told_in_one_line(run, tmp_path: Path) -> None:
    empty = tmp_path / "ca.pem"
    empty.write_text("no certificate")
    code, out, err = run("scan", "--static", "http://127.0.0.1:9/", "--ca-file", empty)
    assert (code, out) == (1, "")
    assert err.strip().endswith(f"{empty} holds no certificate in PEM (--ca-file)")


def test_what_was_not_checked_stays_told_when_a_scan_goes_on(run, secure, tmp_path) -> None:
    file = tmp_path / "scan.db"
    form = ("--static", "--no-score", "--no-ocr", "--format", "json")
    secure.hold("/")
    run("scan", *form, secure.url(), "--insecure", "--save", file, "--max-time", "0.1s")
    secure.release("/")
    _, out, _ = run("scan", *form, secure.url(), "--resume", file)
    report = json.loads(out)
    assert "they were not checked (--insecure)" in [s["reason"] for s in report["skipped"]]
    assert states(report) == ["failed"], "the file gives no leave"
