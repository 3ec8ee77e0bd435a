"""Threads, by Meta's Graph API: the feed (source.py), its answers read (posts.py), its token kept alive (token.py)."""
