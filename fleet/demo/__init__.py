"""A small world on the loopback address, in which the demo runs the real services."""
