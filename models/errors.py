"""The base of the errors of this package that are told to people."""

from __future__ import annotations


class ModelsError(Exception):
    """A model cannot do what was asked; the message is fit to show as it is."""
