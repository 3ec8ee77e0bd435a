"""Parse prices as people write them, and keep them as integer minor units of their currency.

Prints:
    NT$1,280 -> 128000 TWD, shown as 1280.00
    1.234,50 € -> 123450 EUR, shown as 1234.50
    ¥1,500 (in Japan) -> 1500 JPY, shown as 1500
    $19.90 - $24.90: from 19.90 up to 24.90
    ask us: no price
"""

from common.money import format_minor, to_minor
from common.reading.text.price import Money, PriceRange, parse_price

for text, hint in [
    ("NT$1,280", None),
    ("1.234,50 €", None),
    ("¥1,500", "JPY"),
    ("$19.90 - $24.90", "USD"),
    ("ask us", None),
]:
    price = parse_price(text, currency_hint=hint)
    if isinstance(price, Money) and price.currency:
        minor = to_minor(price.amount, price.currency)
        if minor is not None:
            place = " (in Japan)" if hint == "JPY" else ""
            print(f"{text}{place} -> {minor} {price.currency}, shown as {format_minor(minor, price.currency)}")
    elif isinstance(price, PriceRange):
        print(f"{text}: from {price.low} up to {price.high}")
    else:
        print(f"{text}: no price")
