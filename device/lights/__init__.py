"""What hangs on the pins: lights, slot strip, buttons."""
