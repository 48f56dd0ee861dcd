"""Trains the compact model and writes it to models/compact: see docs/models.md."""
