"""Fits the weights of the score on texts and pictures that no figure is reported on."""
