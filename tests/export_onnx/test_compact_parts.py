"""The parts of the training that can be checked by hand."""

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

torch = pytest.importorskip("torch", reason="the extra `export` is not installed")
pytestmark = pytest.mark.export

import onnx

from export_onnx.compact.altered import altered, vocabulary
from export_onnx.compact.backbones import CELLS, LEVELS, MAP, PictureTrunk, Untrained
from export_onnx.compact.bert import Bert, BertShape
from export_onnx.compact.calibration import fit, like, pairs, read_contexts
from export_onnx.compact.compress import compress
from export_onnx.compact.conse import conse
from export_onnx.compact.data import DataError, read_examples, read_parallel
from export_onnx.compact.heads import MEANS, OBJECT_FEATURES, Heads, Sizes, TextAnswers
from export_onnx.compact.measure import retrieval
from export_onnx.compact.onnx_file import write_onnx
from export_onnx.compact.parity import EXACT, ParityError, compare, require
from export_onnx.compact.step import UNKNOWN, Loss, ReadTexts, read_all
from export_onnx.compact.training import Recipe, SeenPictures, TrainingSet, new_heads, train
from export_onnx.compact.views import view
from models.manifest import Calibration
from models.scoring import calibrated
from models.session import open_session


def network(seed: int) -> torch.nn.Module:
    torch.manual_seed(seed)
    return torch.nn.Sequential(torch.nn.Linear(3 * 8 * 8, 64), torch.nn.GELU())


def test_held_out_examples_are_told_apart(data: Path) -> None:
    examples = read_examples(data / "training", data / "benchmarks")
    flickr8k = [example for example in examples if example.dataset == "flickr8k"]
    assert {example.held_out for example in flickr8k} == {False, True}
    assert {len(example.texts) for example in flickr8k if not example.held_out} == {8}
    assert {len(example.texts) for example in flickr8k if example.held_out} == {5}
    assert all(text.strip() for example in examples for text in example.texts)


def test_what_is_measured_on_is_not_trained_on(data: Path) -> None:
    examples = read_examples(data / "training", data / "benchmarks")
    flickr8k = [e.picture.name for e in examples if e.dataset == "flickr8k"]
    assert len(flickr8k) == 7
    assert "blue-bar.png" not in flickr8k


def test_a_book_with_many_pictures_does_not_drown_the_others(tmp_path: Path) -> None:
    (tmp_path / "training" / "textbooks").mkdir(parents=True)
    (tmp_path / "benchmarks" / "multilingual").mkdir(parents=True)
    (tmp_path / "benchmarks" / "multilingual" / "captions.json").write_text('{"images": []}')
    rows = [
        {
            "image": f"{book}-{n}.png",
            "alt": "A cell in water. It has two walls of fat.",
            "source": book,
        }
        for book, count in (("thick", 900), ("thin", 9))
        for n in range(count)
    ]
    (tmp_path / "training" / "textbooks" / "pairs.json").write_text(json.dumps(rows))
    examples = read_examples(tmp_path / "training", tmp_path / "benchmarks", ["textbooks"])
    shown = Counter[str]()
    for row, example in zip(rows, examples, strict=True):
        shown[row["source"]] += example.shown
    assert shown["thick"] == pytest.approx(192)
    assert shown["thin"] == 9
    assert examples[0].texts == ("A cell in water.", "It has two walls of fat.")


def test_translations_are_read_by_language(data: Path) -> None:
    assert read_parallel(data / "training")["de"][0] == "ein red disc"


def test_missing_data_is_one_clear_line(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="cannot be read"):
        read_examples(tmp_path, tmp_path)


def test_only_development_rows_are_contexts(data: Path) -> None:
    assert read_contexts(data / "benchmarks" / "contextref" / "stimuli.json") == [
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


def test_a_translation_is_calibrated_to_say_what_its_original_says() -> None:
    english = np.array([[0.1, 0.5], [0.4, 0.2]])
    found = like(english, english / 2 - 0.1, Calibration(4.0, -1.0))
    assert (found.slope, found.intercept) == pytest.approx((8.0, -0.2))


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


def test_one_word_is_exchanged_for_another_of_its_kind() -> None:
    known = vocabulary(["A red ball.", "A blue ball.", "Three men in hats."])
    rng = np.random.default_rng(0)
    forms = {altered("A red house.", known, rng) for _ in range(200)}
    assert "A blue house." in forms
    assert "An orange house." in forms
    assert all(form and form.endswith(" house.") and "red" not in form for form in forms)


def test_the_case_of_the_word_that_goes_is_kept() -> None:
    known = vocabulary([])
    rng = np.random.default_rng(0)
    assert str(altered("A DOG", known, rng)).isupper()
    assert str(altered("Dog", known, rng)).istitle()


def test_a_noun_is_a_word_that_often_ends_what_is_named() -> None:
    known = vocabulary(["The kite in the sky."] * 20 + ["The edge of it."] * 20)
    assert known["kite"].words == known["sky"].words == ("kite", "sky")
    assert "edge" not in known


def test_a_text_without_such_a_word_has_no_altered_form() -> None:
    rng = np.random.default_rng(0)
    assert altered("Portrait of Ada Lovelace", vocabulary([]), rng) is None
    assert altered("From left to right", vocabulary([]), rng) is None


def read_texts(count: int) -> ReadTexts:
    return ReadTexts(
        torch.nn.functional.normalize(torch.randn(count, MEANS * 384), dim=1),
        [torch.randn(3 + row % 2, 384).half() for row in range(count)],
        torch.nn.functional.normalize(torch.randn(count, 384), dim=1),
        torch.cat([torch.eye(count, 80)[:-1], torch.full((1, 80), UNKNOWN)]),
    )


def training_data() -> TrainingSet:
    """Eight pictures with a text each; the first six texts have an altered form. The last two rows
    translate the first two."""
    torch.manual_seed(1)
    maps = torch.randn(8, 9, 9, MAP).half()
    with torch.no_grad():
        logits = PictureTrunk().tail()(maps.float())[1]
    return TrainingSet(
        views=[SeenPictures(maps, torch.randn(8, LEVELS).half(), logits)],
        objects=torch.randn(8, OBJECT_FEATURES).half(),
        names=torch.nn.functional.normalize(torch.randn(1000, 384), dim=1),
        middle=torch.zeros(384),
        texts=read_texts(16),
        owned=[np.array([row]) for row in range(8)],
        altered=np.array([8, 9, 10, 11, 12, 13] + [-1] * 10),
        translations=np.array([[0, 14], [1, 15]]),
        groups=np.arange(8),
        shown=np.ones(8),
        chosen=np.arange(8),
    )


def recipe(kept: float = 0.5, altered: int = 8) -> Recipe:
    return Recipe(
        sizes=Sizes(width=32, queries=1, hidden=16, dropout=0.0),
        epochs=30,
        batch=8,
        altered=altered,
        unseen=0.0,
        averaged=0.5,
        loss=Loss(soft=0.0, kept=kept),
    )


def text_layers() -> torch.nn.ModuleList:
    torch.manual_seed(2)
    return Bert(BertShape(vocabulary=8, positions=8, layers=2)).top(1)


def trained(data: TrainingSet, recipe: Recipe) -> Heads:
    heads = new_heads(PictureTrunk().tail(), text_layers(), data, recipe, seed=3)
    train(data, heads, recipe, seed=3)
    return heads


def said(heads: Heads, data: TrainingSet) -> TextAnswers:
    rows = np.arange(len(data.texts.tokens))
    return heads.text(data.texts.means, read_all(heads.text, data.texts.tokens, rows))


def scores(heads: Heads, data: TrainingSet) -> np.ndarray:
    """Pictures by texts, the altered ones after the own."""
    seen = data.views[0]
    cells, logits = heads.tail(seen.maps.float())
    shown = heads.picture(cells, seen.levels.float(), conse(logits, data.names))
    texts = said(heads, data)
    objects = heads.objects(data.objects.float()) @ texts.objects.T
    return (shown @ texts.learned.T + objects)[:, :14].numpy()


@pytest.fixture(scope="module")
def found() -> np.ndarray:
    """The scores after training on `training_data`."""
    data = training_data()
    return scores(trained(data, recipe()), data)


def test_heads_learn_and_repeat_with_their_seed(found: np.ndarray) -> None:
    data = training_data()
    assert np.array_equal(found, scores(trained(data, recipe()), data))
    assert retrieval(found[:, :8], np.arange(8)).first == 100
    own, changed = found.diagonal()[:6], found[:, 8:].diagonal()
    assert (own > changed + 0.3).all()


def test_texts_say_the_classes_they_name_and_find_their_translations() -> None:
    data = training_data()
    texts = said(trained(data, recipe()), data)
    assert (texts.named[:14].argmax(1) == torch.arange(14)).float().mean() > 0.9
    near = texts.learned[:2] @ texts.learned[14:].T
    assert (near.diagonal() > near.flip(1).diagonal() + 0.2).all()


def test_pictures_of_one_group_are_no_mistakes_for_each_other() -> None:
    data = training_data()
    apart = scores(trained(data, recipe()), data)
    together = replace(data, groups=np.array([0, 0, 2, 3, 4, 5, 6, 7]))
    alike = scores(trained(together, recipe()), data)
    assert alike[0, 1] + alike[1, 0] > apart[0, 1] + apart[1, 0]


def test_altered_texts_are_told_apart_because_they_were_shown(found: np.ndarray) -> None:
    data = training_data()
    unseen = scores(trained(data, recipe(altered=0)), data)
    ahead = [(each.diagonal()[:6] - each[:, 8:].diagonal()).mean() for each in (found, unseen)]
    assert ahead[0] > ahead[1] + 0.1


def test_the_classes_stay_what_they_were_as_far_as_that_is_asked_for() -> None:
    data = training_data()
    before = data.views[0].logits.softmax(1)

    def moved(kept: float) -> float:
        heads = trained(data, recipe(kept=kept))
        now = heads.tail(data.views[0].maps.float())[1].softmax(1)
        return float((now - before).abs().sum(1).mean())

    assert moved(kept=2.0) < 0.5 * moved(kept=0.0)


def test_trunk_and_tail_compute_what_the_network_computes() -> None:
    trunk = PictureTrunk()
    pixels = torch.randn(2, 3, 260, 260)
    with torch.no_grad():
        maps, levels, logits = Untrained(trunk)(pixels)
        assert torch.allclose(trunk.network(pixels), logits, atol=1e-3)
        assert trunk.tail()(maps)[0].shape[1] == CELLS
    assert levels.shape == (2, LEVELS)


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
