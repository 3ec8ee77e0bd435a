"""Fetching pages politely: robots.txt, pacing per registrable domain, HTTP statuses as crawl errors."""
