"""Results that wait on this machine's disk, and whether there is room for them."""
