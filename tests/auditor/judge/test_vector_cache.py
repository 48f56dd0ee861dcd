"""Embeddings are kept from scan to scan, in bounds, and never stop one."""

import threading

import numpy as np
import pytest

from auditor.judge.judge import Judge
from auditor.judge.vector_cache import VectorCache
from auditor.scoring.score import Spoken
from models.encoder import Encoder, load

FIELD = Spoken("A red field", "en")
AROUND = Spoken("Colours of fields", "en", whole=False)


@pytest.fixture(scope="module")
def encoder() -> Encoder:
    return load(provider="cpu", threads=1)


def vector(number: int) -> np.ndarray:
    return np.full(256, number, dtype=np.float32)


def test_a_vector_comes_back_as_it_was_kept(tmp_path) -> None:
    VectorCache("m", tmp_path / "v.db").keep({"a": vector(1)})
    found = VectorCache("m", tmp_path / "v.db").find(["a", "b"])
    assert found.keys() == {"a"}
    assert np.array_equal(found["a"], vector(1))


def test_another_model_has_vectors_of_its_own(tmp_path) -> None:
    VectorCache("m", tmp_path / "v.db").keep({"a": vector(1)})
    assert VectorCache("n", tmp_path / "v.db").find(["a"]) == {}


def test_the_file_stays_within_its_bound_and_keeps_the_new(tmp_path) -> None:
    cache = VectorCache("m", tmp_path / "v.db", max_bytes=200_000)
    for number in range(600):
        cache.keep({str(number): vector(number)})
    assert (tmp_path / "v.db").stat().st_size < 300_000
    assert cache.find(["599"])


def test_a_damaged_file_is_replaced_with_one_line(tmp_path, caplog) -> None:
    (tmp_path / "v.db").write_bytes(b"no database at all" * 100)
    cache = VectorCache("m", tmp_path / "v.db")
    cache.keep({"a": vector(1)})
    assert cache.find(["a"])
    assert len(caplog.records) == 1


def test_a_place_that_cannot_be_written_is_said_once(tmp_path, caplog) -> None:
    (tmp_path / "file").write_text("")
    cache = VectorCache("m", tmp_path / "file" / "v.db")
    cache.keep({"a": vector(1)})
    assert cache.find(["a"]) == {}
    assert len(caplog.records) == 1


def test_two_writers_lose_nothing(tmp_path) -> None:
    caches = [VectorCache("m", tmp_path / "v.db") for _ in range(2)]

    def write(cache: VectorCache, start: int) -> None:
        for number in range(start, 40, 2):
            cache.keep({str(number): vector(number)})

    threads = [threading.Thread(target=write, args=(cache, n)) for n, cache in enumerate(caches)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(caches[0].find([str(number) for number in range(40)])) == 40


def test_a_second_judge_needs_the_model_for_nothing_new(
    tmp_path, encoder, picture_bytes, monkeypatch
) -> None:
    cache = VectorCache(encoder.fingerprint, tmp_path / "v.db")
    first = Judge(encoder, cache=cache)
    seen, texts = first.picture(picture_bytes()), first.learn([FIELD, AROUND])
    for name in ("embed_pictures", "embed_texts", "embed_sentences"):
        monkeypatch.setattr(Encoder, name, None)
    again = Judge(encoder, cache=VectorCache(encoder.fingerprint, tmp_path / "v.db"))
    assert np.array_equal(again.picture(picture_bytes()).vector, seen.vector)
    kept = again.learn([FIELD, AROUND])
    for text, made in texts.items():
        assert np.array_equal(kept[text].shared, made.shared)
        assert np.array_equal(kept[text].sentence, made.sentence)
        assert np.array_equal(kept[text].form, made.form)
