"""From markers to planes, and to where the camera hangs."""
