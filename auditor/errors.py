"""The base of the errors that are told to people."""

from __future__ import annotations


class AuditorError(Exception):
    """Something could not be done; the message is fit to show as it is. The command line makes one
    line and exit code 1 of it. Packages below have bases of their own (models/errors.py)."""


def first_of(error: BaseException) -> BaseException:
    """Of a group, the first of those that it is made of; else the error itself."""
    return first_of(error.exceptions[0]) if isinstance(error, BaseExceptionGroup) else error
