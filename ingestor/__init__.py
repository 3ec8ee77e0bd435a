"""Feeds in, crawl jobs out: polls the watched accounts and records each post's shop links as jobs, once per link.

Any number may run side by side. A poll that is cut off is asked for again; nothing is lost or doubled by it.
"""
