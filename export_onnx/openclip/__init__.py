"""Turns any image-text model of open_clip into a folder the program can use: see docs/models.md."""
