"""What a crawl came to: whether the offer may be stored, how the attempt ended, and when to crawl the link again.

Pure values and functions, shared by every role that judges or records a crawl. Nothing here talks to a database, a
broker or the network, and nothing here knows which process it runs in.
"""
