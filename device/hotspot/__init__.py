"""The table's own Wi-Fi, which it opens where it knows no network, and what else a ready card does at each start."""
