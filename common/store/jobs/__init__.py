"""A job's life: one method per transition, its leases and how they end, and what a result records."""
