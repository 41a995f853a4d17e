"""Corner indices: where they lie, what the networks say of them, what they may be."""
