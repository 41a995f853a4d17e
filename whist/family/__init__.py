"""The table of the games without card holders: what lies on the play area and what is said on the seats' pages."""
