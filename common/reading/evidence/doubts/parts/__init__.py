"""Prices that are a part of what must be paid, or of which what must be paid is a part."""
