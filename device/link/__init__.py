"""Linked tables: households that play one match, each at a table of its own (RULES U22c)."""
