"""The pool that embeds for many sites, and the book of what was embedded."""

import asyncio
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from auditor.fleet import scoring
from auditor.fleet.scoring import PooledEncoder, PoolScorer, ScoringPlan, SharedVectors, VectorBook
from models.encoder import load


def vector(value: float) -> Any:
    return np.full(3, value, dtype=np.float32)


def book(tmp_path: Path) -> VectorBook:
    return VectorBook("model", tmp_path / "vectors.db")


async def test_what_was_kept_is_found(tmp_path: Path) -> None:
    known = book(tmp_path)
    assert await known.find(["a", "b"]) == {}
    await known.keep({"a": vector(1), "b": vector(2)})
    found = await known.find(["b", "a"])
    assert {key: each[0] for key, each in found.items()} == {"a": 1, "b": 2}
    assert await known.counted() == {"found": 2, "made": 2}


async def test_what_was_kept_is_there_for_the_next_fleet(tmp_path: Path) -> None:
    first = book(tmp_path)
    await first.find(["a"])
    await first.keep({"a": vector(1)})
    found = await book(tmp_path).find(["a"])
    assert found["a"][0] == 1
    assert await VectorBook("other", tmp_path / "vectors.db").find(["a"]) == {}


async def test_two_sites_with_one_picture_embed_it_once(tmp_path: Path) -> None:
    known = book(tmp_path)
    assert await known.find(["logo"]) == {}
    waiting = asyncio.create_task(known.find(["logo"]))
    await asyncio.sleep(0)
    assert not waiting.done()
    await known.keep({"logo": vector(7)})
    assert (await waiting)["logo"][0] == 7
    assert await known.counted() == {"found": 1, "made": 1}


async def test_two_that_ask_crosswise_do_not_wait_for_each_other(tmp_path: Path) -> None:
    """Each has one of the two; the second waits for the first alone."""
    known = book(tmp_path)
    assert await known.find(["a"]) == {}
    second = asyncio.create_task(known.find(["b", "a"]))
    third = asyncio.create_task(known.find(["a", "b"]))
    await asyncio.sleep(0)
    await known.keep({"a": vector(1)})
    assert list(await second) == ["a"]
    await known.keep({"b": vector(2)})
    assert set(await third) == {"a", "b"}


async def test_one_call_may_ask_twice_for_the_same(tmp_path: Path) -> None:
    assert await book(tmp_path).find(["a", "a"]) == {}


async def test_what_a_killed_task_had_claimed_is_given_to_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scoring, "CLAIM", 0.01)
    known = book(tmp_path)
    assert await known.find(["a"]) == {}
    assert await known.find(["a"]) == {}  # the first never keeps it
    await known.keep({"a": vector(1)})
    assert set(await known.find(["a"])) == {"a"}


async def test_the_memory_of_a_book_is_bounded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scoring, "MOST_KEPT", 5 * vector(0).nbytes)
    known = book(tmp_path)
    for number in range(9):
        await known.keep({f"{number}": vector(number)})
    assert len(known._known) == 5
    # What fell out is on the disk.
    assert (await known.find(["0"]))["0"][0] == 0


def test_the_pool_embeds_as_the_model_does() -> None:
    plan = ScoringPlan("compact", "cpu")
    scorers = [PoolScorer(plan), PoolScorer(plan)]

    def call(scorer: PoolScorer) -> scoring.Call:
        return lambda method, *arguments: getattr(scorer, method)(*arguments)

    model = load("compact", provider="cpu", threads=1)
    pool = PooledEncoder(model, [call(scorer) for scorer in scorers])
    image = Image.new("RGB", (64, 48), "red")
    assert np.array_equal(pool.embed_pictures([image]), model.embed_pictures([image]))
    made, own = (each.embed_texts(["A red fox"], ["en"]) for each in (pool, model))
    assert np.array_equal(made.shared, own.shared)
    assert np.array_equal(made.sentence, own.sentence)
    assert np.array_equal(pool.embed_sentences(["A red fox"], ["en"]), own.sentence)
    assert pool.manifest == model.manifest
    # In turn.
    assert sorted(map(repr, (scorer.counted() for scorer in scorers))) == [
        "{'pictures': 1, 'texts': 1}",
        "{'texts': 1}",
    ]


def test_a_scan_asks_the_book_for_nothing_when_it_has_nothing_to_ask() -> None:
    def call(method: str, *arguments: object) -> object:
        raise AssertionError(method)

    assert SharedVectors(call).find([]) == {}
