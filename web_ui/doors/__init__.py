"""Who may come in, and as what: addresses, codes, the PIN, places."""
