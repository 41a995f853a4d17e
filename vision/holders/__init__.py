"""The cards in the holders: where their indices are, and which cards they are."""
