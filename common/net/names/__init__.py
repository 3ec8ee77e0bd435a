"""From host names to addresses: by the system's resolver, which dead names must not hold up, or by `fetch.resolve`."""
