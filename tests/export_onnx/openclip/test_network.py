"""Names, weights and tokenizers that are wrong or absent are said in one clear line."""

from collections.abc import Callable
from pathlib import Path

import pytest

torch = pytest.importorskip("torch", reason="the extra `export` is not installed")
open_clip = pytest.importorskip("open_clip", reason="the extra `export` is not installed")
pytestmark = pytest.mark.export

from export_onnx.openclip import network
from export_onnx.openclip.errors import ExportError
from export_onnx.openclip.network import OpenClipName, fetch, folded, open_network, parse
from export_onnx.openclip.tokenizer import text_rules

Weights = Callable[[str], Path]


def test_a_name_is_an_architecture_and_a_tag() -> None:
    name = parse("openclip:ViT-B-16:laion400m_e32", with_weights=False)
    assert name == OpenClipName("ViT-B-16", "laion400m_e32")
    assert str(name) == "openclip:ViT-B-16:laion400m_e32"


def test_own_weights_need_no_tag() -> None:
    assert parse("openclip:ViT-B-16", with_weights=True) == OpenClipName("ViT-B-16", "")
    with pytest.raises(ExportError, match=r"^Say which weights of ViT-B-16; known tags: openai, "):
        parse("openclip:ViT-B-16", with_weights=False)


def test_unknown_names_are_refused_with_the_known_ones() -> None:
    with pytest.raises(ExportError, match=r"no architecture ViT-Z; known .*ViT-B-32, "):
        parse("openclip:ViT-Z:openai", with_weights=False)
    with pytest.raises(ExportError, match=r"no weights moon of ViT-B-32; known tags: openai, "):
        parse("openclip:ViT-B-32:moon", with_weights=True)


def test_weights_of_another_network_are_refused(weights: Weights) -> None:
    with pytest.raises(ExportError, match=r"^The weights in tiny-vit\.safetensors do not fit tiny"):
        open_network(OpenClipName("tiny-coca", "drawn"), weights("tiny-vit"))


def test_weights_of_another_size_are_refused_with_what_differs(
    weights: Weights, tmp_path: Path
) -> None:
    state = open_clip.factory.load_state_dict(str(weights("tiny-vit")))
    state["text_projection"] = torch.zeros(3, 3)
    torch.save(state, tmp_path / "odd.pt")
    with pytest.raises(ExportError, match=r"^The weights in odd\.pt .*text_projection"):
        open_network(OpenClipName("tiny-vit", "drawn"), tmp_path / "odd.pt")


@pytest.mark.parametrize("name", ["page.pt", "page.safetensors"])
def test_a_file_that_holds_no_weights_is_refused(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text("<!doctype html><title>Not found</title>")
    with pytest.raises(ExportError, match=f"^The weights in {name} do not fit tiny-vit: ."):
        open_network(OpenClipName("tiny-vit", "drawn"), tmp_path / name)


def test_without_a_network_the_way_out_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def unreachable(*_: object) -> str:
        raise FileNotFoundError("Failed to download file for nobody. Last error: offline")

    monkeypatch.setattr(network, "download_pretrained", unreachable)
    with pytest.raises(ExportError, match=r"could not be downloaded: .* --weights FILE$"):
        fetch(OpenClipName("tiny-vit", "drawn"))


def test_a_tokenizer_that_cannot_be_had_is_said(tmp_path: Path) -> None:
    with pytest.raises(ExportError, match=r"could not be read: .* --tokenizer FOLDER$"):
        text_rules("tiny-siglip", tmp_path)


def test_folded_branches_compute_the_same(weights: Weights) -> None:
    opened = open_network(OpenClipName("tiny-mobileclip", "drawn"), weights("tiny-mobileclip"))
    small, pixels = folded(opened.model), torch.rand(1, 3, 64, 64)
    parts = [sum(1 for _ in model.modules()) for model in (small, opened.model)]
    assert parts[0] < parts[1]
    with torch.no_grad():
        expected = opened.model.encode_image(pixels, normalize=True)
        assert torch.allclose(small.encode_image(pixels, normalize=True), expected, atol=1e-4)
