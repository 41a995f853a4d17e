"""Packs of cards: faces, profiles, and how the reader is taught one."""
