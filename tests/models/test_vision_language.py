"""What a vision-language model reads, and in which order, by a network that knows nine tokens."""

import json

import numpy as np
import pytest
from PIL import Image
from tokenizers import Tokenizer, pre_tokenizers
from tokenizers.models import WordLevel

from models.manifest import ModelError, sha256_of
from models.matching import Answered, MatchingManifest, MatchingModel
from models.vision_language import (
    VISION_LANGUAGE_FILE,
    VisionLanguageManifest,
    VisionLanguageModel,
    find_vision_language,
    load_vision_language,
)

WORDS = {"<s>": 0, "a": 1, "red": 2, "dog": 3, "▁a": 4, "▁red": 5, "USER:": 6, "?": 7}
GIVEN = {
    "name": "tiny",
    "licence": "none",
    "layers": 2,
    "groups": 1,
    "size": 4,
    "rows": 3,
    "before": (0, 6),
    "after": (7,),
    "places": 12,
    "spaced": False,
    "image_size": 8,
    "image_mean": (0.0, 0.0, 0.0),
    "image_std": (1.0, 1.0, 1.0),
    "files": {},
}


class Picture:
    def run(self, given, outputs):
        assert given["pixels"].shape == (1, 3, 8, 8)
        return [np.full((3, 4), given["pixels"].mean(), np.float32)]


class Decoder:
    """Makes the token after each likely, and likelier the brighter the picture."""

    def __init__(self):
        self.ids = []

    def run(self, given, outputs):
        self.ids += given["ids"].tolist()
        logits = np.zeros((len(given["ids"]), 8), np.float32)
        logits[np.arange(len(logits)), (given["ids"] + 1) % 8] += 1 + given["rows"].mean()
        past = given["past"]
        longer = (*past.shape[:3], past.shape[3] + len(logits), past.shape[4])
        return [logits, np.zeros(longer, np.float32)]


def model(**changed):
    manifest = VisionLanguageManifest(**(GIVEN | changed))
    tokenizer = Tokenizer(WordLevel(WORDS, unk_token="?"))
    tokenizer.pre_tokenizer = (
        pre_tokenizers.Metaspace(prepend_scheme="always")
        if manifest.spaced
        else pre_tokenizers.WhitespaceSplit()
    )
    return VisionLanguageModel(manifest, Picture(), Decoder(), tokenizer)


def test_a_picture_stands_between_what_is_said_around_it():
    looking = model().look(Image.new("RGB", (20, 10), "white"))
    looking.begin()
    assert looking.model.decoder.ids == [0, 6, -1, -2, -3, 7]


def test_a_picture_that_every_place_looks_at_takes_no_place():
    looking = model(rows=0, before=(0,), after=()).look(Image.new("RGB", (4, 4)))
    looking.begin()
    assert looking.model.decoder.ids == [0]
    assert looking.rows.shape == (3, 4)


def test_a_text_is_read_on_from_what_was_read_and_its_chances_are_those_of_its_tokens():
    white, black = (model().look(Image.new("RGB", (4, 4), name)) for name in ("white", "black"))
    found = []
    for looking in (white, black):
        begun = looking.begin()
        whole, _ = looking.read([1, 2, 3], begun)
        first, kept = looking.read([1], begun)
        second, _ = looking.read([2, 3], kept)
        assert whole == pytest.approx(np.concatenate([first, second]))
        assert looking.read([], kept)[1] is kept
        found.append(whole)
    likely = 2 - np.log(np.exp(2) + 7)
    assert found[0][1:] == pytest.approx(likely)
    assert (found[0][1:] > found[1][1:]).all()


def test_it_is_told_how_much_can_be_read():
    looking = model().look(Image.new("RGB", (4, 4)))
    begun = looking.begin()
    assert looking.room(begun) == 6
    with pytest.raises(ModelError, match="tiny reads 12 tokens and no more"):
        looking.read([1] * 7, begun)
    assert model(places=0).look(Image.new("RGB", (4, 4))).room(begun) is None


def test_a_tokenizer_that_adds_a_space_gets_none():
    assert model().tokens(" a red") == [1, 2]
    assert model(spaced=True).tokens(" a red") == [4, 5]
    assert model(text_cleaning="lower").tokens(" A  Red") == [1, 2]


def test_a_folder_is_read_and_a_file_that_was_changed_is_told(tmp_path):
    (tmp_path / "decoder.onnx").write_bytes(b"weights")
    files = {"decoder.onnx": sha256_of(tmp_path / "decoder.onnx")}
    (tmp_path / VISION_LANGUAGE_FILE).write_text(json.dumps(GIVEN | {"files": files}))
    assert find_vision_language(str(tmp_path)) == tmp_path
    (tmp_path / "decoder.onnx").write_bytes(b"others")
    with pytest.raises(ModelError, match=r"The file decoder\.onnx of the vision-language model"):
        load_vision_language(str(tmp_path))
    (tmp_path / VISION_LANGUAGE_FILE).write_text("{}")
    with pytest.raises(ModelError, match="no manifest of a vision-language model"):
        load_vision_language(str(tmp_path))


def test_a_text_matches_by_its_best_answer_and_by_both_together():
    class Said:
        def run(self, given, outputs):
            if "match" in outputs:
                return [np.array(given["seen"].sum() + given["ids"].sum(), np.float32)]
            return [np.array([0.6, 0.8], np.float32)]

    manifest = MatchingManifest("tiny", "none", 2, 8, (0, 0, 0), (1, 1, 1), {})
    tokenizer = model().tokenizer
    matching = MatchingModel(manifest, Picture(), Said(), Said(), tokenizer)
    seen = Answered(np.array([[1, 0], [0, 1]], np.float32), np.ones((1, 2, 2), np.float32))
    assert matching.contrast(seen, "dog") == pytest.approx(0.8)
    assert matching.match(seen, "a dog dog dog") == 4 + 1 + 3  # cut to two tokens
