"""What a store checks before it takes an extension."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from app.extension_zip import SOURCE, for_firefox, manifest, write_zip
from tests.app.extension.chromium import Extension

ROOT = Path(str(SOURCE)).parents[1]
LINT = ROOT / "tools/eslint/node_modules/.bin/addons-linter"
OF_OTHERS = {
    # `dom` is a name of ours there, and its function looks for what the browser has.
    ("UNSUPPORTED_API", "dom.openOrClosedShadowRoot is not supported", "in_page/collect.js"),
    # Called in Chromium alone, which has it; Firefox has a sidebar.
    ("UNSUPPORTED_API", "sidePanel.open is not supported", "panel/background.js"),
}
"""What the linter takes for calls of what Firefox lacks."""
DOC = ROOT / "docs" / "extension.md"


@pytest.mark.asyncio(loop_scope="session")
async def test_chromium_warns_of_nothing_in_its_manifest(alone: Extension) -> None:
    page = await alone.context.new_page()
    await page.goto("chrome://extensions")
    info = await page.evaluate("(id) => chrome.developerPrivate.getExtensionInfo(id)", alone.id)
    told = {key: info.get(key) for key in ("manifestErrors", "runtimeErrors", "installWarnings")}
    assert [each for found in told.values() if found for each in found] == []


def test_firefox_store_lint_finds_nothing(tmp_path: Path) -> None:
    """What `web-ext lint` runs, too: addons-linter."""
    if not LINT.exists():
        pytest.skip("addons-linter is not installed: ./test.sh does that where npm is")
    write_zip(tmp_path / "extension.zip", for_firefox(manifest()))
    command = [LINT, tmp_path / "extension.zip", "--output", "json"]
    out = subprocess.run(command, capture_output=True, text=True, timeout=300).stdout
    found = json.loads(out)
    told = {(each["code"], each["message"], each["file"]) for each in found["warnings"]}
    assert (found["errors"], found["notices"], told) == ([], [], OF_OTHERS)


def test_every_permission_is_explained_for_the_store() -> None:
    may = manifest()
    text = DOC.read_text("utf-8")
    kinds = (
        "permissions",
        "optional_permissions",
        "host_permissions",
        "optional_host_permissions",
    )
    assert [name for kind in kinds for name in may[kind] if f"`{name}`" not in text] == []
