"""Products: what is known of them, their prices, and what changed."""
