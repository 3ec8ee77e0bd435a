"""Tasks out: messages and waiting machines brought together, leases kept, given back and swept."""
