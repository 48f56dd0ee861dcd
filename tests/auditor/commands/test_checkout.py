"""What a configuration file that came with a checkout may say, and what only the user may."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from platformdirs import user_config_path

from app.cli import cli
from auditor.commands.kinds import BOUNDED, Checked, OwnPath, Words, is_harmless
from auditor.commands.naming import key_of
from tests.conftest import Run


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch) -> Path:
    """A folder in which the commands run, in one that is the user's."""
    folder = tmp_path / "checkout"
    (folder / ".git").mkdir(parents=True)
    (folder / "docs").mkdir()
    monkeypatch.chdir(folder)
    return folder


@pytest.fixture
def own(checkout: Path) -> Path:
    """The user's own file."""
    path = user_config_path("auditor") / "auditor.toml"
    path.parent.mkdir(parents=True, exist_ok=True)
    yield path
    path.unlink(missing_ok=True)


def parameters() -> Iterator[tuple[str, click.Parameter]]:
    context = click.Context(cli)
    for name in cli.list_commands(context):
        command = cli.get_command(context, name)
        if not isinstance(command, click.Group):
            yield from ((name, param) for param in command.params)


PARAMETERS = [
    pytest.param(name, param, id=f"{name}-{key_of(param)}") for name, param in parameters()
]


@pytest.mark.parametrize(("name", "param"), PARAMETERS)
def test_no_option_takes_a_file_outside_or_a_secret(name, param, checkout, tmp_path) -> None:
    (tmp_path / "secret.txt").write_text("s3cr3t")
    (checkout / "link.txt").symlink_to(tmp_path / "secret.txt")
    (checkout / "folder").symlink_to(tmp_path)
    outside = ("../secret.txt", str(tmp_path / "secret.txt"), "link.txt", "folder/secret.txt")
    if getattr(param, "is_flag", False) or isinstance(param.type, BOUNDED):
        return  # it is held to its few values
    for value in outside:
        taken = is_harmless(param.type, value, checkout)
        assert not taken or isinstance(param.type, Words), value
    if not isinstance(param.type, Checked | click.Path):
        assert not is_harmless(param.type, "anything", checkout)


def test_what_takes_words_is_known_and_names_nothing() -> None:
    """A new option of this type is put here by hand, and looked at."""
    words = {f"{name} {key_of(p)}" for name, p in parameters() if isinstance(p.type, Words)}
    assert words == {
        *("report fail-on", "scan exclude", "scan fail-on", "scan include", "scan provider"),
        *("scan user-agent", "serve provider", "wiki category", "wiki contact", "wiki provider"),
        *("wiki contributions", "wiki wikiproject"),
    }


@pytest.mark.parametrize(
    "line",
    [
        'http-auth = "@../secret.txt"',
        'http-auth = "me:mine"',
        'cookie = ["@secret.txt"]',
        'header = "X: y"',
        'storage-state = "state.json"',
        'logged-in = "#bye"',
        "insecure = true",
        'map-host = "a.example=b.example"',
        'ca-file = "authority.pem"',
        'resume = "scan.db"',
        'allow-host = "localhost"',
        'save = "../scan.db"',
        'save = ".git/hooks/scan.db"',
        'output = ["report.html", "../report.html"]',
        'urls = "../secret.txt"',
        'sitemap = "../secret.txt"',
        'targets = ["../secret.txt"]',
        'targets = ["file:///etc/passwd"]',
        'decisions = "/tmp/other.db"',
        'baseline = "../secret.txt"',
        'ignores = "../secret.txt"',
        'model = "docs"',
    ],
)
def test_what_is_the_users_is_not_taken_and_told_in_a_line(run, checkout, line: str) -> None:
    (checkout.parent / "secret.txt").write_text("s3cr3t")
    (checkout / "auditor.toml").write_text(f"[scan]\n{line}\n")
    key = line.partition(" ")[0]
    code, out, err = run("config", "--json")
    assert code == 0, err
    found = json.loads(out)
    assert found["refused"] == [f"scan.{key}"]
    rows = {row["option"]: row for row in found["settings"] if row["command"] == "scan"}
    assert rows[key]["source"] == "default"
    _, _, err = run("scan", "docs/none.html")
    assert f"{checkout / 'auditor.toml'}: not taken from here: {key}." in err
    assert str(user_config_path("auditor") / "auditor.toml") in err
    assert "s3cr3t" not in err + out


def test_what_stays_in_the_folder_is_taken(run, checkout) -> None:
    (checkout / "docs" / "index.html").write_text("<p>x")
    (checkout / "auditor.toml").write_text("""
        [scan]
        targets = ["docs", "https://a.example/"]
        sitemap = "auto"
        save = "scan.db"
        output = ["-", "docs/report.html"]
        baseline = "alt-baseline.json"
        max-time = "10m"
        consent = "reject"
        fail-on = "weak"
        model = "compact"
    """)
    found = json.loads(run("config", "--json")[1])
    assert found["refused"] == []
    assert sum(row["source"] == "file" for row in found["settings"]) == 9


@pytest.mark.parametrize("name", ["report-2.html", "report.html"])
def test_a_link_that_leads_outside_is_not_written_through(run, checkout, name: str) -> None:
    (checkout / name).symlink_to(checkout.parent / "victim")
    (checkout / "auditor.toml").write_text('[scan]\noutput = "report.html"\n')
    assert json.loads(run("config", "--json")[1])["refused"] == ["scan.output"]


def test_a_folder_with_a_page_from_outside_is_not_a_target(run, checkout) -> None:
    (checkout / "docs" / "a.html").symlink_to(checkout.parent / "mine.html")
    (checkout.parent / "mine.html").write_text("<p>mine")
    (checkout / "auditor.toml").write_text('[scan]\ntargets = "docs"\n')
    assert json.loads(run("config", "--json")[1])["refused"] == ["scan.targets"]


def test_a_file_that_is_called_like_an_address_is_a_file(run, checkout) -> None:
    (checkout.parent / "mine.html").write_text("<p>mine")
    (checkout / "http:" / "a.example").mkdir(parents=True)
    (checkout / "http:" / "a.example" / "b.html").symlink_to(checkout.parent / "mine.html")
    (checkout / "auditor.toml").write_text('[scan]\ntargets = "http://a.example/b.html"\n')
    assert json.loads(run("config", "--json")[1])["refused"] == ["scan.targets"]


def test_a_list_in_the_folder_leads_to_no_file_outside(run, checkout) -> None:
    (checkout.parent / "mine.html").write_text("<p>mine")
    (checkout / "list.txt").write_text(f"{checkout.parent / 'mine.html'}\n")
    (checkout / "auditor.toml").write_text('[scan]\nurls = "list.txt"\n')
    code, out, err = run("scan", "--no-score", "--static", "--no-save")
    assert (code, out) == (1, "")
    assert "mine.html" in err


def test_a_host_of_this_network_is_the_users_to_name(run, checkout, site) -> None:
    site["/"] = "<p>x"
    (checkout / "auditor.toml").write_text(f'[scan]\ntargets = "{site.url()}"\n')
    options = ("--no-score", "--static", "--no-save")
    code, _, err = run("scan", *options)
    assert (code, site.asked) == (1, [])
    assert f"name them on the command line, or their hosts with --allow-host: {site.url()}" in err
    assert run("scan", *options, "--allow-host", "127.0.0.1")[0] == 0
    assert run("scan", *options, site.url())[0] == 0


def test_a_secret_goes_to_no_site_that_only_the_checkout_names(
    run, checkout, site, monkeypatch
) -> None:
    seen: list[bool] = []

    def answer(headers):
        seen.append("X-Token" in headers)
        return 200, {"Content-Type": "text/html"}, b"<p>x"

    site["/"] = answer
    (checkout / "auditor.toml").write_text(f'[scan]\ntargets = "{site.url()}"\n')
    monkeypatch.setenv("AUDITOR_SCAN_HEADER", "X-Token: s3cr3t")
    options = ("--no-score", "--static", "--no-save", "--allow-host", "127.0.0.1")
    code, _, err = run("scan", *options)
    assert (code, seen) == (1, [])
    assert "--header: for sites that you name" in err
    assert run("scan", *options, site.url())[0] == 0
    assert seen
    assert all(seen)


def test_the_users_own_file_may_say_all_of_it_and_comes_last(
    run, checkout, own, tmp_path, monkeypatch
) -> None:
    (tmp_path / "auth").write_text("me:s3cr3t")
    own.write_text(
        f'[scan]\nhttp-auth = "@{tmp_path / "auth"}"\nmax-pages = 3\nmax-depth = 1\n'.replace(
            "max-depth", "depth"
        )
    )
    (checkout / "auditor.toml").write_text("[scan]\nmax-pages = 4\n")
    found = json.loads(run("config", "--json")[1])
    rows = {row["option"]: row for row in found["settings"] if row["command"] == "scan"}
    assert (rows["max-pages"]["value"], rows["depth"]["value"]) == (4, 1)
    assert rows["http-auth"]["value"] == "(set, not shown)"
    assert (rows["depth"]["place"], found["own_file"]) == (str(own), str(own))
    monkeypatch.setenv("AUDITOR_SCAN_DEPTH", "2")
    found = json.loads(run("config", "--json")[1])
    rows = {row["option"]: row for row in found["settings"] if row["command"] == "scan"}
    assert rows["depth"]["source"] == "environment"


def test_a_wrong_own_file_is_one_line_too(run: Run, own: Path) -> None:
    own.write_text("[scan]\nmax-page = 3\n")
    code, _, err = run("rules")
    assert (code, len(err.strip().splitlines())) == (1, 1)
    assert f"{own}: scan.max-page is not known; did you mean max-pages?" in err


def test_a_wiki_of_this_network_is_the_users_to_name(run, checkout) -> None:
    (checkout / "auditor.toml").write_text('[wiki]\nwiki = "http://127.0.0.1:9/"\n')
    code, _, err = run("wiki", "Cat", "--no-score")
    assert code == 1
    assert "names wikis in this machine's network" in err


def test_only_what_is_told_to_be_a_users_path_is(checkout) -> None:
    (checkout / "scan.db").write_bytes(b"")
    assert is_harmless(click.Path(), "scan.db", checkout)
    assert not is_harmless(OwnPath(), "scan.db", checkout)
    assert not is_harmless(click.STRING, "scan.db", checkout)
