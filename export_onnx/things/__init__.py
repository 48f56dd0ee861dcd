"""Gives a finished model a channel of things: what a detector finds, and what a text names."""
