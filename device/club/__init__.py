"""The club: what many tables tell of themselves, kept in one place, and one ranking of all."""
