"""Tiny networks of open_clip's classes with seeded weights, and a tokenizer as the hub has them."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

torch = pytest.importorskip("torch", reason="the extra `export` is not installed")
open_clip = pytest.importorskip("open_clip", reason="the extra `export` is not installed")

from open_clip import factory, pretrained
from open_clip.constants import INCEPTION_MEAN, INCEPTION_STD
from safetensors.torch import save_file
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors, trainers
from transformers import PreTrainedTokenizerFast

VISION = {"image_size": 64, "layers": 2, "width": 64, "patch_size": 16, "head_width": 32}
TEXT = {"context_length": 77, "vocab_size": 49408, "width": 32, "heads": 2, "layers": 2}


def timm(name: str, pool: str, proj: str | None) -> dict[str, object]:
    return {"image_size": 64, "timm_model_name": name, "timm_pool": pool, "timm_proj": proj}


CONFIGS: dict[str, dict[str, object]] = {
    "tiny-vit": {"vision_cfg": VISION, "text_cfg": TEXT},
    "tiny-siglip": {
        "init_logit_bias": -10,
        "custom_text": True,
        "vision_cfg": timm("test_vit", "map", "none"),
        "text_cfg": TEXT
        | {"context_length": 64, "width": 64, "vocab_size": 400, "no_causal_mask": True}
        | {"hf_tokenizer_name": "nobody/nothing", "tokenizer_kwargs": {"clean": "canonicalize"}}
        | {"pool_type": "last", "proj_bias": True},
    },
    "tiny-mobileclip": {
        "custom_text": True,
        "vision_cfg": timm("fastvit_t8", "avg", None),
        "text_cfg": TEXT | {"no_causal_mask": True},
    },
    "tiny-eva": {
        "custom_text": True,
        "vision_cfg": timm("eva02_tiny_patch14_224", "token", None) | {"image_size": 224},
        "text_cfg": TEXT,
    },
    "tiny-coca": {
        "embed_dim": TEXT["width"],  # as in the real ones: the decoder looks at what is embedded
        "custom_text": True,
        "vision_cfg": VISION
        | {"attentional_pool": True, "attn_pooler_heads": 2, "output_tokens": True},
        "text_cfg": TEXT | {"context_length": 76, "embed_cls": True, "output_tokens": True},
        "multimodal_cfg": TEXT | {"context_length": 76, "attn_pooler_heads": 2},
    },
}
"""ViT, SigLIP, MobileCLIP, EVA-02 and CoCa, as open_clip describes the real ones, but small."""
TAGS = {
    "tiny-vit": {"drawn": {"hf_hub": "", "url": ""}},
    "tiny-siglip": {
        "drawn": {"mean": INCEPTION_MEAN, "std": INCEPTION_STD, "resize_mode": "squash"}
    },
    "tiny-mobileclip": {
        "drawn": {"mean": (0, 0, 0), "std": (1, 1, 1), "interpolation": "bilinear"}
    },
    "tiny-eva": {"drawn": {}},
    "tiny-coca": {"drawn": {}},
}


@pytest.fixture(scope="session", autouse=True)
def _known(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """open_clip knows the tiny architectures while these tests run."""
    folder = tmp_path_factory.mktemp("configs")
    with pytest.MonkeyPatch.context() as patch:
        for name, config in CONFIGS.items():
            path = folder / f"{name}.json"
            path.write_text(json.dumps({"embed_dim": 64} | config))
            patch.setitem(factory._MODEL_CONFIGS, name, json.loads(path.read_text()))
            patch.setitem(pretrained._PRETRAINED, name, TAGS[name])
        yield


@pytest.fixture(scope="session")
def weights(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """Makes the file of a tiny network's seeded weights."""
    folder = tmp_path_factory.mktemp("weights")

    def make(architecture: str) -> Path:
        path = folder / f"{architecture}.safetensors"
        if not path.exists():
            torch.manual_seed(0)
            state = open_clip.create_model(architecture).state_dict()
            save_file({name: value.clone() for name, value in state.items()}, path)
        return path

    return make


@pytest.fixture(scope="session")
def hub_tokenizer(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """SentencePiece's unigram model in the files of a Hugging Face tokenizer, as SigLIP has it."""
    folder = tmp_path_factory.mktemp("tokenizer")
    words = ["a", "the", "red", "blue", "disc", "bar", "dog", "cat", "on", "in", "of", "house"]
    words += ["tree", "runs", "sits", "and", "two", "three"]
    texts = [f"{one} {two} {three}" for one in words for two in words for three in words[:6]]
    tokenizer = Tokenizer(models.Unigram())
    tokenizer.normalizer = normalizers.NFKC()
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace()
    trainer = trainers.UnigramTrainer(
        vocab_size=300,
        special_tokens=["<pad>", "</s>", "<unk>"],
        unk_token="<unk>",
        show_progress=False,
    )
    tokenizer.train_from_iterator(texts, trainer)
    tokenizer.post_processor = processors.TemplateProcessing(
        single="$A </s>", special_tokens=[("</s>", 1)]
    )
    PreTrainedTokenizerFast(
        tokenizer_object=tokenizer, eos_token="</s>", pad_token="</s>", unk_token="<unk>"
    ).save_pretrained(folder)
    return folder
