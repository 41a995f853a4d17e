"""What the cards that are seen mean."""
