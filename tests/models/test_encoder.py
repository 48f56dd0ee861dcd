"""The shipped model gives its canonical values, whatever else is in the batch."""

import dataclasses
import shutil
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageDraw

from models.encoder import Encoder, load, load_folder
from models.manifest import ModelError, verify_files
from models.session import open_session

SHIPPED = Path("models/compact")


@pytest.fixture(scope="module")
def encoder() -> Encoder:
    return load(provider="cpu", threads=1)


def disc(colour: str) -> Image.Image:
    image = Image.new("RGB", (200, 120), "white")
    ImageDraw.Draw(image).ellipse((60, 20, 140, 100), fill=colour)
    return image


def test_the_embeddings_are_finite_float32_of_the_manifests_length(encoder: Encoder) -> None:
    pictures = encoder.embed_pictures([disc("red"), disc("blue")])
    texts = encoder.embed_texts(["A red disc.", "A blue disc.", "A dog."])
    assert pictures.shape == (2, encoder.manifest.dimension)
    assert texts.shared.shape == (3, encoder.manifest.dimension)
    assert texts.sentence.shape == (3, encoder.manifest.sentence_dimension)
    for matrix in (pictures, texts.shared, texts.sentence):
        assert matrix.dtype == np.float32
        assert np.isfinite(matrix).all()


def test_sentences_are_unit_vectors(encoder: Encoder) -> None:
    sentence = encoder.embed_texts(["A dog runs.", "Two dogs run in the park.", "A map."]).sentence
    assert np.linalg.norm(sentence, axis=1) == pytest.approx(1, abs=1e-5)
    assert float(sentence[0] @ sentence[1]) > float(sentence[0] @ sentence[2])


def test_sentences_are_those_of_the_reference(encoder: Encoder) -> None:
    """First values of all-MiniLM-L6-v2 in torch, with its weights in full precision."""
    canonical = [
        [0.0332, -0.0225, -0.0486, 0.0275, -0.0378, -0.0462, 0.0813, 0.0961],
        [0.1357, 0.0400, 0.0195, -0.0789, 0.0553, -0.0117, -0.0198, 0.0267],
    ]
    found = encoder.embed_texts(["A red disc on a white ground.", "Map of Paris"]).sentence
    assert found[:, :8] == pytest.approx(np.array(canonical), abs=5e-3)


def test_shared_embeddings_have_their_canonical_values(encoder: Encoder) -> None:
    """First and last values of the shipped files, which the build compared with torch."""
    picture = encoder.embed_pictures([disc("red")])[0]
    text = encoder.embed_texts(["A red disc on a white ground."]).shared[0]
    assert picture[:4] == pytest.approx([-0.0400, 0.0184, 0.0235, -0.0503], abs=1e-3)
    assert picture[-4:] == pytest.approx([-0.0050, -0.0069, 0.0003, -0.0015], abs=1e-3)
    assert text[:4] == pytest.approx([0.0109, -0.0059, 0.0561, 0.0463], abs=1e-3)
    assert text[-4:] == pytest.approx([-0.0351, -0.0057, 0.0175, 0.0765], abs=1e-3)


def test_a_picture_does_not_depend_on_its_batch(encoder: Encoder) -> None:
    red, blue = disc("red"), disc("blue")
    together = encoder.embed_pictures([red, blue, red])
    assert np.array_equal(together[0], together[2])
    assert np.array_equal(together[1], encoder.embed_pictures([blue])[0])


def test_a_text_does_not_depend_on_its_batch(encoder: Encoder) -> None:
    texts = ["A dog.", "A very long and winding road leads up to a castle on a hill.", "Map"]
    together, backwards = encoder.embed_texts(texts), encoder.embed_texts(texts[::-1])
    assert np.array_equal(together.shared, backwards.shared[::-1])
    assert np.array_equal(together.sentence[2], encoder.embed_texts(["Map"]).sentence[0])


def test_the_sentence_alone_is_that_of_the_whole(encoder: Encoder) -> None:
    texts = ["A dog.", "Ein Hund rennt.", "A long road leads up to a castle. " * 60]
    languages = ["en", "de", ""]
    whole = encoder.embed_texts(texts, languages).sentence
    assert np.array_equal(encoder.embed_sentences(texts, languages), whole)


def test_opened_once_more_with_other_threads_it_is_the_same_model(encoder: Encoder) -> None:
    again = encoder.with_threads(2)
    assert again is not encoder
    assert (again.fingerprint, again.provider) == (encoder.fingerprint, "cpu")
    picture = disc("red")
    np.testing.assert_allclose(
        again.embed_pictures([picture]), encoder.embed_pictures([picture]), atol=1e-5
    )


def test_threads_that_wait_leave_the_cores_to_the_other_tower() -> None:
    options = open_session(SHIPPED / "text.onnx", "cpu")._inner.get_session_options()
    assert options.get_session_config_entry("session.intra_op.allow_spinning") == "0"


def test_the_end_of_a_long_text_counts(encoder: Encoder) -> None:
    start = "The castle stands on a hill above the river. " * 60
    first, second = encoder.embed_texts([start, f"{start} A dog eats a banana. " * 2]).shared
    assert not np.allclose(first, second, atol=1e-3)


def test_a_long_text_keeps_the_length_of_a_short_one(encoder: Encoder) -> None:
    long = "The castle stands on a hill above the river. " * 60
    assert np.linalg.norm(encoder.embed_texts([long]).sentence) == pytest.approx(1, abs=1e-4)


def test_no_items_give_empty_matrices(encoder: Encoder) -> None:
    assert encoder.embed_pictures([]).shape == (0, encoder.manifest.dimension)
    assert encoder.embed_texts([]).shared.shape == (0, encoder.manifest.dimension)


def test_a_blank_text_is_refused(encoder: Encoder) -> None:
    with pytest.raises(ValueError, match="blank"):
        encoder.embed_texts(["A dog.", " "])


def test_the_model_knows_which_text_fits(encoder: Encoder) -> None:
    picture = encoder.embed_pictures([disc("orange")])
    fitting, other = encoder.embed_texts(["An orange ball.", "A crowd in a street."]).shared
    assert picture @ fitting > picture @ other


def test_all_files_are_below_100_megabytes() -> None:
    assert sum(path.stat().st_size for path in SHIPPED.iterdir()) < 100_000_000


def test_a_text_goes_to_the_tower_of_its_language(encoder: Encoder) -> None:
    texts, languages = ["A dog", "Ein Hund", "Ein Hund"], ["en", "de", ""]
    dog, german, unknown = encoder.embed_texts(texts, languages).shared
    assert dog @ german > dog @ unknown
    assert encoder.is_further("de-AT")
    assert not encoder.is_further("en")
    assert not encoder.is_further("")


def test_what_words_are_in_english_is_heard_by_as_much_as_is_known(encoder: Encoder) -> None:
    english = encoder.embed_texts(["dog"]).shared[0]
    texts = ["Hund", "Hund xyzzy", "xyzzy"]
    heard = encoder.embed_texts(texts, ["de"] * 3)
    deaf = dataclasses.replace(encoder, _texts=dataclasses.replace(encoder._texts, lexicons=None))
    alone = deaf.embed_texts(texts, ["de"] * 3)
    gains = (heard.shared - alone.shared) @ english
    assert gains[0] > gains[1] > gains[2] == 0
    assert np.array_equal(heard.sentence, alone.sentence)
    assert np.linalg.norm(heard.shared, axis=1) == pytest.approx(1, abs=0.01)


def test_what_the_form_head_cannot_say_of_a_language_is_no_number(encoder: Encoder) -> None:
    form = encoder.embed_texts(["A dog", "Ein Hund"], ["en", "de"]).form
    assert np.isfinite(form[0]).all()
    assert np.isnan(form[1]).all()


def test_a_changed_file_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "compact"
    shutil.copytree(SHIPPED, folder)
    with (folder / "tokenizer.json").open("ab") as file:
        file.write(b" ")
    with pytest.raises(ModelError, match=r"tokenizer\.json of the model compact was changed"):
        load_folder(folder)


def test_a_missing_file_is_named(encoder: Encoder, tmp_path: Path) -> None:
    manifest = dataclasses.replace(encoder.manifest, files={"text.onnx": "0"})
    with pytest.raises(ModelError, match=r"compact lacks the file text\.onnx"):
        verify_files(manifest, tmp_path)


def test_an_unknown_model_is_answered_with_the_known_ones() -> None:
    with pytest.raises(ModelError, match=r"no model big; known models: compact"):
        load("big")


def test_an_unknown_provider_is_answered_with_those_there_are() -> None:
    with pytest.raises(ModelError, match=r"provider tpu is not available; available: auto, .*cpu"):
        load(provider="tpu")


def test_a_folder_without_a_model_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"manifest\.json is missing"):
        load_folder(tmp_path)
