"""Trains the small head that hears word order, broken-off ends and descriptions in a text."""
