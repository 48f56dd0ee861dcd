"""The parts of the training that can be checked by hand."""

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

torch = pytest.importorskip("torch", reason="the extra `export` is not installed")
pytestmark = pytest.mark.export

import onnx

from export_onnx.compact.backbones import LEVELS, PictureTrunk, text_backbone
from export_onnx.compact.calibration import fit, pairs, read_contexts
from export_onnx.compact.compress import compress, factored
from export_onnx.compact.conse import conse
from export_onnx.compact.data import DataError, read_examples
from export_onnx.compact.measure import retrieval
from export_onnx.compact.onnx_file import write_onnx
from export_onnx.compact.parity import EXACT, ParityError, compare, require
from export_onnx.compact.training import (
    Heads,
    ReadTexts,
    Recipe,
    SeenPictures,
    TrainingSet,
    new_heads,
    read_all,
    train,
)
from export_onnx.compact.views import view
from models.scoring import calibrated
from models.session import open_session


def network(seed: int) -> torch.nn.Module:
    torch.manual_seed(seed)
    return torch.nn.Sequential(torch.nn.Linear(3 * 8 * 8, 64), torch.nn.GELU())


def test_held_out_examples_are_told_apart(data: Path) -> None:
    examples = read_examples(data / "training")
    flickr8k = [example for example in examples if example.dataset == "flickr8k"]
    assert [example.held_out for example in flickr8k] == [False] * 5 + [True] * 3
    assert {len(example.texts) for example in flickr8k if not example.held_out} == {6}
    assert all(text.strip() for example in examples for text in example.texts)


def test_missing_data_is_one_clear_line(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="cannot be read"):
        read_examples(tmp_path)


def test_only_development_rows_are_contexts(data: Path) -> None:
    assert read_contexts(data / "stimuli.json") == [
        ("A green disc", ("green", "All about discs in green. ")),
        ("A blue bar", ("blue", "All about bars in blue. ")),
    ]


def test_conse_of_a_sure_class_is_its_name() -> None:
    names = torch.nn.functional.normalize(torch.randn(1000, 384), dim=1)
    logits = torch.zeros(1, 1000)
    logits[0, 7] = 200.0
    assert torch.allclose(conse(logits, names)[0], names[7], atol=1e-5)


def test_retrieval_counts_ranks_and_wins() -> None:
    scores = np.array([[0.9, 0.2, 0.1], [0.3, 0.1, 0.5], [0.0, 0.3, 0.7]], dtype=np.float32)
    found = retrieval(scores, np.array([0, 1, 2]))
    assert found.first == pytest.approx(200 / 3)
    assert found.tenth == 100
    assert found.beats == pytest.approx(100 * (1 + 0 + 1) / 3)


def test_the_calibration_crosses_one_half_between_the_two_kinds() -> None:
    rng = np.random.default_rng(0)
    matched, others = rng.normal(2, 1, 500), rng.normal(0, 1, 5000)
    assert calibrated(1.0, fit([matched], [others])) == pytest.approx(0.5, abs=0.05)
    assert calibrated(3.0, fit([matched], [others])) > 0.9


def test_pairs_keep_every_score_once() -> None:
    own, others = pairs(np.arange(6.0).reshape(2, 3), np.array([0, 1, 1]))
    assert own.tolist() == [0, 4, 5]
    assert others.tolist() == [1, 2, 3]


def test_views_repeat_with_their_seed_and_view_0_is_the_picture() -> None:
    noise = np.random.default_rng(0).integers(0, 255, (40, 60, 3), dtype=np.uint8)
    image = Image.fromarray(noise)
    assert view(image, 0, np.random.default_rng(1)) is image
    first, again, other = (view(image, 1, np.random.default_rng(seed)) for seed in (1, 1, 2))
    assert first.tobytes() == again.tobytes() != other.tobytes()


def trained(data: TrainingSet, recipe: Recipe) -> Heads:
    heads = new_heads(PictureTrunk().tail(), text_backbone().top(1), data, recipe, seed=3)
    train(data, heads, recipe, seed=3)
    return heads


def test_heads_learn_and_repeat_with_their_seed() -> None:
    torch.manual_seed(1)
    texts = ReadTexts(
        torch.nn.functional.normalize(torch.randn(8, 4 * 384), dim=1),
        [torch.randn(3 + row % 2, 384).half() for row in range(8)],
    )
    seen = SeenPictures(
        torch.randn(8, 9, 9, 208).half(), torch.randn(8, LEVELS).half(), texts.features[:, :384]
    )
    data = TrainingSet([seen], texts, [np.array([row]) for row in range(8)], np.arange(8))
    recipe = Recipe(
        layers=1, width=32, queries=1, hidden=16, dropout=0.0, soft=0.0, epochs=30, batch=8
    )
    first, second = trained(data, recipe), trained(data, recipe)
    shown = first.picture(seen.maps.float(), seen.levels.float(), seen.conse)
    assert torch.equal(shown, second.picture(seen.maps.float(), seen.levels.float(), seen.conse))
    written = first.text(texts.features, read_all(first.text, texts.tokens, np.arange(8)))
    assert retrieval((shown @ written.T).numpy(), np.arange(8)).first == 100


def test_the_copied_tail_computes_what_the_network_computes() -> None:
    trunk = PictureTrunk()
    pixels = torch.randn(1, 3, 260, 260)
    maps, _, logits = trunk(pixels)
    cells = trunk.tail()(maps)
    assert torch.allclose(trunk.network._fc(cells.mean((1, 2))), logits, atol=1e-3)
    assert torch.allclose(trunk.network(pixels), logits, atol=1e-3)


def test_a_factored_layer_of_low_rank_computes_the_same() -> None:
    torch.manual_seed(0)
    wide = torch.nn.Linear(30, 20)
    with torch.no_grad():
        wide.weight.copy_(torch.randn(20, 4) @ torch.randn(4, 30))
    rows = torch.randn(5, 30)
    assert torch.allclose(factored(wide, 4)(rows), wide(rows), atol=1e-4)
    assert not torch.allclose(factored(wide, 3)(rows), wide(rows), atol=1e-1)


def test_a_compressed_file_is_a_quarter_and_computes_nearly_the_same(tmp_path: Path) -> None:
    whole, small = tmp_path / "whole.onnx", tmp_path / "small.onnx"
    write_onnx(network(0), torch.zeros(2, 192), whole, "x", ("y",))
    onnx.save(compress(onnx.load(whole)), small)
    assert small.stat().st_size < 0.35 * whole.stat().st_size
    batch = np.random.default_rng(0).normal(size=(5, 192)).astype(np.float32)
    parity = compare(network(0), open_session(small, "cpu"), "x", [batch])
    assert 0.999 < parity.least < 1.0 - 1e-7


def test_a_written_file_names_no_file_of_this_machine(tmp_path: Path) -> None:
    path = tmp_path / "net.onnx"
    write_onnx(network(0), torch.zeros(2, 192), path, "x", ("y",))
    assert b".py" not in path.read_bytes()
    assert b".py" not in compress(onnx.load(path)).SerializeToString()


def test_another_network_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "net.onnx"
    write_onnx(network(0), torch.zeros(2, 192), path, "x", ("y",))
    batch = np.ones((3, 192), dtype=np.float32)
    require(compare(network(0), open_session(path, "cpu"), "x", [batch]), EXACT, path)
    with pytest.raises(ParityError, match=r"net\.onnx differs from its network"):
        require(compare(network(1), open_session(path, "cpu"), "x", [batch]), EXACT, path)
