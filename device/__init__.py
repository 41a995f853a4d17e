"""The machine on the table: settings, journal, lights and the command line; the one place that wires the others together."""
