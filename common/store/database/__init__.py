"""Named statements on a driver: asked patiently while the database is away, and watched where writes do not come."""
