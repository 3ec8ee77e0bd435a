"""The guarded way to the network: `client.GuardedClient` fetches public addresses only, checked at every redirect.

Bytes, redirects and time are limited, and every failure is a CrawlError. robots.txt and pacing: common/polite.
"""
