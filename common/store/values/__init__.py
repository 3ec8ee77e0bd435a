"""What the store is asked with and answers: one kind of row a file."""
