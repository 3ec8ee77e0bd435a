"""Full-text search: an index of links and titles, derived from jobs and products; losing it loses nothing."""
