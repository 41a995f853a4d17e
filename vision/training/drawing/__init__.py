"""Drawing cards: ranks, suits, courts, backs, and all a printer may choose."""
