"""Decide by a site's robots.txt: the crawler's own group counts, the longest rule wins.

Prints:
    we are crawlfleet
    /product/1 allowed
    /cart/1 disallowed
    /cart/help allowed
    wait 7 seconds between requests
"""

from worker.fetch.robots import Policy, product_token

RULES = """
User-agent: *
Disallow: /

User-agent: crawlfleet
Disallow: /cart
Allow: /cart/help
Crawl-delay: 7
"""

token = product_token("crawlfleet/0.2 (+https://shop-watch.example; product link recorder)")
policy = Policy(RULES, token)
print("we are", token)
for path in ("/product/1", "/cart/1", "/cart/help"):
    print(path, "allowed" if policy.allows(f"https://shop.example{path}") else "disallowed")
print(f"wait {policy.crawl_delay_seconds:g} seconds between requests")
