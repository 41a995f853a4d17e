"""The state of the table, and how events change it."""
