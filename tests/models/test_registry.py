"""Models are found by name, precision or path."""

from pathlib import Path

import pytest

from models.manifest import ModelError
from models.registry import cached_folder, cached_name, find, known


@pytest.fixture(autouse=True)
def cached(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("AUDITOR_MODELS", str(tmp_path / "models"))
    return tmp_path


def there(name: str) -> Path:
    folder = cached_folder(name)
    folder.mkdir(parents=True)
    (folder / "manifest.json").write_text("{}")
    return folder


@pytest.mark.parametrize("name", ["hf:Some-One/a.model@fp16", "openclip:ViT-B-16:laion400m_e32"])
def test_a_name_is_the_same_after_the_way_through_the_file_system(name: str) -> None:
    assert cached_name(cached_folder(name)) == name
    folder = there(name)
    assert known()[name] == folder


def test_a_gpu_takes_half_precision_and_a_cpu_full() -> None:
    half, full = there("hf:a/b@fp16"), there("hf:a/b")
    assert find("hf:a/b", on_gpu=True) == half
    assert find("hf:a/b") == full
    assert find("hf:a/b@fp16") == half


def test_half_a_pull_is_no_model(cached: Path) -> None:
    cached_folder("hf:a/b").mkdir(parents=True)
    assert list(known()) == ["compact"]


@pytest.mark.parametrize(
    ("name", "advice"),
    [
        ("hf:a/b@int8", "auditor models pull hf:a/b --precision int8"),
        ("openclip:ViT-B-16:x", "auditor models export openclip:ViT-B-16:x"),
    ],
)
def test_a_model_that_is_absent_says_how_it_is_got(name: str, advice: str) -> None:
    with pytest.raises(ModelError, match=f"There is no model {name}.*{advice}$"):
        find(name)
