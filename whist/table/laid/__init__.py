"""What cards mean that are laid on the play area: plays, questions, cards taken back or put right."""
