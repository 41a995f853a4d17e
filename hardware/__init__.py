"""What a maker builds: sheets drawn true to scale from the geometry that the reader uses."""
