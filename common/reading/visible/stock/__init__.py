"""Whether the product can be had, as the visible page says: find.py asks each of the others in order."""
