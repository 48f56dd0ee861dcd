"""Fine-tuning as in ContextRef: a light adapter of the towers and the join of the parts at once."""
