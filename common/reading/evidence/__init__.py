"""What speaks for a price and what against it: printed.py what the page prints, weighing.py how much that is worth."""
