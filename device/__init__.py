"""The machine on the table: settings, journal, lights, command line; the place that wires all together."""
