"""What speaks against a price that is printed, or declared: each kind of doubt a file."""
