"""`auditor models`: what is there, whether it is whole, and how a model is got."""

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from auditor.commands import models as command
from auditor.commands.cli import cli
from models import machine

COMPACT = Path("models/compact")


@pytest.fixture(autouse=True)
def cached(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder of models."""
    monkeypatch.setenv("AUDITOR_MODELS", str(tmp_path))
    return tmp_path


def run(*arguments: str) -> Result:
    return CliRunner().invoke(cli, ["models", *arguments])


def test_the_shipped_model_is_listed_with_the_figures_of_its_own_files() -> None:
    (row,) = json.loads(run("list", "--json").stdout)
    assert (row["name"], row["shipped"], row["precision"]) == ("compact", True, "fp32")
    assert row["figures"]["flickr8k"]["expert_tau_c"] == 50.6
    assert 60 < row["megabytes"] < 100


def test_the_list_says_terms_languages_and_speed_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "recall", lambda key, figure: 7.0 if key.endswith("cpu") else None)
    said = run("list").stdout
    assert "Terms: " in said
    assert "Languages: af, am, ar" in said
    assert "Here: 7 images/s and 7 texts/s on cpu" in said
    assert "flickr8k: expert_tau_c 50.6" in said


def test_a_model_that_cannot_be_read_does_not_hide_the_others(cached: Path) -> None:
    broken = cached / "hf--someone--broken"
    broken.mkdir()
    (broken / "manifest.json").write_text("{")
    result = run("list")
    assert "hf:someone/broken cannot be used: " in result.stderr
    assert "compact" in result.stdout


def test_whole_files_are_verified() -> None:
    assert run("verify").stdout == "compact: 9 files are as they were made\n"


@pytest.mark.parametrize("harm", ["truncated", "changed", "absent"])
def test_a_file_that_is_not_as_it_was_made_is_named(cached: Path, harm: str) -> None:
    folder = cached / "copy"
    shutil.copytree(COMPACT, folder)
    path = folder / "tokenizer.json"
    whole = path.read_bytes()
    if harm == "absent":
        path.unlink()
    else:
        path.write_bytes(whole[:1000] if harm == "truncated" else whole[:-1] + b" ")
    result = run("verify", str(folder))
    assert result.exit_code == 1
    assert result.stderr.startswith("Error: ")
    assert "tokenizer.json" in result.stderr
    assert result.stderr.count("\n") == 1


def test_an_unknown_model_is_met_with_those_there_are() -> None:
    result = run("verify", "nothing")
    assert result.stderr == "Error: There is no model nothing; known models: compact\n"


def test_without_the_extra_an_export_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command.importlib.util, "find_spec", lambda _: None)
    result = run("export", "openclip:ViT-B-32:laion2b_s34b_b79k")
    assert result.exit_code == 1
    assert "python -m pip install 'alt-text-auditor[export]'" in result.stderr


@pytest.mark.parametrize("words", [("pull", "compact"), ("export", "someone/model")])
def test_a_name_of_another_kind_is_refused(words: tuple[str, str]) -> None:
    assert run(*words).exit_code == 2


def test_recommended_models_are_listed_with_how_each_is_got(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(machine, "recall", lambda key, figure: 40.0)
    said = run("recommend").stdout
    assert "Get it with: auditor models pull siglip2-base" in said
    assert "Languages: many" in said
    assert "estimated" in said
    rows = json.loads(run("recommend", "--json").stdout)
    assert all(row["licence"] and row["source"] for row in rows)


def test_the_default_is_said_and_set(cached: Path) -> None:
    assert run("default").stdout == "compact\n"
    result = run("default", "nosuch")
    assert result.exit_code == 1
    assert "There is no model nosuch" in result.stderr
    assert run("default", "compact").exit_code == 0


def test_a_pulled_model_becomes_the_default_when_that_is_asked_for(
    cached: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def pulled(repository: str, **given: object) -> Path:
        shutil.copytree(COMPACT, cached / "clip-vit-b-32")
        return cached / "clip-vit-b-32"

    monkeypatch.setattr("models.pull.pull", pulled)
    result = run("pull", "clip-vit-b-32", "--default")
    assert result.exit_code == 0, result.output
    assert "clip-vit-b-32 scores from now on" in result.stdout
    assert run("default").stdout == "clip-vit-b-32\n"


def test_what_nobody_recommends_is_said_to_be_unknown(cached: Path) -> None:
    result = run("pull", "huge")
    assert result.exit_code == 2
    assert "No model huge is recommended" in result.stderr
