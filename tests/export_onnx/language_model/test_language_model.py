"""A tiny seeded decoder, from GGUF to ONNX, beside transformers' own class."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="the extra `export` is not installed")
gguf = pytest.importorskip("gguf", reason="the extra `export` is not installed")
pytestmark = pytest.mark.export

from tokenizers import Tokenizer
from tokenizers.models import WordLevel
from transformers import LlamaConfig, LlamaForCausalLM

from export_onnx.compact.parity import ParityError
from export_onnx.language_model.build import write_folder
from export_onnx.language_model.gguf_file import LAYER, Blocks, read_gguf
from export_onnx.language_model.parity import (
    LanguageParity,
    compare_language,
    require_close,
    transformers_scores,
)
from models.language import LanguageModel, load_language

CONFIG = {
    "vocab_size": 96,
    "hidden_size": 64,
    "intermediate_size": 96,
    "num_hidden_layers": 2,
    "num_attention_heads": 4,
    "num_key_value_heads": 2,
    "rope_theta": 5000.0,
    "rms_norm_eps": 1e-5,
    "bos_token_id": 1,
}
HF = {
    "before": "input_layernorm",
    "query": "self_attn.q_proj",
    "key": "self_attn.k_proj",
    "value": "self_attn.v_proj",
    "mixed": "self_attn.o_proj",
    "after": "post_attention_layernorm",
    "gate": "mlp.gate_proj",
    "widen": "mlp.up_proj",
    "narrow": "mlp.down_proj",
}


def names(tied: bool) -> dict[str, str]:
    """The file's names of weights by transformers'."""
    found = {
        "model.embed_tokens.weight": "token_embd.weight",
        "model.norm.weight": "output_norm.weight",
    }
    if not tied:
        found["lm_head.weight"] = "output.weight"
    for layer in range(CONFIG["num_hidden_layers"]):
        for ours, theirs in LAYER.items():
            found[f"model.layers.{layer}.{HF[ours]}.weight"] = f"blk.{layer}.{theirs}.weight"
    return found


def swapped(values: np.ndarray, heads: int) -> np.ndarray:
    """The halves of each head put as pairs, as llama.cpp writes them."""
    return values.reshape(heads, 2, -1, values.shape[1]).swapaxes(1, 2).reshape(values.shape)


def write_gguf(model: LlamaForCausalLM, path: Path, *, tied: bool) -> None:
    """Write the model, and give it the weights that its file holds."""
    writer = gguf.GGUFWriter(str(path), "llama")
    writer.add_vocab_size(CONFIG["vocab_size"])
    writer.add_embedding_length(CONFIG["hidden_size"])
    writer.add_block_count(CONFIG["num_hidden_layers"])
    writer.add_head_count(CONFIG["num_attention_heads"])
    writer.add_head_count_kv(CONFIG["num_key_value_heads"])
    writer.add_feed_forward_length(CONFIG["intermediate_size"])
    writer.add_layer_norm_rms_eps(CONFIG["rms_norm_eps"])
    writer.add_rope_freq_base(CONFIG["rope_theta"])
    writer.add_bos_token_id(1)
    state = model.state_dict()
    for theirs, name in names(tied).items():
        values = state[theirs].numpy()
        if values.ndim == 1:
            writer.add_tensor(name, values)
            continue
        heads = {"q_proj": "num_attention_heads", "k_proj": "num_key_value_heads"}.get(
            theirs.split(".")[-2]
        )
        stored = swapped(values, CONFIG[heads]) if heads else values
        kind = gguf.GGMLQuantizationType.Q8_0 if "embd" in name else gguf.GGMLQuantizationType.Q4_1
        packed = gguf.quants.quantize(stored, kind)
        writer.add_tensor(name, packed, raw_dtype=kind)
        wide = torch.tensor(gguf.quants.dequantize(packed, kind))
        if heads:
            rows = torch.tensor(swapped(np.arange(len(wide))[:, None], CONFIG[heads])[:, 0])
            wide = wide[torch.argsort(rows)]
        state[theirs].copy_(wide)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


@pytest.fixture(scope="module", params=[True, False], ids=["tied", "apart"])
def both(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[LlamaForCausalLM, LanguageModel]:
    torch.manual_seed(0)
    config = LlamaConfig(**CONFIG, tie_word_embeddings=request.param, initializer_range=0.3)
    reference = LlamaForCausalLM(config).eval()
    folder = tmp_path_factory.mktemp("language")
    write_gguf(reference, folder / "tiny.gguf", tied=request.param)
    words = {f"w{number}": number for number in range(CONFIG["vocab_size"])}
    Tokenizer(WordLevel(words, unk_token="w0")).save(str(folder / "tokenizer.json"))
    write_folder(read_gguf(folder / "tiny.gguf"), "tiny", folder)
    return reference, load_language(str(folder))


def test_a_token_is_as_likely_as_transformers_says_with_a_cache_and_without(both) -> None:
    reference, model = both
    rng = np.random.default_rng(0)
    texts = [rng.integers(2, 96, length).tolist() for length in (1, 2, 7, 30)]
    found = compare_language(model, transformers_scores(reference, 1), texts)
    assert found.tokens == 40
    assert found.reference < 1e-4
    assert found.cache < 1e-4
    require_close(found)


def test_a_place_may_hold_a_mixture_of_tokens(both) -> None:
    reference, model = both
    table = reference.get_input_embeddings().weight
    mixed = (0.25 * table[5] + 0.75 * table[9])[None]
    with torch.no_grad():
        embedded = torch.cat([table[[1]], mixed, table[[7]]])[None]
        expected = reference(inputs_embeds=embedded).logits[0].log_softmax(-1)
    kept = model.look(((5, 9), (0.25, 0.75)), model.begin())
    found, after = model.read([7], kept)
    assert found[0] == pytest.approx(float(expected[1, 7]), abs=1e-4)
    assert after.next == pytest.approx(expected[2].numpy(), abs=1e-4)


def test_blocks_are_widened_as_the_makers_of_the_format_do() -> None:
    rng = np.random.default_rng(0)
    small = Blocks(
        rng.uniform(0.01, 0.1, (4, 2, 1)).astype(np.float16),
        rng.uniform(-1, 0, (4, 2, 1)).astype(np.float16),
        rng.integers(0, 256, (4, 2, 16), dtype=np.uint8),
    )
    raw = np.concatenate([small.scales.view(np.uint8), small.minima.view(np.uint8)], -1)
    raw = np.concatenate([raw, small.numbers], -1).reshape(4, -1)
    expected = gguf.quants.dequantize(raw, gguf.GGMLQuantizationType.Q4_1)
    assert (small.widened() == expected).all()


def test_a_difference_is_an_error() -> None:
    with pytest.raises(ParityError, match=r"0\.00200"):
        require_close(LanguageParity(0.002, 0.0, 10))
