"""What a store checks before it takes an extension."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from app.extension_zip import SOURCE, for_firefox, manifest, write_folder
from tests.app.extension.chromium import Extension

DOC = Path(str(SOURCE)).parents[1] / "docs" / "extension.md"


@pytest.mark.asyncio(loop_scope="session")
async def test_chromium_warns_of_nothing_in_its_manifest(alone: Extension) -> None:
    page = await alone.context.new_page()
    await page.goto("chrome://extensions")
    info = await page.evaluate("(id) => chrome.developerPrivate.getExtensionInfo(id)", alone.id)
    told = {key: info.get(key) for key in ("manifestErrors", "runtimeErrors", "installWarnings")}
    assert [each for found in told.values() if found for each in found] == []


def test_firefox_store_lint_finds_nothing(tmp_path: Path) -> None:
    lint = shutil.which("web-ext")
    if lint is None:
        pytest.skip("web-ext, the linter of Firefox's store, is not installed (npm)")
    write_folder(tmp_path / "extension", for_firefox(manifest()))
    command = [lint, "lint", "--source-dir", str(tmp_path / "extension"), "--output", "json"]
    found = json.loads(subprocess.run(command, capture_output=True, text=True, timeout=300).stdout)
    assert found["errors"] + found["warnings"] == []


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
