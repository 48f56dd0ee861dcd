"""Pictures are prepared as open_clip's own transform prepares them, whatever their mode."""

import io
from collections.abc import Iterator

import numpy as np
import pytest
from PIL import Image

pytest.importorskip("torch", reason="the extra `export` is not installed")
pytest.importorskip("open_clip", reason="the extra `export` is not installed")
pytestmark = pytest.mark.export

from open_clip.transform import PreprocessCfg, image_transform_v2

from export_onnx.openclip.samples import read_samples
from models.pictures import decode
from models.prepare import picture_array

ORIENTATION = 0x0112


def modes() -> Iterator[tuple[str, Image.Image]]:
    """Eight pictures in seven modes, and shapes that are hard to fit."""
    for number, image in enumerate(read_samples(None).pictures):
        grey = image.convert("L")
        veiled = image.convert("RGBA")
        veiled.putalpha(grey)
        wide = Image.fromarray(np.asarray(grey).astype(np.uint16) * 257)
        made = {"rgb": image, "palette": image.quantize(64), "grey": grey, "alpha": veiled}
        made |= {"bits": image.convert("1"), "cmyk": image.convert("CMYK"), "sixteen": wide}
        yield from ((f"{name}{number}", picture) for name, picture in made.items())
    yield "column", image.crop((9, 0, 10, image.height))
    yield "row", image.crop((0, 9, image.width, 10))
    yield "dot", Image.new("RGB", (1, 1), "red")
    yield "exact", image.resize((224, 224))


def decoded(image: Image.Image) -> Image.Image:
    """Through the program's own decoder, turned by its EXIF entry."""
    out, exif = io.BytesIO(), image.getexif()
    exif[ORIENTATION] = 6
    image.save(out, "TIFF" if image.mode == "CMYK" else "PNG", exif=exif)
    return decode(out.getvalue()).image


@pytest.mark.parametrize("filter_name", ["bicubic", "bilinear"])
@pytest.mark.parametrize("resize", ["squash", "shortest", "longest"])
def test_the_numbers_are_those_of_open_clip(resize: str, filter_name: str) -> None:
    rules = PreprocessCfg(size=224, resize_mode=resize, interpolation=filter_name)
    transform, compared = image_transform_v2(rules, is_train=False), 0
    for name, raw in modes():
        for image in (raw, decoded(raw)):
            found = picture_array(
                image, 224, rules.mean, rules.std, resize=resize, resampling=filter_name, exact=True
            )
            if resize == "longest" and min(image.size) * 224 < max(image.size) / 2:
                continue  # open_clip makes it 0 pixels wide and fails
            difference = np.abs(found - transform(image).numpy()).max()
            assert difference <= 1e-3, (name, image.mode, image.size)
            compared += 1
    assert compared >= 100


def test_a_line_too_long_to_be_fitted_shows_its_middle() -> None:
    values = np.zeros((1, 30_001, 3), dtype=np.uint8)
    values[:, 15_000] = 255
    image = Image.fromarray(values)
    found = picture_array(image, 224, (0, 0, 0), (1, 1, 1), resize="shortest", exact=True)
    assert found.shape == (3, 224, 224)
    assert found[:, :, 112].min() > 0.99
