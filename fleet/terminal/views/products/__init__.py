"""Products: a table of them, one whole, their prices, and what changed."""
