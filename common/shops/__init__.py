"""One folder per shop: its links, wrappers, app links, addresses to fetch and pages. table.py lists them."""
