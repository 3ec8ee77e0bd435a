"""A page of one small shop in many forms: every way to state the product's brand and code, beside other products, lists
of brands and numbers that are something else.

The page marks up nothing but what a form itself holds, so that only what is visible counts.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

_FIXTURES = Path(__file__).parents[1] / "fixtures"
FORMS: dict[str, list[str]] = tomllib.loads((_FIXTURES / "shop_names_and_codes.toml").read_text("utf-8"))
ABROAD: dict[str, dict[str, Any]] = tomllib.loads((_FIXTURES / "shop_labels_abroad.toml").read_text("utf-8"))
"""language → the name, price and button of a page, `brands` and `codes`: labels, `more`: links to more of a brand."""

BRAND, CODE = "Tarnwick", "KX-4417"

TOP, DETAIL, BEHIND, FOOT = "above all", "below the price", "behind the button", "at the foot"
_CARDS = (
    '<div class="card"><span class="brand">Otherby</span><a href="/a">Red Chair</a> <span class="sku">ZZ-9001</span>'
    ' £19.00</div><div class="card"><span class="brand">Quillon</span><a href="/b">Green Chair</a> £21.00</div>'
)
AROUND = {
    "nothing": (BEHIND, ""),
    "labelled cards below": (
        BEHIND,
        '<h3>Related products</h3><ul><li><a href="/a">Red Chair</a><br>Brand: Otherby<br>SKU: ZZ-9001<br>£19.00</li>'
        '<li><a href="/b">Green Chair</a><br>Brand: Quillon<br>SKU: ZZ-9002<br>£21.00</li></ul>',
    ),
    "cards in a box": (BEHIND, f'<div class="related-products">{_CARDS}</div>'),
    "brands to filter by": (
        TOP,
        '<div class="left"><h3>Brands</h3><ul><li><a href="/brand/otherby">Otherby</a></li><li>'
        '<a href="/brand/quillon">Quillon</a></li><li><a href="/brand/tarnwick">Tarnwick</a></li></ul></div>',
    ),
    "brands to choose from": (
        TOP,
        '<form><b>Manufacturers</b> <select name="manufacturers_id"><option value="">Please Select</option>'
        '<option value="1">Otherby</option><option value="2">Quillon</option></select></form>',
    ),
    "brands at the foot": (
        FOOT,
        '<div><h4>Our brands</h4><a href="/b/otherby">Otherby</a> <a href="/b/quillon">Quillon</a></div>',
    ),
    "logos at the foot": (
        FOOT,
        '<div><a href="/b/otherby"><img src="/l/otherby.png" alt="Otherby"></a> '
        '<a href="/b/quillon"><img src="/l/quillon.png" alt="Quillon"></a></div>',
    ),
    "stock": (DETAIL, "<p>Availability: In stock</p><p>Delivery: 2-3 days</p><p>Weight: 12 kg</p>"),
    "details": (
        BEHIND,
        "<h3>Specification</h3><table><tr><td>Colour</td><td>Natural</td></tr><tr><td>EAN</td><td>4006381333931</td>"
        "</tr><tr><td>Country</td><td>Poland</td></tr></table>",
    ),
    "a review": (BEHIND, "<h3>Reviews</h3><p>by Peter Smith on 12/03/2012</p><p>Great table.</p>"),
    "who drew the page": (FOOT, "<p>Website designed by Pixelhaus</p><p>Powered by osCommerce</p>"),
    "other numbers": (FOOT, '<img src="/v.png" alt="Visa"><p>Call 01482 334455</p><p>Company number 04471203</p>'),
    "who sells it": (DETAIL, "<p>Sold by: Hill Shop</p><p>Delivered by DHL</p>"),
    "best sellers": (
        TOP,
        '<div><b>Bestsellers</b><ol><li><a href="/a">Otherby Red Chair</a></li>'
        '<li><a href="/b">Quillon Green Chair</a></li></ol></div>',
    ),
}
"""name: (place, what stands there)"""


@dataclass(frozen=True, slots=True)
class Form:
    """What a page says. `above` and `below` stand beside the heading, `detail` below the price, `behind` the button."""

    heading: str = "Oak Side Table 60cm"
    title: str | None = None
    url: str = "https://www.hillshop.co.uk/tables/oak-side-table-60cm.html"
    trail: str = '<a href="/">Home</a> &gt; <a href="/tables">Tables</a>'
    above: str = ""
    below: str = ""
    detail: str = ""
    behind: str = ""
    foot: str = ""
    head: str = ""
    shop: str = "Hill Shop"
    about: str = "<p>A table for the living room, made of solid oak.</p>"
    price: str = "£24.50"
    button: str = "Add to cart"
    language: str = "en"

    def page(self, around: str = "nothing") -> bytes:
        """The page, with one of AROUND."""
        place, text = AROUND[around]
        at = {one: text if one == place else "" for one in (TOP, DETAIL, BEHIND, FOOT)}
        title = f"{self.heading} - {self.shop}" if self.title is None else self.title
        head = f'<head><meta charset="utf-8"><title>{title}</title>{self.head}</head>'
        return f"""<html lang="{self.language}">{head}<body>
        <div id="header"><a href="/"><img src="/logo.gif" alt="{self.shop}"></a> <a href="/cart">Cart</a></div>
        <div class="menu"><a href="/tables">Tables</a> <a href="/chairs">Chairs</a></div>{at[TOP]}
        <div class="breadcrumb">{self.trail}</div><div id="content">{self.above}<h1>{self.heading}</h1>{self.below}
        <div><img src="/p/1.jpg" alt="{self.heading}"></div>{self.about}<p>{self.price}</p>{self.detail}{at[DETAIL]}
        <form action="/cart" method="post"><input type="submit" value="{self.button}"></form>{self.behind}{at[BEHIND]}
        </div>{at[FOOT]}<div id="foot">{self.foot}<p>© 2015 {self.shop}</p></div></body></html>""".encode()


def filled(form: str, code: str = CODE) -> str:
    """The form with the brand and the code in it."""
    return form.replace("{B}", BRAND).replace("{S}", code)


def abroad(language: str, **said: str) -> Form:
    """A page of that language with no trail and no text about the product."""
    own = ABROAD[language]
    plain = {"trail": "", "about": "", "heading": own["name"], "price": own["price"], "button": own["button"]}
    host = {"ja": "co.jp", "zh-tw": "com.tw", "ko": "co.kr", "cs": "cz", "uk": "ua", "sv": "se", "da": "dk", "nb": "no"}
    url = f"https://www.hillshop.{host.get(language, language)}/p/60"
    return Form(**{**plain, "language": language, "url": url, **said})
