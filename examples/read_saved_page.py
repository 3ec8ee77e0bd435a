"""Read a saved product page: what was found, and where each field came from.

Prints:
    Oak cutting board 40 cm: 54.00 EUR, IN_STOCK
    price from json-ld
    verdict: ok
    a login page: LOGIN_WALL
"""

from common.shops.registry import Shops
from fleet.operations.read_saved import read_saved

PAGE = b"""<html><head><title>Oak cutting board 40 cm</title><script type="application/ld+json">
{"@context": "https://schema.org", "@type": "Product", "name": "Oak cutting board 40 cm", "sku": "OAK-40",
 "offers": {"@type": "Offer", "price": "54.00", "priceCurrency": "EUR",
            "availability": "https://schema.org/InStock"}}
</script></head><body><h1>Oak cutting board 40 cm</h1></body></html>"""
LOGIN = b"""<html><title>Log in</title><h1>Log in</h1><form><input type=email><input type=password>
<button>Log in</button></form></html>"""

shops = Shops()
read = read_saved(PAGE, "https://shop.pinewood.example/boards/oak-40", shops)
offer = read["offer"]
print(f"{offer['title']}: {offer['price']} {offer['currency']}, {offer['availability']}")
print("price from", offer["came_from"]["price_minor"])
print("verdict:", read["verdict"]["status"])
print("a login page:", read_saved(LOGIN, "https://shop.pinewood.example/account/login", shops)["reason"])
