"""The database as a whole: its schema, and keeping it for years."""
