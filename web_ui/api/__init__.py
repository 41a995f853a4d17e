"""What other programs may read: the public view, public events by their numbers, and the matches that are over."""
