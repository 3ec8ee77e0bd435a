"""Reading a shop's page: bytes in, an Offer or a Failure with its reason out. Nothing is guessed, and no page raises.

- parsed/: the page parsed once, its texts and links. found.py: what one source on it says of the product.
- declared/: what markup declares (JSON-LD, microdata, RDFa, OpenGraph). state/: what scripts hold (Next, Nuxt, Apollo,
  Shopify …). visible/: what a reader sees near the main heading. These three do not know each other.
- text/: pieces of text to values: prices, currencies, codes, stock phrases, JSON, bytes.
- product.py joins the sources into one Offer; choosing/ decides between prices that contradict each other;
  instead/ and listing.py say what a page is that shows no product of its own.

Imports run one way: product.py, instead/, listing.py → declared/, state/, visible/ → parsed/, found.py → text/.
"""
