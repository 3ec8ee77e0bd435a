"""Jobs: a table of them, one whole, what became of some, dead letters, and what waits for a second look."""
