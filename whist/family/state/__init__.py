"""The state of a match without holders, and how events change it."""
