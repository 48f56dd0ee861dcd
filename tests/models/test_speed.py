"""What was measured once is remembered."""

from pathlib import Path

import pytest

from models import machine, speed
from models.manifest import read_manifest

COMPACT = Path("models/compact")


def test_a_model_is_measured_once_on_each_provider(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(machine, "_path", lambda: tmp_path / "machine.json")
    monkeypatch.setattr(speed, "COUNT", 2)
    manifest = read_manifest(COMPACT)
    assert speed.speeds(manifest) == {}
    speed.measure(COMPACT, manifest, "cpu")
    first = speed.speeds(manifest)
    assert set(first) == {"cpu"}
    assert all(first["cpu"][figure] > 0 for figure in speed.FIGURES)
    monkeypatch.setattr(speed, "load_folder", lambda *_, **__: pytest.fail("measured again"))
    speed.measure(COMPACT, manifest, "cpu")
    assert speed.speeds(manifest) == first
