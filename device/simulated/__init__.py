"""The simulated table in play: its people, their hands and habits, whole evenings."""
