"""An operator's worker and the proxies: the list kept fresh, routes by it, and what was seen of each written back.

A volunteer's worker is put together without any of it, and is told of no proxy.
"""
