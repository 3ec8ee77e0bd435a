"""Where a worker's tasks come from and where their outcomes go: broker and store (direct), or a gateway over HTTPS."""
