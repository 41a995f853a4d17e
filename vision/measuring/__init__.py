"""How well and how quickly the reader reads, and how far off a maker may be."""
