"""Volunteers in the store: persons and their machines, and the leases that gateways give to machines."""
