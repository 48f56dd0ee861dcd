"""Texts that are read at once are read as alone."""

import shutil
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("onnx", reason="the extra `export` is not installed")
pytestmark = pytest.mark.export

from click.testing import CliRunner

from export_onnx.compact.together import main
from models.encoder import TEXT_FILE, TOGETHER_FILE, load_folder
from models.manifest import ModelError

SHIPPED = Path("models/compact")
TEXTS = [
    "A dog.",
    "A very long and winding road leads up to a castle on a hill.",
    "Map",
    "Two children run along a beach. " * 40,
    "A woman with a pearl earring looks over her shoulder",
    "Ein Hund rennt.",
]
LANGUAGES = ["en", "", "en", "en", "en", "de"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The shipped model, with the graph for several texts."""
    folder = tmp_path_factory.mktemp("model") / "compact"
    shutil.copytree(SHIPPED, folder)
    CliRunner().invoke(main, [str(folder)], catch_exceptions=False)
    return folder


def test_each_text_is_read_as_alone_to_the_last_bit(folder: Path) -> None:
    alone, together = (load_folder(f, provider="cpu", threads=1) for f in (SHIPPED, folder))
    one, other = (model.embed_texts(TEXTS, LANGUAGES) for model in (alone, together))
    assert np.array_equal(one.shared, other.shared)
    assert np.array_equal(one.sentence, other.sentence)
    assert np.array_equal(one.form, other.form, equal_nan=True)
    assert np.array_equal(together.embed_sentences(TEXTS, LANGUAGES), one.sentence)


def test_its_weights_are_those_of_the_other_file(folder: Path) -> None:
    size = (folder / TOGETHER_FILE).stat().st_size
    assert size < (folder / TEXT_FILE).stat().st_size / 10
    with (folder / TEXT_FILE).open("r+b") as file:
        file.truncate(1000)
    with pytest.raises(ModelError, match="was changed or cut off"):
        load_folder(folder, provider="cpu")
