"""Notifications: who is told of what, whether a target works, and what was told."""
