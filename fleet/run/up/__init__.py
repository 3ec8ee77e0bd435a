"""`crawlfleet up`: all roles in one process, and one such process for each database file."""
