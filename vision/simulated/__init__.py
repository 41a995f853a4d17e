"""The simulated table: cards that lie somewhere, light that falls on them, and a camera that sees only the picture."""
