import json
import re

import pytest
from click.testing import CliRunner, Result

from auditor.commands import bench as command
from auditor.commands.cli import cli


@pytest.fixture
def run(monkeypatch, benchmarks, encoder):
    """Runs `auditor bench ARGS` on the small benchmarks."""
    monkeypatch.setattr(command, "load", lambda name: encoder)

    def invoke(*args: str) -> Result:
        return CliRunner().invoke(cli, ["bench", *args, "--data", str(benchmarks)])

    return invoke


def test_json_is_one_object_with_model_seed_counts_and_intervals(run):
    result = run("coco", "--json", "--seed", "3")
    assert result.exit_code == 0
    assert json.loads(result.stdout) == {
        "bench": "coco",
        "model": {"name": "colours", "sha256": "ab" * 32},
        "scorer": "compatibility",
        "seed": 3,
        "metrics": {
            "t2i_r1": {"value": 100.0, "n": 6, "low": 100.0, "high": 100.0},
            "t2i_r10": {"value": 100.0, "n": 6, "low": 100.0, "high": 100.0},
            "i2t_r1": {"value": 100.0, "n": 3, "low": 100.0, "high": 100.0},
        },
    }


def test_the_table_names_each_figure_with_its_interval(run):
    result = run("flickr8k")
    assert result.exit_code == 0
    for key in ("expert_tau_c", "crowd_tau_b", "t2i_r1", "t2i_r10", "i2t_r1"):
        assert re.search(rf"{key} .*\d\.\d .*\d\.\d .*\d\.\d .*\d", result.stdout)


def test_only_the_figures_asked_for_are_printed(run):
    result = run(
        "contextref", "--scorer", "compatibility", "--only", "shuffled-descriptions", "--json"
    )
    assert list(json.loads(result.stdout)["metrics"]) == ["shuffled_descriptions"]
    result = run("flickr8k", "--only", "t2i_r1", "--only", "i2t-r1", "--json")
    assert list(json.loads(result.stdout)["metrics"]) == ["t2i_r1", "i2t_r1"]


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (
            ["nosuch"],
            "There is no benchmark nosuch; known: analyses, alt-quality, coco, context-ratings, "
            "contextref, cost, drawings, flickr8k, icr, icr-reference, multilingual, planted, "
            "relevance, robustness, speed, textbooks, tuned, web-alts",
        ),
        (["coco", "--scorer", "x"], "There is no scorer x; known: compatibility"),
        (
            ["web-alts", "--scorer", "clipscore"],
            "There is no scorer clipscore; known: quality, queue, rules, relevance, length",
        ),
        (
            ["web-alts", "--only", "shuffled-words"],
            "There is no figure shuffled_words; known: spearman, auc",
        ),
        (
            ["coco", "--development", "x"],
            "coco has no development rows; it is only reported on",
        ),
    ],
)
def test_an_unknown_name_gives_one_line_with_the_known_ones(run, args, message):
    result = run(*args)
    assert result.exit_code == 1
    assert result.stdout == ""
    assert result.stderr == f"Error: {message}\n"


def test_a_missing_folder_gives_one_line_that_names_it(run, tmp_path):
    result = CliRunner().invoke(cli, ["bench", "coco", "--data", str(tmp_path / "nowhere")])
    assert result.exit_code == 1
    assert result.stderr.count("\n") == 1
    assert "nowhere/benchmarks/coco/captions.json" in result.stderr


def test_torch_is_timed_by_a_process_of_its_own(run, monkeypatch, tmp_path):
    monkeypatch.setattr(command, "require_export", lambda: None)
    fake = tmp_path / "python"
    pace = {"images_per_s": 12.34, "of_torch": 1.5, "low": 1.4, "high": 1.6}
    answer = {
        "provider": "cpu",
        "threads": 2,
        "rounds": 3,
        "batches": {"8": {"onnx fp32 cpu": pace}},
    }
    fake.write_text(f"#!/bin/sh\ncat <<'END'\n{json.dumps(answer)}\nEND\n")
    fake.chmod(0o755)
    monkeypatch.setattr(command.sys, "executable", str(fake))
    table = run("speed", "--torch", "ViT-B-32").stdout
    assert re.search(r"8 │ onnx fp32 cpu │ +12\.3 │ +1\.50 │ +1\.40 │ +1\.60", table)
    assert json.loads(run("speed", "--torch", "ViT-B-32", "--json").stdout)["batches"]
    fake.write_text("#!/bin/sh\nexit 1\n")
    failed = run("speed", "--torch", "nothing")
    assert (failed.exit_code, failed.stderr) == (1, "Error: nothing was not timed: see above\n")


def test_torch_that_is_not_installed_is_asked_for(run, monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    result = run("speed", "--torch", "ViT-B-32")
    assert (result.exit_code, "This needs torch and open_clip" in result.stderr) == (1, True)
