"""Rules that hold for one site only, each under the site's name, with why no general rule serves.

They are parts of regular expressions, which the rules of the visible page take in beside the words of all languages.
A site that has a folder in common/shops keeps its rules there instead.
"""

from __future__ import annotations

AMAZON_CODE_LABEL = r"asin"
"""Amazon's number of a product. Its pages print a maker's model number above it; what it is called names it surely."""

AMAZON_BYLINES = (
    r"visit the (.{1,40}) store",
    r"besuchen sie den (.{1,40})[- ]store",
    r"visiter la boutique (.{1,40})",
    r"visita(?: lo| la)? (?:store di|tienda de) (.{1,40})",
    r"bezoek de (.{1,40})[- ]store",
)
"""Amazon's link under the heading holds the brand inside a sentence; elsewhere it stands alone or behind a label."""

AMAZON_OTHER_PRODUCTS = r"bxgy|sims"
"""Names of Amazon's boxes of other products: "buy X, get Y" and "similar items". Both look like the product's own."""

EBAY_PRICE_NAME = r"\bprc"
"""eBay's element of the price is called prcIsum."""

EBAY_ADVERT_LABELS = (
    r"(?:ebay )?item number",
    r"numéro de l'objet(?: ebay)?",
    r"ebay[- ]artikelnummer",
    r"número (?:de artículo|do item)(?: de ebay)?",
)
"""eBay's number of an offer: the address ends with it, and it is no code of the product's."""

COUPANG_CODE_LABEL = r"쿠팡상품번호"
"""Coupang's number of a product, called by the site's own name ("Coupang product number")."""

COUPANG_MEMBER_WORD = r"와우"
"""Coupang's membership "Wow": the amount beside it is what members pay."""

IKEA_MEMBER_WORD = r"family"
"""IKEA's membership "IKEA Family": the amount beside it, or in an element named so, is what members pay."""
