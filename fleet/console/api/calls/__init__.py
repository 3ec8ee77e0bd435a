"""What each call asks of the operations, and how it answers: a file for each kind of thing."""
