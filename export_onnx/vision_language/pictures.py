"""The picture's side of a vision-language model: from pixels to rows that a decoder reads."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor, nn


class QueriedPicture(nn.Module):
    """BLIP-2 and InstructBLIP: a few learnt questions to the picture (Li et al. 2023, section 3.1),
    the latter's put with an instruction (Dai et al. 2023, section 2.3)."""

    def __init__(self, model: Any, instruction: list[int] | None = None) -> None:
        super().__init__()
        self.vision, self.questions, self.former = (
            model.vision_model,
            model.query_tokens,
            model.qformer,
        )
        self.projection = model.language_projection
        self.instruction = None if instruction is None else torch.tensor([instruction])

    def forward(self, pixels: Tensor) -> Tensor:
        """(1, 3, size, size) to (k, width)."""
        seen = self.vision(pixel_values=pixels).last_hidden_state
        given = {"query_embeds": self.questions, "encoder_hidden_states": seen}
        if self.instruction is not None:
            count = self.questions.shape[1] + self.instruction.shape[1]
            given["input_ids"] = self.instruction
            given["attention_mask"] = torch.ones(1, count, dtype=torch.int64)
        answers = self.former(**given).last_hidden_state[:, : self.questions.shape[1]]
        return self.projection(answers)[0]


class ProjectedPicture(nn.Module):
    """LLaVA: the cells of a picture network, projected (Liu et al. 2023, section 4.1)."""

    def __init__(self, model: Any) -> None:
        super().__init__()
        inner = getattr(model, "model", model)
        self.vision, self.projector = inner.vision_tower, inner.multi_modal_projector
        self.layer = model.config.vision_feature_layer
        self.first = int(model.config.vision_feature_select_strategy == "default")

    def forward(self, pixels: Tensor) -> Tensor:
        """(1, 3, size, size) to (k, width)."""
        states = self.vision(pixels, output_hidden_states=True).hidden_states
        layers = [self.layer] if isinstance(self.layer, int) else self.layer
        cells = torch.cat([states[layer][:, self.first :] for layer in layers], -1)
        return self.projector(cells)[0]


class TokensOfPicture(nn.Module):
    """CoCa: the pooled tokens that each place of its decoder looks at (Yu et al. 2022)."""

    def __init__(self, model: Any) -> None:
        super().__init__()
        self.visual = model.visual

    def forward(self, pixels: Tensor) -> Tensor:
        """(1, 3, size, size) to (k, width)."""
        return self.visual(pixels)[1][0]
