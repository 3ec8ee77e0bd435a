"""Notifications in the database: targets and rules, what rules met, and what became of the messages."""
