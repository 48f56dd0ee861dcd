"""Small benchmarks in the published formats, and an encoder that sees nothing but colours."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from PIL import Image

COLOURS = {"red": (255, 0, 0), "green": (0, 255, 0), "blue": (0, 0, 255)}


@dataclass
class ColourEncoder:
    """Pictures are their mean colour, texts the colour words in them."""

    manifest: SimpleNamespace = field(
        default_factory=lambda: SimpleNamespace(name="colours", sha256="ab" * 32)
    )

    def with_threads(self, threads: int) -> "ColourEncoder":
        return self

    def embed_pictures(self, images: Sequence[Image.Image]) -> np.ndarray:
        return np.array([np.asarray(i).mean(axis=(0, 1)) / 255 for i in images], np.float32)

    def embed_texts(
        self, texts: Sequence[str], languages: Sequence[str] | None = None
    ) -> SimpleNamespace:
        rows = [[text.split().count(colour) for colour in COLOURS] for text in texts]
        return SimpleNamespace(shared=np.array(rows, np.float32))


@pytest.fixture
def encoder() -> ColourEncoder:
    return ColourEncoder()


@pytest.fixture
def benchmarks(tmp_path: Path) -> Path:
    """A folder with small copies of flickr8k-ratings, coco and contextref."""
    for name in ("flickr8k-ratings", "coco", "contextref"):
        folder = tmp_path / name / "images"
        folder.mkdir(parents=True)
        for colour, rgb in COLOURS.items():
            Image.new("RGB", (8, 8), rgb).save(folder / f"{colour}.png")
    _write_flickr8k(tmp_path / "flickr8k-ratings")
    captions = {f"images/{c}.png": [f"a {c} field", f"{c} paint"] for c in COLOURS}
    (tmp_path / "coco/captions.json").write_text(json.dumps(captions))
    (tmp_path / "contextref/stimuli.json").write_text(json.dumps(_stimuli()))
    return tmp_path


def _write_flickr8k(folder: Path) -> None:
    captions = [
        f"{colour}.png#{k}\t{text}"
        for colour in COLOURS
        for k, text in enumerate((f"a {colour} field", f"{colour} and red"))
    ]
    (folder / "captions.tsv").write_text("\n".join(captions) + "\n")
    (folder / "ExpertAnnotations.txt").write_text(
        "red.png\tred.png#0\t4\t4\t4\n"
        "red.png\tgreen.png#1\t3\t2\t3\n"
        "green.png\tblue.png#1\t1\t1\t1\n"
    )
    (folder / "CrowdFlowerAnnotations.txt").write_text(
        "blue.png\tblue.png#1\t1\t3\t0\n"
        "blue.png\tgreen.png#0\t0\t0\t3\n"
        "red.png\tgreen.png#1\t0.333333333333333\t1\t2\n"
    )


def _stimuli() -> list[dict[str, object]]:
    uses = [("red", "all red"), ("green", "very green"), ("blue", "blue sea"), ("red", "red wall")]
    shown = [
        _use(f"{colour}.png", text, f"Article {number}", has_image=True)
        for number, (colour, text) in enumerate(uses)
    ]
    return [*shown, _use("away.png", "not here", "Elsewhere", has_image=False)]


def _use(img_id: str, description: str, title: str, *, has_image: bool) -> dict[str, object]:
    return {
        "img_id": img_id,
        "description": description,
        "has_image": has_image,
        "page_title": title,
        "section_title": None,
        "caption": f"The caption of {title}",
        "section_context": "",
        "page_context": f"What {title} is about.",
    }
