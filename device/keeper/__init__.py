"""The keeper of the table in play, and its eyes."""
