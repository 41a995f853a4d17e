"""What can go wrong at the command line."""


class CommandError(Exception):
    """A command cannot do what was asked; the text is one sentence for people."""
