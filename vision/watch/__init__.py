"""From looks to observations: what changed on the table, and what is there."""
