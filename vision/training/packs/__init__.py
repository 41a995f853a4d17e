"""The packs that training draws from."""
