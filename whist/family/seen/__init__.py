"""What the cards that are seen mean at a table without holders."""
