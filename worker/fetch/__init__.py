"""Fetching pages politely: robots.txt, a pace per registrable domain, and HTTP statuses as crawl errors.

Pace and robots.txt are remembered in this process only; two workers do not know of each other's requests.
"""
