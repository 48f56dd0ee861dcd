"""The files that other people's continuous integration reads."""

import json
import os
import re
import shlex
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
import yaml

from auditor.findings import Severity
from auditor.gate.exit_code import FINDINGS, NEVER, NOT_DONE, NOTHING_FAILED, parse_fail_on

ROOT = Path(__file__).parents[1]
ACTION = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))
CI = (ROOT / "docs" / "ci.md").read_text("utf-8")
SNIPPETS = [yaml.safe_load(text) for text in re.findall(r"```yaml\n(.*?)```", CI, re.DOTALL)]
FAULT = "<title>Foxes</title><h1>Foxes</h1><img src=fox.png>"


def step(name: str) -> dict:
    return next(step for step in ACTION["runs"]["steps"] if step.get("name") == name)


@pytest.fixture
def action(tmp_path: Path):
    """Runs the audit step as a runner does, with this environment in place of a new one; gives
    the result, the outputs and the summary."""
    home = tmp_path / "action"
    (home / "scripts").mkdir(parents=True)
    (home / "scripts" / "ci.sh").symlink_to(ROOT / "scripts" / "ci.sh")
    run = home / "run.sh"
    run.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m app "$@"\n', "utf-8")
    run.chmod(0o755)
    (tmp_path / "checkout").mkdir()

    def call(**inputs: str) -> tuple[subprocess.CompletedProcess[str], dict[str, str], str]:
        output, summary = tmp_path / "output", tmp_path / "summary"
        given = {f"INPUT_{key.upper()}": value for key, value in inputs.items()}
        assert set(given) <= set(step("Audit")["env"])
        runner = {
            "GITHUB_ACTION_PATH": str(home),
            "GITHUB_OUTPUT": str(output),
            "GITHUB_STEP_SUMMARY": str(summary),
            "RUNNER_TEMP": str(tmp_path / "temp"),
            "XDG_DATA_HOME": str(tmp_path / "data"),
            "PYTHONPATH": str(ROOT),
        }
        result = subprocess.run(
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step("Audit")["run"]],
            env=os.environ | dict.fromkeys(step("Audit")["env"], "") | runner | given,
            cwd=tmp_path / "checkout",
            capture_output=True,
            text=True,
            check=False,
        )
        lines = output.read_text("utf-8").splitlines()
        outputs = dict(line.split("=", 1) for line in lines)
        return result, outputs, summary.read_text("utf-8") if summary.exists() else ""

    return call


def test_the_action_hands_every_input_over_and_none_into_a_script() -> None:
    scripts = [step["run"] for step in ACTION["runs"]["steps"] if "run" in step]
    assert not any("${{" in script for script in scripts)
    text = str(ACTION["runs"]["steps"])
    assert all(f"inputs.{name}" in text for name in ACTION["inputs"])


def test_other_peoples_actions_are_pinned_by_commit() -> None:
    texts = ((ROOT / "action.yml").read_text("utf-8"), CI)
    used = [name for text in texts for name in re.findall(r"uses: (\S+)", text)]
    theirs = [name for name in used if not name.startswith("OWNER/")]
    assert theirs
    assert all(re.fullmatch(r"[\w./-]+@[0-9a-f]{40}", name) for name in theirs), theirs


def test_texts_of_pages_are_no_commands_to_the_runner(action, tmp_path) -> None:
    """Between the two lines with a word that nobody can foretell, the runner obeys nothing."""
    text = "::add-mask::fox"
    page = f'<title>Foxes</title><img src=fox.png alt="{text}">'
    (tmp_path / "checkout" / "page.html").write_text(page, "utf-8")
    words = set()
    for _ in range(2):
        result, _, _ = action(url="page.html", args="--static --no-score")
        first, *_, last = result.stdout.splitlines()
        word = re.fullmatch(r"::stop-commands::(\w{32})", first)
        assert word
        assert last == f"::{word[1]}::"
        words.add(word[1])
    assert len(words) == 2


def test_the_audit_step_fails_on_findings_and_leaves_reports(action, tmp_path) -> None:
    (tmp_path / "checkout" / "a page.html").write_text(FAULT, "utf-8")
    (tmp_path / "checkout" / "page.html").write_text(FAULT, "utf-8")
    result, outputs, summary = action(url="page.html", args="--static\n--no-score  --strict")
    assert result.returncode == 1, result.stderr
    result, outputs, summary = action(url=" page.html\n", args="--static --no-score")
    assert result.returncode == 2, result.stderr
    assert outputs["exit-code"] == "2"
    names = {path.name for path in Path(outputs["reports"]).iterdir()}
    assert names == {"report.md", "report.html", "report.json", "report.sarif"}
    assert "1 image" in summary
    assert "1 image" in result.stdout
    result, outputs, _ = action(url="page.html", args="--static --no-score", fail_on="never")
    assert (result.returncode, outputs["exit-code"]) == (0, "0")


def test_the_audit_step_takes_inputs_as_words_and_never_as_code(action, tmp_path) -> None:
    mark = tmp_path / "mark"
    for text in (f"$(touch {mark})", f"`touch {mark}`", f"; touch {mark}", "*", "--strict"):
        result, outputs, _ = action(url=text, args="--static --no-score", fail_on=text)
        assert outputs["exit-code"] == "1", result.stdout
    assert not mark.exists()


def test_the_snippets_name_inputs_and_outputs_that_there_are() -> None:
    workflow = next(snippet for snippet in SNIPPETS if "jobs" in snippet)
    steps = workflow["jobs"]["audit"]["steps"]
    ours = next(step for step in steps if step["uses"].startswith("OWNER/REPOSITORY"))
    assert set(ours["with"]) <= set(ACTION["inputs"])
    named = re.findall(r"steps\.alt\.outputs\.([a-z-]+)", str(steps))
    assert set(named) <= set(ACTION["outputs"])


def test_the_gitlab_job_runs_here(tmp_path) -> None:
    """Its script, with this program in place of the clone and a file in place of the site."""
    (job,) = [snippet["alt-text"] for snippet in SNIPPETS if "alt-text" in snippet]
    (tmp_path / "page.html").write_text(FAULT, "utf-8")
    baseline = job["variables"]["AUDITOR_SCAN_BASELINE"]
    (tmp_path / baseline).write_text('{"schema": "auditor-baseline/1", "findings": []}', "utf-8")
    (script,) = job["script"]
    words = script.replace("https://staging.example.org/", "page.html").split()
    assert words[0].endswith("/run.sh")
    result = subprocess.run(
        [sys.executable, "-m", "app", *words[1:], "--static", "--no-score", "--no-save"],
        env=os.environ | job["variables"] | {"PYTHONPATH": str(ROOT)},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 2, result.stderr
    for name in (*job["artifacts"]["paths"], *job["artifacts"]["reports"].values()):
        assert (tmp_path / name).is_file()


def test_bitbucket_gets_a_report_and_its_annotations_by_the_hundred(tmp_path) -> None:
    asked: list[tuple[str, str, Any]] = []

    class Host(BaseHTTPRequestHandler):
        def do_PUT(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            asked.append((self.command, self.path.rpartition("/")[2], json.loads(body)))
            self.send_response(200)
            self.end_headers()

        do_POST = do_PUT

        def log_message(self, *_: object) -> None:
            pass

    annotations = [{"severity": "LOW", "external_id": str(n)} for n in range(150)]
    (tmp_path / "a.json").write_text(json.dumps(annotations), "utf-8")
    with ThreadingHTTPServer(("127.0.0.1", 0), Host) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        names = {"REPO_OWNER": "we", "REPO_SLUG": "site", "COMMIT": "ab12", "PROXY": ""}
        names["API"] = f"http://127.0.0.1:{server.server_port}"
        environment = {f"BITBUCKET_{name}": value for name, value in names.items()}
        subprocess.run(
            ["bash", ROOT / "scripts" / "bitbucket.sh", "a.json"],
            env=os.environ | environment,
            cwd=tmp_path,
            check=True,
        )
        server.shutdown()
    assert [(method, end, len(body)) for method, end, body in asked] == [
        ("PUT", "alt-texts", 4),
        ("POST", "annotations", 100),
        ("POST", "annotations", 50),
    ]
    assert asked[0][2]["result"] == "PASSED"


def test_the_hook_runs_on_files(tmp_path) -> None:
    (hook,) = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))
    config = next(snippet for snippet in SNIPPETS if "repos" in snippet)
    assert config["repos"][0]["hooks"] == [{"id": hook["id"]}]
    program, *entry = shlex.split(hook["entry"])
    assert program == "auditor"
    (tmp_path / "page.html").write_text(FAULT, "utf-8")
    (tmp_path / "README.md").write_text("# Foxes\n\n![A fox asleep](https://[bad)\n", "utf-8")

    def run(*names: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "app", *entry, *hook["args"], *names],
            env=os.environ | {"PYTHONPATH": str(ROOT), "COLUMNS": "200"},
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )

    failed = run("page.html", "README.md")
    assert failed.returncode == 2, failed.stderr
    assert "page.html:1" in "".join(failed.stdout.split())
    assert run("README.md").returncode == 0


def test_every_exit_code_and_limit_is_documented() -> None:
    for code in (NOTHING_FAILED, NOT_DONE, FINDINGS):
        assert re.search(rf"^\| {code} \|", CI, re.MULTILINE)
    table = CI.split("| fails on |")[1].split("##")[0]
    rows = re.findall(r"^\| (`.*?) \|", table, re.MULTILINE)
    named = re.findall(r"`([^`]+)`", " ".join(rows))
    assert {*Severity, NEVER} <= set(named)
    for value in named:
        parse_fail_on(value)
