"""Table law: exposed cards, revokes, other breaches, what they cost, going back."""
