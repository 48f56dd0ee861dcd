"""How a picture becomes the numbers of a square; the torch-marked tests compare with open_clip."""

import numpy as np
import pytest
from PIL import Image

from models.manifest import FILTERS, RESIZES
from models.prepare import picture_array

ZERO, ONE = (0.0, 0.0, 0.0), (1.0, 1.0, 1.0)


def halves() -> Image.Image:
    """80 × 20 pixels: black, with a white square in the middle."""
    image = Image.new("RGB", (80, 20), "black")
    image.paste("white", (30, 0, 50, 20))
    return image


def test_a_squeezed_picture_shows_all_of_it() -> None:
    found = picture_array(halves(), 40, ZERO, ONE)[0]
    assert found.shape == (40, 40)
    assert found[20, 20] == 1
    assert found[20, 2] == found[20, 37] == 0


def test_the_middle_alone_is_shown_where_the_shorter_side_is_fitted() -> None:
    found = picture_array(halves(), 20, ZERO, ONE, resize="shortest", exact=True)
    assert found.min() == 1


def test_the_rest_is_black_where_the_longer_side_is_fitted() -> None:
    white = Image.new("L", (80, 20), 255)
    found = picture_array(white, 40, ZERO, ONE, resize="longest", exact=True)[0]
    assert found[15:25].min() == 1
    assert found[:15].max() == found[25:].max() == 0


def test_each_channel_has_its_own_mean_and_deviation() -> None:
    found = picture_array(Image.new("RGB", (9, 9), "white"), 4, (0, 0.5, 1), (1, 0.5, 2))
    assert found[:, 0, 0] == pytest.approx([1, 1, 0], abs=1e-6)


@pytest.mark.parametrize("mode", ["1", "L", "P", "LA", "RGBA", "CMYK", "I;16", "YCbCr"])
@pytest.mark.parametrize("size", [(1, 1), (1, 300), (70_000, 1), (33, 77)])
@pytest.mark.parametrize("exact", [False, True])
def test_any_mode_and_shape_becomes_a_square(mode: str, size: tuple[int, int], exact: bool) -> None:
    image = Image.new(mode, size)
    for resize in RESIZES:
        for resampling in FILTERS:
            found = picture_array(
                image, 16, ZERO, ONE, resize=resize, resampling=resampling, exact=exact
            )
            assert found.shape == (3, 16, 16)
            assert np.isfinite(found).all()
