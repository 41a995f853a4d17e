"""What is said at every table, whichever game is played at it: each sentence stands here once."""
