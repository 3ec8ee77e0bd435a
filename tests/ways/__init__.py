"""Every way at once, on real servers: official interfaces, plain HTTP and a real browser read one feed's links.

A third of the links only the official doubles know, a third shows its price to a plain GET, a third to a browser alone.
Workers of each way are processes of their own; one of each is killed in mid-crawl; an official interface wants fewer
calls for a while. At the end the books (books.py) say whether every job ended as it must; docs/shops.md tells
what was seen.
"""
