"""Carries accepted jobs from the database to the broker, and brings back what was lost on the way."""
