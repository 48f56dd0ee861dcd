"""Opens a network that sees and speaks, and takes it apart: what there is to export."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from PIL import Image
from tokenizers import Tokenizer
from torch import nn

from export_onnx.openclip.errors import ExportError, reason
from export_onnx.openclip.network import Network, quiet
from export_onnx.openclip.tokenizer import TextRules
from export_onnx.vision_language.causal import CachedDecoder, CacheShape, cache_shape
from export_onnx.vision_language.coca import CocaDecoder, coca_shape
from export_onnx.vision_language.parity import Reference
from export_onnx.vision_language.pictures import (
    ProjectedPicture,
    QueriedPicture,
    TokensOfPicture,
)
from models.language import Floats
from models.manifest import BICUBIC, BILINEAR, SHORTEST, SQUASH

INSTRUCTION = "Describe the picture to a reader who cannot see it."
"""What InstructBLIP's questions to the picture are put with."""
LLAVA = ("USER: ", "\n")
"""What stands around a picture in LLaVA's conversations."""


@dataclass(frozen=True, slots=True)
class Preparation:
    """How pictures are made ready."""

    size: int
    mean: Sequence[float]
    std: Sequence[float]
    resize: str
    resampling: str


@dataclass(frozen=True, slots=True)
class SightedNetwork:
    """A network in the parts that are exported, and the whole to compare them with."""

    picture: nn.Module
    decoder: nn.Module
    shape: CacheShape
    width: int
    """Of a picture's row."""
    rows: int
    """As in the manifest."""
    before: Sequence[int]
    after: Sequence[int]
    places: int
    tokenizer: Tokenizer
    spaced: bool
    cleaning: str
    """One of models.texts.CLEANINGS."""
    preparation: Preparation
    reference: Reference
    processed: Callable[[Image.Image], Floats] | None
    """Pixels by the network's own processor; None: it is open_clip's, which ours follows."""


def from_hub(source: str) -> tuple[Any, Any]:
    """Network and processor of a repository or folder. Raises ExportError."""
    import transformers
    from transformers import AutoConfig, AutoProcessor

    with quiet():
        try:
            named = AutoConfig.from_pretrained(source).architectures or [""]
            kind = getattr(transformers, named[0]) if named[0] in (*KINDS, MATCHING) else None
            if kind is None:
                raise ExportError(f"{source} is {named[0] or 'of no known class'}; {_KNOWN}")
            network = kind.from_pretrained(source, dtype=torch.float32)
            processor = AutoProcessor.from_pretrained(source)
        except (OSError, ValueError, ImportError) as error:
            raise ExportError(f"{source} could not be opened: {reason(error)}") from error
    return network.eval().requires_grad_(False), processor


def taken_apart(model: Any, processor: Any) -> SightedNetwork:
    """A BLIP-2, InstructBLIP or LLaVA of transformers. Raises ExportError for another kind, or an
    encoder-decoder (T5)."""
    kind = type(model).__name__
    if kind not in KINDS:
        raise ExportError(f"{kind} cannot be exported; {_KNOWN}")
    text = model.config.text_config
    if text.is_encoder_decoder:
        raise ExportError(
            f"this {kind} reads by an encoder and a decoder; only decoders can be had"
        )
    tokenizer = processor.tokenizer
    around: tuple[Sequence[int], Sequence[int]] = ((), tokenizer("").input_ids)
    extra: dict[str, Any] = {}
    if kind == _LLAVA:
        picture: nn.Module = ProjectedPicture(model)
        start, end = LLAVA
        around = tokenizer(start).input_ids, tokenizer(end, add_special_tokens=False).input_ids
        speaker = model.model.language_model
        body, head = speaker, model.get_output_embeddings()
    else:
        instruction = None
        if kind == _INSTRUCT:
            instruction = processor.qformer_tokenizer(INSTRUCTION).input_ids
            extra["qformer_input_ids"] = torch.tensor([instruction])
        picture = QueriedPicture(model, instruction)
        speaker = model.language_model
        body, head = speaker.base_model, speaker.get_output_embeddings()
    preparation = preparation_of(processor.image_processor)
    with torch.no_grad():
        size = preparation.size
        rows, width = picture(torch.zeros(1, 3, size, size)).shape
    return SightedNetwork(
        picture=picture,
        decoder=CachedDecoder(body, speaker.get_input_embeddings(), head),
        shape=cache_shape(text),
        width=width,
        rows=rows,
        before=tuple(around[0]),
        after=tuple(around[1]),
        places=getattr(text, "max_position_embeddings", 0),
        tokenizer=tokenizer.backend_tokenizer,
        spaced=_spaced(tokenizer.backend_tokenizer),
        cleaning="",
        preparation=preparation,
        reference=_reference(model, extra),
        processed=lambda image: np.asarray(
            processor.image_processor(image, return_tensors="pt").pixel_values[0]
        ),
    )


def coca_apart(network: Network, rules: TextRules) -> SightedNetwork:
    """A CoCa of open_clip. Raises ExportError for another network."""
    model = network.model
    if not hasattr(model, "text_decoder") or not hasattr(model.text, "token_embedding"):
        raise ExportError(f"{network.name} has no decoder")
    prepared = network.preparation
    size = prepared.input_size[1]
    picture = TokensOfPicture(model)
    start = int(rules.original(["a"])[0, 0])

    def reference(pixels: Floats, ids: Sequence[int]) -> Floats:
        with torch.no_grad():
            given = torch.from_numpy(pixels)[None], torch.tensor([list(ids)])
            logits: Floats = model(*given, output_labels=False)["logits"][0].numpy()
        return logits

    with torch.no_grad():
        width = picture(torch.zeros(1, 3, size, size)).shape[1]
    return SightedNetwork(
        picture=picture,
        decoder=CocaDecoder(model),
        shape=coca_shape(model),
        width=width,
        rows=0,
        before=(start,),
        after=(),
        places=min(model.text.context_length, model.text_decoder.context_length),
        tokenizer=rules.tokenizer,
        spaced=True,
        cleaning=rules.cleaning,
        preparation=Preparation(
            size, prepared.mean, prepared.std, prepared.resize_mode, prepared.interpolation
        ),
        reference=reference,
        processed=None,
    )


_BLIP2, _INSTRUCT, _LLAVA = KINDS = (
    "Blip2ForConditionalGeneration",
    "InstructBlipForConditionalGeneration",
    "LlavaForConditionalGeneration",
)
MATCHING = "Blip2ForImageTextRetrieval"
"""The class of BLIP-2's similarities, which export_onnx.vision_language.matching takes apart."""
_KNOWN = f"known classes: {', '.join((*KINDS, MATCHING))}"


def _reference(model: Any, extra: dict[str, Any]) -> Reference:
    def logits(pixels: Floats, ids: Sequence[int]) -> Floats:
        places = torch.tensor([list(ids)])
        places = torch.where(places < 0, model.config.image_token_id, places)
        with torch.no_grad():
            given = {"pixel_values": torch.from_numpy(pixels)[None], "input_ids": places, **extra}
            found: Floats = model(**given).logits[0].numpy()
        return found

    return logits


def _spaced(tokenizer: Tokenizer) -> bool:
    first = tokenizer.encode("a", add_special_tokens=False).tokens
    return bool(first) and first[0].startswith("▁")


def preparation_of(processor: Any) -> Preparation:
    """Raises ExportError for pictures that are not square."""
    size, crop = processor.size, getattr(processor, "crop_size", None)
    cut = bool(getattr(processor, "do_center_crop", False))
    side = crop if cut else size
    high, wide = (side.get(name) if side else None for name in ("height", "width"))
    shortest = size.get("shortest_edge")
    if high is None or high != wide or (cut and shortest not in (None, high)):
        raise ExportError(f"its pictures are not made square in a way that is known: {size}")
    return Preparation(
        int(high),
        tuple(processor.image_mean),
        tuple(processor.image_std),
        SHORTEST if cut and shortest else SQUASH,
        BILINEAR if int(processor.resample) == Image.Resampling.BILINEAR else BICUBIC,
    )
