"""A page of one small shop in many forms: every way to print a price beside everything else that shops print around it.

Each price is £24.50. The page marks up nothing, so that only what is visible counts.
"""

from __future__ import annotations

PRICE, CURRENCY = "24.50", "GBP"
URL = "https://www.smithlighting.co.uk/lamps/blue-lamp-40cm.html"

LINES = (
    "Price: £24.50",
    "£24.50",
    "Our Price: £24.50",
    "£ 24.50",
    "24.50 GBP",
    "GBP 24.50",
    "£24.50 each",
    "Only £24.50",
    "Now £24.50",
    "Now only £24.50",
    "£24.50 inc VAT",
    "£24.50 (inc. VAT)",
    "Price £24.50 + P&amp;P",
    "£24.50 incl. delivery",
    "Price - £24.50",
    "Price = £24.50",
    "Sale £24.50",
    "Sale price £24.50",
    "Reduced to £24.50",
    "Special offer: £24.50",
    "Cost: £24.50",
    "Unit price £24.50",
    "Price inc VAT £24.50 ex VAT £20.42",
    "£20.42 ex VAT £24.50 inc VAT",
    "£24.50 (£20.42 ex VAT)",
    "Was £30.00 Now £24.50",
    "RRP £30.00 Our price £24.50 You save £5.50",
    "Was £30.00, now £24.50 save £5.50",
    "£24.50 Save £5.50",
    "£24.50 was £30.00",
    "Price: £24.50 (RRP £30.00)",
    "Online price £24.50",
    "Web price: £24.50",
    "Price per item £24.50",
    "Price: GBP24.50",
    "Price: £24.50 GBP",
    "Price (GBP): 24.50",
    "Price: 24.50",
    "£24.50 per lamp",
    "£24.50 ea",
    "£24.50*",
    "£24.50 including free delivery",
    "Today £24.50",
    "Item price: £24.50",
    "Your price £24.50",
    "Deal price £24.50",
    "Buy for £24.50",
    "Order today for only £24.50",
    "£24.50 plus £3.95 postage",
    "Price: £24.50 + £3.95 p&amp;p",
    "Total: £24.50",
    "In stock - £24.50",
    "£24.50 | In stock",
    "Price &pound;24.50",
    "Price: £24.50.",
)
"""Prices in words, each a paragraph."""

DRAWN = (
    "<p><del>£30.00</del> <ins>£24.50</ins></p>",
    "<p><s>£30.00</s> <b>£24.50</b></p>",
    '<span class="old-price">£30.00</span> <span class="new-price">£24.50</span>',
    "<p>£24<sup>50</sup></p>",
    "<table><tr><td>Price</td><td>£24.50</td></tr></table>",
    "<table><tr><td>List Price:</td><td>£30.00</td></tr><tr><td>Our Price:</td><td>£24.50</td></tr>"
    "<tr><td>You Save:</td><td>£5.50 (18%)</td></tr></table>",
    "<table><tr><th>Code</th><th>Description</th><th>Price</th></tr>"
    "<tr><td>BL40</td><td>Blue Lamp 40cm</td><td>£24.50</td></tr></table>",
    "<dl><dt>Price</dt><dd>£24.50</dd></dl>",
    '<span class="price">£24.50</span>',
    '<font color="gray"><strike>£30.00</strike></font> <font color="red">£24.50</font>',
    '<span style="text-decoration:line-through">£30.00</span> <span>£24.50</span>',
    "<b>Price:</b> £24.50",
    "Price<br>£24.50",
    "<div>Price</div><div>£24.50</div>",
    "<div>RRP</div><div>£30.00</div><div>Our price</div><div>£24.50</div>",
    "<div>£20.42</div><div>ex VAT</div><div>£24.50</div><div>inc VAT</div>",
    "<div>£24.50</div><div>inc VAT</div><div>£20.42</div><div>ex VAT</div>",
    "<div>Ex VAT: £20.42</div><div>Inc VAT: £24.50</div>",
    "<div>£20.42 excl. VAT</div><div>£24.50 incl. VAT</div>",
)
"""Prices drawn in elements."""

PRICES = (*(f"<p>{line}</p>" for line in LINES), *DRAWN)

BEFORE, BEHIND, ABOVE, BELOW = "right below the heading", "right behind the price", "above the heading", "below all"
AROUND = {
    "none": (BEHIND, ""),
    "free ship before": (BEFORE, "<p>Free delivery on orders over £50.00</p>"),
    "free ship": (BEHIND, "<p>Free delivery on orders over £50.00</p>"),
    "delivery": (BEHIND, "<p>Delivery £3.95</p>"),
    "postage": (BEHIND, "<p>Postage: £3.95</p>"),
    "klarna": (BEHIND, "<p>or 3 payments of £8.17 with Klarna</p>"),
    "klarna2": (BEHIND, "<p>3 interest-free payments of £8.17. Learn more</p>"),
    "finance": (BEHIND, "<p>Finance from £5.00 per month</p>"),
    "points": (BEHIND, "<p>Earn 24 points worth £0.24</p>"),
    "gift wrap": (BEHIND, "<p><input type=checkbox> Add gift wrap (£3.00)</p>"),
    "warranty": (BEHIND, "<p><input type=checkbox> 2 year warranty £9.99</p>"),
    "bulk": (
        BEHIND,
        "<table><tr><td>1-4</td><td>£24.50</td></tr><tr><td>5-9</td><td>£22.00</td></tr><tr><td>10+</td><td>£20.00</td></tr></table>",
    ),
    "buy 2": (BEHIND, "<p>Buy 2 for £45.00</p>"),
    "option": (BEHIND, '<select name="size"><option>Small</option><option>Large (+£5.00)</option></select>'),
    "option abs": (BEHIND, '<select name="size"><option>Small £24.50</option><option>Large £29.50</option></select>'),
    "related": (
        BELOW,
        '<h3>Related products</h3><ul><li><a href="/a">Red Lamp</a> £19.00</li>'
        '<li><a href="/b">Green Lamp</a> £21.00</li></ul>',
    ),
    "left best": (
        ABOVE,
        '<div class="left"><h3>Best sellers</h3><ul><li><a href="/a">Red Lamp</a> £19.00</li>'
        '<li><a href="/b">Green Lamp</a> £21.00</li></ul></div>',
    ),
    "basket": (ABOVE, "<div>Your basket: 0 items £0.00</div>"),
    "basket2": (ABOVE, "<div>Basket total: £12.00</div>"),
    "ten off": (BEHIND, "<p>Get £5 off your first order</p>"),
    "price match": (BEHIND, "<p>Price match: if you find it cheaper we refund the difference</p>"),
    "trade": (BEHIND, "<p>Trade price: £18.00 (log in)</p>"),
    "member": (BEHIND, "<p>Members pay £22.00</p>"),
    "accessory": (BEHIND, "<p>Bulb for this lamp: £3.50 <input type=checkbox></p>"),
    "also": (BELOW, "<p>Customers also bought: Desk Clock £12.00</p>"),
    "deposit": (BEHIND, "<p>Pay a £5.00 deposit today</p>"),
    "used": (BEHIND, "<p>Used from £15.00</p>"),
    "euro": (BEHIND, "<p>(€28.90)</p>"),
    "usd approx": (BEHIND, "<p>approx. $31.00</p>"),
    "review": (BELOW, "<h3>Reviews</h3><p>I paid £35.00 for one elsewhere, this is great value.</p>"),
    "desc amt": (BEFORE, "<p>Worth £40.00, this lamp was a gift at weddings.</p>"),
    "ship table": (
        BELOW,
        "<h3>Delivery</h3><table><tr><td>Standard</td><td>£3.95</td></tr><tr><td>Express</td><td>£6.95</td></tr></table>",
    ),
    "rrp behind": (BEHIND, "<p>RRP: £30.00</p>"),
    "save": (BEHIND, "<p>Save £5.50</p>"),
    "was behind": (BEHIND, "<p>Was: £30.00</p>"),
    "vat": (BEHIND, "<p>£20.42 ex VAT</p>"),
    "vat amt": (BEHIND, "<p>VAT £4.08</p>"),
    "clearance": (ABOVE, "<div>Clearance: everything under £10.00</div>"),
    "recent": (BELOW, '<h3>Recently viewed</h3><div><a href="/x">Old Lamp</a><br>£11.00</div>'),
    "next prev": (ABOVE, '<a href="/a">&lt; Red Lamp £19.00</a>'),
    "swap": (BEHIND, '<select name="currency"><option>GBP £</option><option>USD $</option></select>'),
    "store price": (BEHIND, "<p>In-store price £26.00</p>"),
    "rent": (BEHIND, "<p>Hire: £4.00 per day</p>"),
    "insured": (BEHIND, "<p>Insured postage £8.00 to Europe</p>"),
    "bid": (BEHIND, "<p>or make an offer</p>"),
    "donate": (BELOW, "<p>£1 of each sale goes to charity</p>"),
}
"""name: (place, what stands there)"""


def page(price: str, around: str = "none", button: str = '<input type="submit" value="Add to cart">') -> bytes:
    """The page with this price, in HTML, and one of AROUND."""
    place, text = AROUND[around]
    at = {one: text if one == place else "" for one in (BEFORE, BEHIND, ABOVE, BELOW)}
    return f"""<html lang="en"><head><title>Blue Lamp 40cm - Smith Lighting</title></head><body>
    <div><a href="/">Home</a> <a href="/lamps">Lamps</a> <a href="/cart">Cart</a></div>{at[ABOVE]}
    <table><tr><td><img src="/p/lamp.jpg"></td><td><h1>Blue Lamp 40cm</h1>{at[BEFORE]}
    <p>A lamp for the table, made of tin, with a shade of blue linen.</p>{price}{at[BEHIND]}{button}</td></tr></table>
    {at[BELOW]}<p>Contact us, Smith Lighting, 1 Mill Lane, Leeds</p></body></html>""".encode()
