"""Fetching pages: politely, through common/polite, and HTTP statuses as crawl errors."""
