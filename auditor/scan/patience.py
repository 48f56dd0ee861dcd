"""How long pictures are waited for: each, and all of a page together."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable

from auditor.pages.page import PictureMissing

AT_A_TIME = 4
"""Pictures of one page that are on their way at the same time."""
PICTURE_TIMEOUT = 30.0
"""Seconds for one picture to be brought. What is computed of it then is bounded by its pixels, and
no timeout could stop it: a busy machine loses no picture."""
PICTURES_TIMEOUT = 60.0
"""Seconds for all pictures of one page, when AT_A_TIME are on their way throughout. A page of a
hundred pictures of two seconds each keeps within it; one of pictures that each just keep within
their own time would otherwise hold up a scan for as long as it likes."""


class Patience:
    """Spends the time that the pictures of one page have. Only waiting counts, so that a picture
    that is there at once (in the page, kept) comes also when all is spent."""

    def __init__(self, one: float = PICTURE_TIMEOUT, together: float = PICTURES_TIMEOUT) -> None:
        """`one`, `together`: seconds."""
        self._one = one
        self._together = together
        self._left = together * AT_A_TIME

    async def wait(self, coming: Awaitable[bytes]) -> bytes:
        """What comes. Raises PictureMissing when it does not come in time."""
        loop = asyncio.get_running_loop()
        began = loop.time()
        limit = min(self._one, max(0.0, self._left))
        try:
            async with asyncio.timeout(limit):
                return await coming
        except TimeoutError:
            if limit < self._one:
                words = f"the pictures of the page did not come within {self._together:g} s"
            else:
                words = f"it did not come within {self._one:g} s"
            raise PictureMissing(words) from None
        finally:
            self._left -= loop.time() - began
