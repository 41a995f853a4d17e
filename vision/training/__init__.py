"""Everything that only training the reader needs."""
