"""Lights, buttons and what else hangs on the pins: how it is wired, and its sheets."""
