"""Tiny seeded networks of the real classes that see and speak, as ONNX beside themselves."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="the extra `export` is not installed")
transformers = pytest.importorskip("transformers", reason="the extra `export` is not installed")
pytestmark = pytest.mark.export

from PIL import Image, ImageDraw
from tokenizers import Tokenizer, pre_tokenizers, processors
from tokenizers.models import WordLevel
from transformers import (
    Blip2Config,
    Blip2ForConditionalGeneration,
    Blip2ForImageTextRetrieval,
    InstructBlipConfig,
    InstructBlipForConditionalGeneration,
    LlavaConfig,
    LlavaForConditionalGeneration,
    PreTrainedTokenizerFast,
)

from export_onnx.compact.parity import ParityError
from export_onnx.openclip.errors import ExportError
from export_onnx.vision_language.build import build_sighted
from export_onnx.vision_language.matching import build_matching
from export_onnx.vision_language.opened import taken_apart
from export_onnx.vision_language.parity import require_near
from models.language import Floats
from models.manifest import ModelError
from models.matching import load_matching
from models.vision_language import load_vision_language

WORDS = ("</s>", "<image>", "a", "red", "dog", "runs", "on", "green", "grass", "USER:", "?")
TEXTS = ("a red dog runs", "green grass", "dog", "a a a a a a a a", "red green dog on grass", "on")
LLAMA = {
    "model_type": "llama",
    "vocab_size": 32,
    "hidden_size": 32,
    "intermediate_size": 48,
    "num_hidden_layers": 2,
    "num_attention_heads": 4,
    "num_key_value_heads": 2,
    "max_position_embeddings": 64,
    "initializer_range": 0.3,
}
OPT = {
    "model_type": "opt",
    "vocab_size": 32,
    "hidden_size": 32,
    "word_embed_proj_dim": 32,
    "ffn_dim": 48,
    "num_hidden_layers": 2,
    "num_attention_heads": 4,
    "max_position_embeddings": 64,
    "init_std": 0.3,
}
VISION = {"image_size": 32, "patch_size": 16, "hidden_size": 32, "intermediate_size": 48}
VISION |= {"num_hidden_layers": 2, "num_attention_heads": 4, "initializer_range": 0.3}
FORMER = {"vocab_size": 32, "hidden_size": 32, "encoder_hidden_size": 32, "intermediate_size": 48}
FORMER |= {"num_hidden_layers": 2, "num_attention_heads": 4, "cross_attention_frequency": 2}
QUERIED = {"vision_config": VISION, "qformer_config": FORMER, "num_query_tokens": 3}


class Processing:
    """What is asked of an image processor: squeezed into 32 × 32 pixels."""

    size = {"height": 32, "width": 32}  # noqa: RUF012
    image_mean, image_std, resample = (0.5, 0.5, 0.5), (0.25, 0.25, 0.25), 3
    do_center_crop = False

    def __call__(self, image: Image.Image, return_tensors: str) -> Any:
        squeezed = np.asarray(image.convert("RGB").resize((32, 32), Image.Resampling.BICUBIC))
        values = (squeezed / 255 - 0.5) / 0.25
        return transformers.BatchFeature({"pixel_values": values.transpose(2, 0, 1)[None]})


class Processor:
    def __init__(self) -> None:
        tokenizer = Tokenizer(WordLevel({word: i for i, word in enumerate(WORDS)}, unk_token="?"))
        tokenizer.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
        tokenizer.post_processor = processors.TemplateProcessing(
            single="</s> $A", special_tokens=[("</s>", 0)]
        )
        self.tokenizer = PreTrainedTokenizerFast(tokenizer_object=tokenizer, model_max_length=24)
        self.qformer_tokenizer = self.tokenizer
        self.image_processor = Processing()


def network(kind: str) -> Any:
    torch.manual_seed(0)
    if kind == "llava":
        vision = VISION | {"model_type": "clip_vision_model"}
        model: Any = LlavaForConditionalGeneration(
            LlavaConfig(vision_config=vision, text_config=LLAMA, image_token_index=1)
        )
    elif kind == "blip2":
        model = Blip2ForConditionalGeneration(
            Blip2Config(**QUERIED, text_config=OPT, image_token_index=1)
        )
    else:
        model = InstructBlipForConditionalGeneration(
            InstructBlipConfig(**QUERIED, text_config=LLAMA, image_token_index=1)
        )
    return drawn_weights(model)


def drawn_weights(model: Any) -> Any:
    """Questions to the picture begin as noughts, and would ask nothing."""
    for name, values in model.named_parameters():
        if "query_tokens" in name:
            torch.nn.init.normal_(values)
    return model.eval().requires_grad_(False)


def pictures() -> list[Image.Image]:
    found = []
    for colour in ("orange", "blue"):
        image = Image.new("RGB", (60, 40), "white")
        ImageDraw.Draw(image).ellipse((10, 5, 50, 35), fill=colour)
        found.append(image)
    return found


@pytest.mark.parametrize("kind", ["blip2", "instructblip", "llava"])
def test_a_text_is_as_likely_before_a_picture_as_its_network_says(
    kind: str, tmp_path: Path
) -> None:
    sighted = taken_apart(network(kind), Processor())
    parity = build_sighted(sighted, kind, "none", tmp_path / kind, (pictures(), TEXTS))
    assert parity.tokens == sum(len(text.split()) for text in TEXTS)
    assert parity.reference < 1e-4
    assert parity.cache < 1e-4
    model = load_vision_language(str(tmp_path / kind))
    one, two = (model.look(image) for image in pictures())
    tokens = model.tokens("a red dog")
    assert (one.read(tokens, one.begin())[0] != two.read(tokens, two.begin())[0]).all()
    with pytest.raises(ModelError, match="64 tokens"):
        one.read([2] * 64, one.begin())


def test_both_similarities_of_blip_2_are_those_of_its_network(tmp_path: Path) -> None:
    torch.manual_seed(0)
    reads = QUERIED | {"qformer_config": FORMER | {"use_qformer_text_input": True}}
    config = Blip2Config(**reads, text_config=OPT, image_text_hidden_size=16)
    model = drawn_weights(Blip2ForImageTextRetrieval(config))
    folder = tmp_path / "matching"
    apart = build_matching(model, Processor(), "blip2", "none", folder, (pictures(), TEXTS))
    assert apart < 1e-4
    ours = load_matching(str(folder))
    one, two = (ours.look(image) for image in pictures())
    assert abs(ours.contrast(one, TEXTS[0])) <= 1
    assert ours.match(one, TEXTS[0]) != ours.match(two, TEXTS[0])
    assert len(ours.ids("dog " * 100)) == 24


def test_what_is_no_decoder_that_sees_is_told() -> None:
    with pytest.raises(ExportError, match="known classes: Blip2For"):
        taken_apart(torch.nn.Linear(2, 2), Processor())


def test_pictures_prepared_otherwise_are_an_error() -> None:
    pixels: Floats = np.zeros((3, 4, 4), dtype=np.float32)
    require_near(pixels, pixels + 0.01)
    with pytest.raises(ParityError, match="prepared otherwise"):
        require_near(pixels, pixels + 0.1)
