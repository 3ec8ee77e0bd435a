"""Decide by a site's robots.txt: the crawler's own group counts, the longest rule wins.

Prints:
    we are crawlfleet
    /product/1 allowed
    /cart/1 disallowed
    /cart/help allowed
    wait 7 seconds between requests
"""

from common.polite.reader import read_robots
from common.polite.robots import product_token

RULES = b"""
User-agent: *
Disallow: /

User-agent: crawlfleet
Disallow: /cart
Allow: /cart/help
Crawl-delay: 7
"""

token = product_token("crawlfleet/0.2 (+https://shop-watch.example; product link recorder)")
policy = read_robots(token, RULES)
print("we are", token)
for path in ("/product/1", "/cart/1", "/cart/help"):
    print(path, "allowed" if policy.allows(f"https://shop.example{path}") else "disallowed")
print(f"wait {policy.crawl_delay_seconds or 0:g} seconds between requests")
