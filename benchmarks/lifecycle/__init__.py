"""No-op jobs through the whole durable life: our own contender, and what it and its peers answer."""
