"""What the networks learn from: cards as people lay them and cameras see them."""
