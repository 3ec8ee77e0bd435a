"""The watched accounts, and what they posted."""
