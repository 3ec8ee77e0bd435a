"""The database: reachable and of the right schema, who gets in, whether it takes writes, and its index of words."""
