"""What the configuration of a repository says of a model."""

import pytest

from models.layouts import find_layout, manifest_of

FILES = ("onnx/vision_model.onnx", "onnx/text_model.onnx", "tokenizer.json", "config.json")
PREPARATION = {
    "size": {"height": 224, "width": 224},
    "image_mean": [0.5, 0.5, 0.5],
    "image_std": [0.5, 0.5, 0.5],
}


@pytest.mark.parametrize(
    ("kind", "text", "expected"),
    [
        ("clip", {"vocab_size": 49408, "max_position_embeddings": 77}, ("", 0, 0)),
        ("siglip", {"vocab_size": 32000}, ("canonicalize", 64, 1)),
        ("siglip", {"vocab_size": 32000, "pad_token_id": 3}, ("canonicalize", 64, 3)),
        # The second SigLIP has the first one's name, and its defaults where they do not hold.
        ("siglip", {"vocab_size": 256000, "pad_token_id": 1}, ("lower", 64, 0)),
    ],
)
def test_texts_are_prepared_as_the_model_was_trained(kind: str, text, expected) -> None:
    layout = find_layout([*FILES, "preprocessor_config.json"], "fp32")
    config = {"model_type": kind, "text_config": text}
    manifest = manifest_of(layout, config, PREPARATION)
    assert (manifest.text_cleaning, manifest.text_length, manifest.pad_id) == expected
