"""How well, how soon and how surely the whole table follows a game."""
