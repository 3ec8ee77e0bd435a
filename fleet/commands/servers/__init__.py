"""The words for what a fleet stands on: its database and its broker."""
