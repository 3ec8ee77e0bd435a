"""Volunteers as an operator sees them, and a volunteer's own PC as its owner does."""
