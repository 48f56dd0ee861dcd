"""What is said of all sites together: by SQL, as a page, as tables."""

import csv
import io
import json
import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from auditor.browser.context import open_browser
from auditor.browser.options import BrowserOptions
from auditor.catalogue import tongue
from auditor.findings import Status
from auditor.fleet.data_set import open_data
from auditor.fleet.errors import FleetError
from auditor.fleet.page import fleet_html, thumbnails_of
from auditor.fleet.records import (
    DONE,
    SCAN,
    SKIPPED,
    USES,
    FleetInfo,
    SkippedSite,
    begin_fleet,
    written,
)
from auditor.fleet.sites import ListedSite
from auditor.fleet.storage import Storage
from auditor.fleet.summary import FleetSummary, summarise
from auditor.fleet.tables import as_object, write_sites
from auditor.fleet.uses import write_uses
from auditor.fleet.work import SiteTask, figures_of
from auditor.scan.options import ScanOptions
from auditor.store.reader import StoredScan
from tests.auditor.fleet.conftest import figures
from tests.auditor.reports.conftest import jpeg
from tests.auditor.reports.test_html_look import axe
from tests.auditor.reports.test_languages import BRACKETS, HumanText, outside
from tests.auditor.scan_files import Image, write
from tests.conftest import Run

pytest.importorskip("duckdb", reason="duckdb, of the extra `fleet`, is not installed")
pytest.importorskip("pyarrow", reason="pyarrow, of the extra `fleet`, is not installed")

LOGO = Image(None, Status.MISSING, picture="logo", thumbnail=jpeg())
GOOD = Image("Harbour of Foxton", Status.OK, quality=4.2, picture="logo", page="/b")
OWN = Image("fox.png", Status.WEAK, picture="fox")


def put(storage: Storage, name: str, images: Sequence[Image], folder: Path) -> str:
    """A site that is done, its key."""
    site = ListedSite(f"https://{name}/")
    scan = write(folder / f"{name}-{len(list(folder.iterdir()))}.db", images)
    table = folder / "uses.parquet"
    with StoredScan(scan) as stored:
        write_uses(stored.report().uses, table)
        task = SiteTask(site.key, site.url, ScanOptions((site.url,)))
        found = figures_of(task, stored, scan.stat().st_size, 1.0, "")
    storage.send(scan, SCAN.format(site.key))
    storage.send(table, USES.format(site.key))
    storage.write(f"{DONE}/{site.key}.json", written(found))
    return site.key


def begin(storage: Storage, day: int = 1) -> None:
    begin_fleet(storage, FleetInfo(f"2026-01-{day:02}T00:00:00+00:00", "1.0", "compact", "ab" * 32))


@pytest.fixture(params=["folder", "memory"])
def storage(request: pytest.FixtureRequest, tmp_path: Path) -> Storage:
    place = str(tmp_path / "out") if request.param == "folder" else f"memory:/{tmp_path}"
    found = Storage(place)
    folder = tmp_path / "scans"
    folder.mkdir()
    begin(found)
    put(found, "good.org", [GOOD], folder)
    put(found, "bad.org", [LOGO, LOGO, OWN], folder)
    put(found, "middle.org", [LOGO, GOOD], folder)
    unread = figures("down.org-1", 0, reason="it answers with an error: HTTP 500")
    found.write(f"{DONE}/{unread.key}.json", written(unread))
    why = "given up after 3 tries: its worker was killed while it was read"
    gone = SkippedSite("cruel.org-1", "https://cruel.org/", why, 3, unread.started)
    found.write(f"{SKIPPED}/{gone.key}.json", written(gone))
    return found


def hosts(summary: FleetSummary) -> list[str]:
    return [site.url.split("/")[2] for site in summary.sites]


def test_sites_come_worst_first_by_what_a_page_holds(storage: Storage) -> None:
    summary = summarise(storage)
    assert hosts(summary) == ["bad.org", "middle.org", "good.org"]
    assert [site.url for site in summary.unread] == ["https://down.org-1/"]
    assert [site.url for site in summary.skipped] == ["https://cruel.org/"]
    totals = summary.totals
    assert (totals.uses, totals.open, totals.pages) == (6, 4, 4)
    assert totals.quality == pytest.approx((2.0 * 4 + 4.2 * 2) / 6)


def test_a_shared_picture_is_one_thing_to_mend(storage: Storage) -> None:
    (shared,) = summarise(storage).shared
    assert (shared.sha256, shared.sites, shared.uses, shared.open) == ("logo", 3, 5, 3)
    assert (shared.status, shared.alt_state, shared.name) == ("missing", "missing", "")
    assert shared.good == "Harbour of Foxton"


def test_sql_sees_uses_and_sites(storage: Storage) -> None:
    with open_data(storage) as data:
        names, rows = data.ask(
            "select sites.url, count(*) as n from uses join sites using (site) "
            "where status = 'missing' group by 1 order by 2 desc, 1"
        )
        assert names == ["url", "n"]
        assert list(rows) == [("https://bad.org/", 2), ("https://middle.org/", 1)]


def test_uses_of_a_site_that_is_not_done_are_not_counted(storage: Storage) -> None:
    key = ListedSite("https://bad.org/").key
    storage.remove(f"{DONE}/{key}.json")
    with open_data(storage) as data:
        assert list(data.ask("select count(*) from uses")[1]) == [(3,)]


def test_wrong_sql_is_told(storage: Storage) -> None:
    with open_data(storage) as data, pytest.raises(FleetError, match="nothing_like_this"):
        data.ask("select nothing_like_this from uses")


def test_an_output_without_a_site_is_told(tmp_path: Path) -> None:
    empty = Storage(str(tmp_path / "empty"))
    with pytest.raises(FleetError, match="holds no fleet"):
        summarise(empty)
    begin(empty)
    with pytest.raises(FleetError, match="holds no site that is done"):
        summarise(empty)


def test_the_trend_is_of_the_sites_that_both_runs_read(storage: Storage, tmp_path: Path) -> None:
    later, folder = Storage(str(tmp_path / "later")), tmp_path / "scans"
    begin(later, 8)
    put(later, "bad.org", [LOGO, OWN], folder)
    put(later, "good.org", [GOOD, OWN], folder)
    put(later, "new.org", [LOGO], folder)
    trend = summarise(later, storage).trend
    assert trend is not None
    assert (trend.came, trend.gone, trend.same_model) == (1, 1, True)
    assert (trend.then.open, trend.now.open) == (3, 3)
    assert [now.url for _, now in trend.better] == ["https://bad.org/"]
    assert [now.url for _, now in trend.worse] == ["https://good.org/"]


def test_the_tables_hold_every_site(storage: Storage) -> None:
    summary = summarise(storage)
    out = io.StringIO()
    write_sites(summary, out)
    rows = list(csv.DictReader(io.StringIO(out.getvalue().removeprefix("\ufeff"))))
    assert [row["state"] for row in rows] == ["done"] * 3 + ["unread", "given up"]
    assert (rows[0]["site"], rows[0]["open"], rows[0]["missing"]) == ("https://bad.org/", "3", "2")
    found = json.loads(json.dumps(as_object(summary)))
    assert found["totals"]["open"] == 4
    assert found["shared_pictures"][0]["open"] == 3
    assert found["trend"] is None


def test_the_page_says_all_of_it(storage: Storage) -> None:
    summary = summarise(storage)
    html = fleet_html(summary, thumbnails_of(summary, storage))
    assert "6 images on 4 pages of 3 sites: 4 ask for work" in html
    assert "3 uses of 5 ask for work, on 3 sites" in html
    assert "Harbour of Foxton" in html
    assert "HTTP 500" in html
    assert "given up after 3 tries" in html
    assert html.index("bad.org") < html.index("good.org")
    assert ("data:image/jpeg" in html) == (storage.folder is not None)


def test_the_page_says_nothing_outside_of_messages(storage: Storage) -> None:
    summary = summarise(storage)
    parser = HumanText()
    parser.feed(fleet_html(summary, {}, BRACKETS))
    left = outside("\n".join(parser.found))
    known = r"auditor|UTC|given up after 3 tries|it answers with an error: HTTP 500|\(.*\)"
    assert not re.search("[a-z]{3,}", re.sub(known, "", left.replace(summary.info.model, "")))
    assert "3 Websites" in fleet_html(summary, {}, tongue("de"))


def test_what_pages_wrote_stays_text(tmp_path: Path) -> None:
    storage, folder = Storage(str(tmp_path / "out")), tmp_path / "scans"
    folder.mkdir()
    begin(storage)
    evil = Image("</p><script>alert(1)</script>", Status.WEAK, picture="logo")
    put(storage, "a.org", [evil], folder)
    put(storage, "b.org", [evil], folder)
    html = fleet_html(summarise(storage), {})
    assert "<script" not in html
    assert "&lt;script&gt;" in html


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [320, 1280])
async def test_axe_finds_nothing_in_the_page(tmp_path: Path, width: int, scheme: str) -> None:
    now, then, folder = (tmp_path / name for name in ("now", "then", "scans"))
    folder.mkdir()
    for place, images in ((then, [OWN]), (now, [LOGO, OWN, GOOD])):
        storage = Storage(str(place))
        begin(storage)
        for name in ("a.org", "b.org", "a-very-long-name-of-a-host-that-has-no-end.example.org"):
            put(storage, name, images, folder)
        unread = figures("down.org-1", 0, reason="it answers with an error: HTTP 500")
        storage.write(f"{DONE}/{unread.key}.json", written(unread))
    summary = summarise(Storage(str(now)), Storage(str(then)))
    report = tmp_path / "report.html"
    report.write_text(fleet_html(summary, thumbnails_of(summary, Storage(str(now)))), "utf-8")
    async with open_browser(BrowserOptions()) as context:
        page = await context.new_page()
        await page.emulate_media(color_scheme=scheme)
        await page.set_viewport_size({"width": width, "height": 800})
        await page.goto(report.as_uri())
        assert await axe(page) == {"violations": [], "incomplete": []}
        assert await page.evaluate("document.documentElement.scrollWidth") == width


def test_the_commands_write_what_is_asked_for(tmp_path: Path, run: Run) -> None:
    storage, folder = Storage(str(tmp_path / "out")), tmp_path / "scans"
    folder.mkdir()
    begin(storage)
    put(storage, "a.org", [LOGO, OWN], folder)
    put(storage, "b.org", [LOGO], folder)
    out = str(tmp_path / "out")
    code, said, _ = run("fleet", "report", out)
    assert code == 0
    assert said.startswith("2 sites, 2 pages, 3 images: 3 ask for work\n")
    files = [tmp_path / f"report{ending}" for ending in (".html", ".csv", ".json")]
    code, said, _ = run("fleet", "report", out, *(w for f in files for w in ("--output", f)))
    assert (code, said) == (0, "")
    assert all(file.stat().st_size > 300 for file in files)
    code, _, said = run("fleet", "report", out, "--output", tmp_path / "report.pdf")
    assert (code, "name it .html, .csv, .json" in said) == (1, True)

    asked = "select status, count(*) as n from uses group by 1 order by 1"
    assert run("fleet", "query", "--fleet", out, asked, "--csv")[1] == (
        "status,n\nmissing,2\nweak,1\n"
    )
    assert run("fleet", "query", "--fleet", out, asked, "--json")[1] == (
        '{"status": "missing", "n": 2}\n{"status": "weak", "n": 1}\n'
    )
    assert "missing" in run("fleet", "query", "--fleet", out, asked)[1]
    assert "picture_sha256" in run("fleet", "query", "--fleet", out)[1]
    code, _, said = run("fleet", "query", "--fleet", out, "select nope")
    assert code == 1
    assert said.startswith("Error: ")
