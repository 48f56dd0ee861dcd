"""Proposed texts beside texts that people approved, on the command line."""

from __future__ import annotations

import json

import numpy as np
import pytest
from click.testing import CliRunner
from PIL import Image

from auditor import references
from auditor.commands import compare_texts as command
from auditor.commands.cli import cli


@pytest.fixture(autouse=True)
def metrics(monkeypatch):
    """Metrics that need no Java: the share of the words that an approved text has."""

    def fake(texts, approved, wanted):
        rows = [
            len(set(text.split()) & {word for each in group for word in each.split()})
            for text, group in zip(texts, approved, strict=True)
        ]
        return {key: np.array(rows, dtype=float) for key in wanted}

    monkeypatch.setattr(references, "reference_scores", fake)
    monkeypatch.setattr(references, "missing", lambda: {"spice": "it is not there"})


def run(*args):
    return CliRunner().invoke(cli, ["compare-texts", *map(str, args)])


def test_one_text_is_held_against_all_that_are_approved():
    given = ("--proposed", "a [red] dog", "--approved", "a dog", "--approved", "[red]", "--json")
    answer = json.loads(run(*given).stdout)
    [text] = answer["texts"]
    assert text["approved"] == ["a dog", "[red]"]
    assert text["scores"] == {"bleu_1": 3, "bleu_4": 3, "rouge_l": 3, "meteor": 3}
    assert list(answer["left_out"]) == ["spice", "cider"]


def test_a_table_of_a_file_names_every_text(tmp_path):
    file = tmp_path / "texts.csv"
    file.write_text(
        "\ufeffid,proposed,approved,approved_2\nhero,a [b] dog,a cat,\nfoot,x,y,z\n", "utf-8"
    )
    found = run(file)
    assert found.exit_code == 0, found.output
    assert "a [b] dog" in found.stdout
    assert "CIDEr" in found.stdout
    assert "Left out: it is not there." in found.stderr


def test_a_picture_beside_the_file_is_looked_at(tmp_path, monkeypatch):
    class Encoder:
        def embed_pictures(self, images):
            return np.array([[1.0, 0.0]])

        def embed_texts(self, texts):
            assert all(text.startswith("A photo depicts ") for text in texts)
            return type("Texts", (), {"shared": np.array([[0.0, 2.0] for _ in texts])})

    monkeypatch.setattr("models.encoder.load", lambda name: Encoder())
    Image.new("RGB", (4, 4)).save(tmp_path / "dog.png")
    file = tmp_path / "texts.csv"
    file.write_text("proposed,approved,picture\na dog,a cat,dog.png\na dog,a cat,\n")
    rows = json.loads(run(file, "--json").stdout)["texts"]
    assert [row["scores"]["ref_clipscore"] for row in rows] == [0.0, None]
    (tmp_path / "dog.png").write_bytes(b"no picture")
    failed = run(file)
    assert (failed.exit_code, failed.stderr.count("\n")) == (1, 1)


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("a,b\n1,2\n", "no columns `proposed` and `approved`"),
        ("proposed,approved\n", "holds no text"),
        ("proposed,approved\na dog,\n", "No approved text is given for 1"),
        (b"\xff\xfe\x00", "cannot be read as CSV"),
    ],
)
def test_a_file_that_holds_no_texts_gives_one_line(tmp_path, content, told):
    file = tmp_path / "texts.csv"
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    found = run(file)
    assert found.exit_code == 1
    assert told in found.stderr
    assert found.stderr.count("\n") == 1


def test_a_file_and_a_text_are_not_both_given(tmp_path):
    file = tmp_path / "texts.csv"
    file.write_text("proposed,approved\n")
    assert "give either FILE or --proposed" in run(file, "--proposed", "x").stderr
    assert command.SCHEMA == "auditor-compare-texts/1"
