"""Shopee, in all its markets: link forms, wrappers, app links, pages and the answers of its item API."""
