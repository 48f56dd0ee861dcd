"""Trains small heads over a model's frozen towers that stand in for VSE++, UMIC and ViLBERT."""
