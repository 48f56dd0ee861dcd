"""Teaches a network of a hundred languages what the shipped text tower says of English."""
