"""Worlds with gateways and lent PCs: who lies there, the lines between them, and the books of all that."""
