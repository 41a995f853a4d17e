"""From what is seen to what happened: the next events of a hand."""
