"""The ways that a worker offers, put together."""
