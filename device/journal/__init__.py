"""The journal: every event of every game, written down before anyone sees it."""
