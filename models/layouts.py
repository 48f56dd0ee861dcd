"""How repositories lay out ready ONNX pairs, and what their configuration says of a model."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any

from models.manifest import (
    BICUBIC,
    BILINEAR,
    LONGEST,
    SHORTEST,
    SQUASH,
    Calibration,
    Manifest,
    ModelError,
)

UNCALIBRATED = Calibration(40.0, -9.0)
"""For a cosine of which nothing was measured here: even odds at 0.225, between what CLIP gives
texts of the picture and others. It puts texts in order; as a probability it means little."""
CLIP_TOKENS, SIGLIP_TOKENS = 77, 64
"""Length of a text."""
GEMMA_TOKENS = 256_000
"""Size of a vocabulary."""
_SUFFIXES = {"fp32": ("",), "fp16": ("_fp16",), "int8": ("_quantized", "_int8")}
_PILLOW_FILTERS = {2: BILINEAR, 3: BICUBIC}
_RESIZES = {"shortest": SHORTEST, "longest": LONGEST, "squash": SQUASH}

Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Layout:
    """Which files of a repository make a model."""

    picture: str
    text: str
    tokenizer: str
    weights: tuple[str, ...]
    """Further files of the towers, which lie beside them under the names that the towers know."""
    config: str
    preprocessing: str
    transformers: bool
    """True: as transformers exports it; False: as open_clip's configuration goes along."""

    @property
    def files(self) -> tuple[str, ...]:
        towers = (self.picture, self.text, *self.weights)
        return (self.config, self.preprocessing, self.tokenizer, *towers)


def find_layout(paths: Collection[str], precision: str, picture: str | None = None) -> Layout:
    """The pair of towers among a repository's files; `picture`: the precision of the picture tower
    where that is another. Raises ModelError saying what there is."""
    suffixes = product(_SUFFIXES[picture or precision], _SUFFIXES[precision], ("onnx/", ""))
    for seen, told, folder in suffixes:
        layout = _layout(
            paths,
            f"{folder}vision_model{seen}.onnx",
            f"{folder}text_model{told}.onnx",
            ("tokenizer.json", "preprocessor_config.json"),
            transformers=True,
        )
        if layout:
            return layout
    files = ("textual/tokenizer.json", "visual/preprocess_cfg.json")
    open_clip = _layout(paths, "visual/model.onnx", "textual/model.onnx", files, transformers=False)
    if open_clip and precision == "fp32":
        return open_clip
    found = ", ".join(sorted(path for path in paths if path.endswith(".onnx"))) or "none"
    raise ModelError(
        f"It has no pair of towers in {precision} with tokenizer.json and a configuration; "
        f"its ONNX files: {found}"
    )


def _layout(
    paths: Collection[str], picture: str, text: str, files: tuple[str, str], *, transformers: bool
) -> Layout | None:
    tokenizer, preprocessing = files
    if not {picture, text, tokenizer, preprocessing, "config.json"} <= set(paths):
        return None
    beside = (f"{tower}{ending}" for tower in (picture, text) for ending in ("_data", ".data"))
    weights = tuple(path for path in beside if path in paths)
    names = [path.rpartition("/")[2] for path in weights]
    if len(set(names)) < len(names):
        raise ModelError("Both towers keep their weights in files of one name")
    return Layout(picture, text, tokenizer, weights, "config.json", preprocessing, transformers)


def manifest_of(layout: Layout, config: Json, preprocessing: Json) -> Manifest:
    """What the configuration says; name, terms, inputs, outputs, sizes of vectors and hashes are
    not in it and stay empty. Raises ModelError."""
    describe = _of_transformers if layout.transformers else _of_open_clip
    try:
        return describe(config, preprocessing)
    except (KeyError, TypeError, ValueError) as error:
        raise ModelError(f"Its configuration is not complete: {error!r}") from error


def _manifest(size: int, mean: Any, std: Any, max_tokens: int, **fields: Any) -> Manifest:
    return Manifest(
        name="",
        version="",
        licence="",
        image_size=size,
        image_mean=_triple(mean),
        image_std=_triple(std),
        dimension=0,
        sentence_dimension=0,
        max_tokens=max_tokens,
        languages=("en",),
        compatibility=UNCALIBRATED,
        relevance=UNCALIBRATED,
        files={},
        image_exact=True,
        normalise=True,
        opset=0,
        **fields,
    )


def _of_transformers(config: Json, preprocessing: Json) -> Manifest:
    """CLIP and SigLIP as transformers 5 writes their config.json and preprocessor_config.json."""
    text = config.get("text_config", {})
    siglip = str(config["model_type"]).startswith("siglip")
    size, resize = _size(preprocessing)
    tokens = int(text.get("max_position_embeddings", SIGLIP_TOKENS if siglip else CLIP_TOKENS))
    # MobileCLIP takes pixels from 0 to 1 as they are, and states neither mean nor deviation.
    as_it_is = preprocessing.get("do_normalize") is False
    return _manifest(
        size,
        (0, 0, 0) if as_it_is else preprocessing["image_mean"],
        (1, 1, 1) if as_it_is else preprocessing["image_std"],
        tokens,
        image_resize=resize,
        image_filter=_PILLOW_FILTERS[preprocessing.get("resample", 3)],
        # SigLIP was trained on texts filled up to its window, and reads the last place.
        text_length=tokens if siglip else 0,
        **(_siglip_texts(text) if siglip else {}),
    )


def _siglip_texts(text: Json) -> Json:
    """SigLIP 2 calls itself "siglip" too, but has Gemma's tokenizer: texts in lower case, filled up
    with 0, whatever its configuration was filled up with."""
    if int(text.get("vocab_size", 0)) >= GEMMA_TOKENS:
        return {"pad_id": 0, "text_cleaning": "lower"}
    return {"pad_id": int(text.get("pad_token_id", 1)), "text_cleaning": "canonicalize"}


def _of_open_clip(config: Json, preprocessing: Json) -> Manifest:
    """open_clip 3.3's model configuration, and its PreprocessCfg."""
    text = config["text_cfg"]
    size = preprocessing["size"]
    tokens = int(text.get("context_length", CLIP_TOKENS))
    cleaning = text.get("tokenizer_kwargs", {}).get("clean", "")
    return _manifest(
        _square(size if isinstance(size, list) else [size, size]),
        preprocessing["mean"],
        preprocessing["std"],
        tokens,
        image_resize=_RESIZES[preprocessing.get("resize_mode", "shortest")],
        image_filter=preprocessing.get("interpolation", BICUBIC),
        text_length=tokens,
        pad_id=int(text.get("pad_id", 0)),
        text_cleaning=cleaning,
    )


def _size(preprocessing: Json) -> tuple[int, str]:
    """The side of the square, and how a picture comes to it."""
    size, crop = preprocessing["size"], preprocessing.get("crop_size")
    shortest = size if isinstance(size, int) else size.get("shortest_edge")
    if shortest is None:
        return _square([size["height"], size["width"]]), SQUASH
    if not preprocessing.get("do_center_crop", True) or crop is None:
        raise ModelError("Its pictures are not made square, which is not known here")
    side = _square([crop, crop] if isinstance(crop, int) else [crop["height"], crop["width"]])
    if side != shortest:
        raise ModelError(f"Its pictures are cut from {shortest} to {side}, which is not known here")
    return side, SHORTEST


def _square(sides: list[int]) -> int:
    if sides[0] != sides[1]:
        raise ModelError(f"Its pictures are {sides[0]} by {sides[1]}, which is not known here")
    return int(sides[0])


def _triple(values: Any) -> tuple[float, float, float]:
    red, green, blue = map(float, values)
    return red, green, blue
