"""Hands that were played: replayed, exported, reviewed, and looked at on the page."""
