"""What people have settled: settings, pins, profiles, the game, the host's PIN."""
