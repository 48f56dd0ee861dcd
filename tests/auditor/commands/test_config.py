"""The configuration file, and what wins over what."""

import json
from pathlib import Path

import pytest

from auditor.store.writer import Store
from tests.conftest import Run


@pytest.fixture
def folder(tmp_path: Path, monkeypatch) -> Path:
    """A folder below a repository's root, in which the commands run."""
    (tmp_path / ".git").mkdir()
    inner = tmp_path / "site" / "pages"
    inner.mkdir(parents=True)
    monkeypatch.chdir(inner)
    return inner


def settings(run: Run, command: str = "scan") -> dict[str, tuple[object, str]]:
    """Option → value and source."""
    code, out, err = run("config", "--json")
    assert code == 0, err
    rows = json.loads(out)["settings"]
    return {
        row["option"]: (row["value"], row["source"]) for row in rows if row["command"] == command
    }


def test_the_nearest_file_upwards_holds_and_its_own_file_comes_first(run, folder) -> None:
    root = folder.parents[1]
    (root / "pyproject.toml").write_text("[tool.auditor.scan]\nmax-pages = 5\n")
    assert settings(run)["max-pages"] == (5, "file")
    (folder.parent / "pyproject.toml").write_text("[project]\nname = 'other'\n")
    assert settings(run)["max-pages"] == (5, "file")
    (root / "auditor.toml").write_text("[scan]\nmax-pages = 6\n")
    assert settings(run)["max-pages"] == (6, "file")
    (folder.parent / "auditor.toml").write_text("[scan]\nmax-pages = 7\n")
    assert settings(run)["max-pages"] == (7, "file")


def test_nothing_above_the_repository_is_read(run, folder) -> None:
    (folder / ".git").mkdir()
    (folder.parent / "auditor.toml").write_text("[scan]\nmax-pages = 7\n")
    assert settings(run)["max-pages"] == (100, "default")


def test_command_line_before_environment_before_file_before_default(
    run, folder, site, monkeypatch
) -> None:
    site["/"] = "".join(f"<a href=/{n}>{n}</a>" for n in range(6))
    for number in range(6):
        site[f"/{number}"] = "<p>page"

    def pages(*options: object) -> int:
        path = folder / "scan.db"
        path.unlink(missing_ok=True)
        assert run("scan", site.url(), "--no-score", "--save", path, *options)[0] == 0
        with Store(path) as store:
            return len(store.report().pages)

    (folder / "auditor.toml").write_text("[scan]\nstatic = true\n")
    assert pages() == 7
    (folder / "auditor.toml").write_text("[scan]\nstatic = true\nmax-pages = 5\n")
    assert pages() == 5
    monkeypatch.setenv("AUDITOR_SCAN_MAX_PAGES", "4")
    assert settings(run)["max-pages"] == ("4", "environment")
    assert pages() == 4
    assert pages("--max-pages", 3) == 3


def test_every_option_can_stand_in_the_environment_under_its_own_name(run, monkeypatch) -> None:
    found = json.loads(run("config", "--json")[1])["settings"]
    names = {(row["command"], row["option"]) for row in found}
    assert {("scan", "format"), ("report", "format"), ("report", "fail-on")} <= names
    monkeypatch.setenv("AUDITOR_SCAN_FORMAT", "json")
    monkeypatch.setenv("AUDITOR_REPORT_FAIL_ON", "weak")
    monkeypatch.setenv("AUDITOR_VERSION", "9")
    assert settings(run)["format"] == ("json", "environment")
    assert settings(run, "report")["fail-on"] == ("weak", "environment")
    monkeypatch.setenv("AUDITOR_SCAN_DEPTH", "far")
    code, _, err = run("config")
    assert code == 1
    assert "'far' is not a valid integer" in err


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[scan]\nmax-page = 5", "scan.max-page is not known; did you mean max-pages?"),
        ("[scan]\nmax_pages = 5", "did you mean max-pages?"),
        ("[scna]\nstrict = true", "there is no table scna; did you mean scan?"),
        ("strict = true", "there is no table strict"),
        ("scan = 5", "scan must be a table"),
        ("[scan]\nmax-pages = '5'", "scan.max-pages must be a whole number"),
        ("[scan]\nmax-pages = true", "scan.max-pages must be a whole number"),
        ("[scan]\nmax-pages = [5]", "scan.max-pages must be a whole number"),
        ("[scan]\nmax-pages = 0", "scan.max-pages: 0 is not in the range"),
        ("[scan]\ntimeout = 'long'", "scan.timeout must be a number"),
        ("[scan]\nstrict = 1", "scan.strict must be true or false"),
        ("[report]\nfail-on = 'seriuos'", "report.fail-on: seriuos is neither"),
        ("[report]\nfail-on = 2", "report.fail-on must be a string"),
        ("[scan]\nbaseline = 3", "scan.baseline must be a string"),
        ("[scan]\ntargets = [1]", "scan.targets must be a string or a list of them"),
        ("[[ignore]]\nrule = 'alt-emoji'", "ignore 1: reason is missing"),
        ("[scan", "is not TOML"),
    ],
)
def test_a_wrong_file_is_one_line_with_file_and_key(run, folder, text: str, words: str) -> None:
    (folder / "auditor.toml").write_text(text)
    code, out, err = run("rules")
    assert (code, out) == (1, "")
    assert str(folder / "auditor.toml") in err
    assert words in err
    assert len(err.strip().splitlines()) == 1


def test_files_are_looked_for_beside_the_configuration(run, folder, site) -> None:
    root = folder.parents[1]
    (root / "page.html").write_text("<img src=a.png alt=a.png>")
    (root / "auditor.toml").write_text("""
        [scan]
        targets = ["page.html"]
        static = true
        no-score = true
        save = "scan.db"
        fail-on = "weak"

        [[ignore]]
        rule = "alt-file-name"
        reason = "A drawing for developers."
    """)
    code, _, err = run("scan")
    assert (root / "scan.db").is_file(), err
    assert code == 0
    assert run("report", root / "scan.db", "--fail-on", "weak")[0] == 0
    assert "complete scan" in run("scan", "--resume", root / "scan.db")[2]
    out = run("config")[1]
    assert "ignores in it: 1" in out


def test_options_of_other_commands_stand_there_too(run, folder) -> None:
    (folder / "auditor.toml").write_text("[rules]\njson = true\n")
    assert json.loads(run("rules")[1])
