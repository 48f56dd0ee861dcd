"""The registry of Windows, for who is signed in."""

from __future__ import annotations

import sys
from contextlib import suppress

if sys.platform == "win32":
    import winreg

    class UserRegistry:
        """Default values of keys below HKEY_CURRENT_USER."""

        def read(self, key: str) -> str | None:
            """The value, None where there is no such key."""
            try:
                return winreg.QueryValue(winreg.HKEY_CURRENT_USER, key)
            except FileNotFoundError:
                return None

        def write(self, key: str, value: str) -> None:
            """Set the value, and make the key where there is none."""
            winreg.SetValue(winreg.HKEY_CURRENT_USER, key, winreg.REG_SZ, value)

        def remove(self, key: str) -> None:
            """Take the key away, if it is there."""
            with suppress(FileNotFoundError):
                winreg.DeleteKey(winreg.HKEY_CURRENT_USER, key)
