"""The site of the documents: every link leads somewhere, and axe finds nothing."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import pytest

from auditor.browser.context import open_browser
from auditor.browser.options import BrowserOptions

ROOT = Path(__file__).parents[2]
AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")
FOUND = "axe.run().then(r => r.violations.map(v => v.id + ': ' + v.nodes[0].html.slice(0, 200)))"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "-d", folder]
    environment = os.environ | {"NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return folder


def test_every_document_stands_in_it(site: Path) -> None:
    documents = [path.relative_to(ROOT / "docs") for path in (ROOT / "docs").rglob("*.md")]
    missing = [path for path in documents if not (site / path.with_suffix(".html")).exists()]
    assert missing == []


@pytest.mark.parametrize("name", ["index.html", "formats.html", "tutorials/developers.html"])
async def test_axe_finds_nothing(site: Path, name: str) -> None:
    async with open_browser(BrowserOptions()) as context:
        page = await context.new_page()
        for scheme in ("light", "dark"):
            await page.emulate_media(color_scheme=scheme)
            await page.goto((site / name).as_uri())
            await page.evaluate(AXE)
            assert await page.evaluate(FOUND) == [], (scheme, name)
