"""Jobs and dead letters: lists, one of them, and what is done to many after a question."""
