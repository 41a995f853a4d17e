"""Computer players: they decide from what their seat may know, and from nothing else (RULES S2)."""
