"""The volunteers of a run, their gateways, those who cheat there, and the books of all that."""
