"""What goes wrong with files of ratings."""

from auditor.errors import AuditorError


class RatingsError(AuditorError):
    """A file of ratings cannot be used; the message is fit to show."""
