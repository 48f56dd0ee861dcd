"""The script for a weekly run in docs/ci.md, run twice."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
CI = (ROOT / "docs" / "ci.md").read_text("utf-8")
FAULT = "<title>Foxes</title><h1>Foxes</h1><img src=fox.png>"


def test_the_weekly_script_says_what_changed_since_the_last_run(tmp_path) -> None:
    (script,) = re.findall(r"```sh\n(#!/bin/sh\n.*?)```", CI, re.DOTALL)
    tools, scans = tmp_path / "bin", tmp_path / "scans"
    tools.mkdir()
    scans.mkdir()
    days = 'echo "2026-11-0$(ls scan-*.db 2>/dev/null | wc -l)"'
    program = f'exec {shlex.quote(sys.executable)} -m app "$@"'
    for name, lines in (("auditor", program), ("date", days)):
        (tools / name).write_text(f"#!/bin/sh\n{lines}\n", "utf-8")
        (tools / name).chmod(0o755)
    (tmp_path / "weekly.sh").write_text(script, "utf-8")
    page = tmp_path / "page.html"
    page.write_text("<title>Foxes</title><img src=fox.png alt='A red fox asleep'>", "utf-8")
    (scans / "alt-baseline.json").write_text(
        '{"schema": "auditor-baseline/1", "findings": []}', "utf-8"
    )
    given = {"AUDITOR_SCAN_STATIC": "1", "AUDITOR_SCAN_NO_SCORE": "1", "PYTHONPATH": str(ROOT)}
    environment = os.environ | given | {"PATH": f"{tools}:{os.environ['PATH']}"}

    def run() -> int:
        words = ["sh", tmp_path / "weekly.sh", scans, page]
        return subprocess.run(words, env=environment, check=False).returncode

    assert run() in (0, 2)
    assert not (scans / "digest.html").exists()
    page.write_text(FAULT, "utf-8")
    assert run() == 2
    assert {"report.html", "trend.svg"} <= {path.name for path in scans.iterdir()}
    digest = (scans / "digest.html").read_text("utf-8")
    assert "no alternative text (fox.png)" in digest
