"""Opens a network of open_clip with its weights."""

from __future__ import annotations

import contextlib
import logging
import warnings
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import open_clip
from open_clip.pretrained import download_pretrained
from open_clip.transform import PreprocessCfg
from timm.utils.model import reparameterize_model
from torch import nn

from export_onnx.openclip.errors import ExportError, reason

PREFIX = "openclip:"


@dataclass(frozen=True, slots=True)
class OpenClipName:
    """`openclip:ARCHITECTURE:TAG`; the tag may be absent where the weights are a local file."""

    architecture: str
    tag: str

    def __str__(self) -> str:
        return f"{PREFIX}{self.architecture}" + (f":{self.tag}" if self.tag else "")


@dataclass(frozen=True, slots=True)
class Network:
    """A CLIP, CustomTextCLIP or CoCa of open_clip, ready to be asked."""

    name: OpenClipName
    model: Any
    """Of open_clip's networks, whose classes share no base that says what they do."""
    preparation: PreprocessCfg
    """How pictures are made ready for it."""
    repository: str
    """Where its publisher keeps the weights on the Hugging Face hub; empty when unknown."""

    @property
    def scale(self) -> float:
        """By which a cosine is multiplied to become a logit."""
        return float(self.model.logit_scale.detach().exp())

    @property
    def bias(self) -> float | None:
        """What is then added; None for a network trained with a softmax (CLIP), not SigLIP."""
        bias = self.model.logit_bias
        return None if bias is None else float(bias.detach())


def parse(name: str, *, with_weights: bool) -> OpenClipName:
    """Raises ExportError listing the architectures or tags there are."""
    architecture, _, tag = name.removeprefix(PREFIX).partition(":")
    known = open_clip.list_models()
    if architecture not in known:
        raise ExportError(
            f"There is no architecture {architecture}; known architectures: {', '.join(known)}"
        )
    tags = open_clip.list_pretrained_tags_by_model(architecture)
    if (tag or not with_weights) and tag not in tags:
        known_tags = ", ".join(tags) or "none, give --weights FILE without a tag"
        asked = f"There are no weights {tag} of" if tag else "Say which weights of"
        raise ExportError(f"{asked} {architecture}; known tags: {known_tags}")
    return OpenClipName(architecture, tag)


def fetch(name: OpenClipName) -> Path:
    """Download the weights, or find them in the cache of earlier downloads. Raises ExportError."""
    with quiet():
        try:
            return Path(download_pretrained(_published(name)))
        except Exception as error:  # The hub's client and urllib each raise their own.
            raise ExportError(
                f"The weights of {name} could not be downloaded: {reason(error)}. "
                "Without a network, give them with --weights FILE"
            ) from error


def open_network(name: OpenClipName, weights: Path) -> Network:
    """Raises ExportError when the weights are none, or another network's."""
    published = _published(name)
    preparation = asdict(PreprocessCfg())
    preparation |= {key: value for key, value in published.items() if key in preparation}
    del preparation["size"]  # the network's own
    with quiet():
        try:
            model = open_clip.create_model(
                name.architecture,
                str(weights),
                force_preprocess_cfg=preparation,
                force_quick_gelu=published.get("quick_gelu", False),
            )
        except OSError as error:
            raise ExportError(f"{name} could not be opened: {reason(error)}") from error
        except Exception as error:  # torch, safetensors and open_clip each raise their own.
            raise ExportError(
                f"The weights in {weights.name} do not fit {name.architecture}: {reason(error)}"
            ) from error
    model.eval().requires_grad_(False)
    prepared = PreprocessCfg(**model.visual.preprocess_cfg)
    return Network(name, model, prepared, published.get("hf_hub", "").rpartition("/")[0])


def folded(model: nn.Module) -> nn.Module:
    """A copy whose parallel branches of convolutions (MobileCLIP) are one convolution each."""
    copy: nn.Module = reparameterize_model(model)
    return copy


@contextlib.contextmanager
def quiet() -> Iterator[None]:
    """Without the log lines and warnings by which libraries talk about themselves."""
    before = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        logging.disable(before)


def _published(name: OpenClipName) -> dict[str, Any]:
    """What open_clip knows about the tag; without a tag, about the architecture's first one, since
    weights of one architecture share how pictures are prepared."""
    tags = open_clip.list_pretrained_tags_by_model(name.architecture)
    tag = name.tag or (tags[0] if tags else "")
    found: dict[str, Any] = open_clip.get_pretrained_cfg(name.architecture, tag)
    return found
