"""What kind of page a shop system says that this is, by the names that its templates give the page's html or body
element: WooCommerce's "single-product", Magento's "catalog-category-view".

Only names that systems set themselves and that mean one thing. Shops that write their own templates name these elements
as they like, which tells nothing.
"""

from __future__ import annotations

import re
from enum import Enum

from common.reading.parsed.document import Document


class PageKind(Enum):
    """What a page is for, in the system's own words."""

    PRODUCT = "product"
    LISTING = "listing"
    ARTICLE = "article"
    OTHER = "other"
    """A cart, a checkout, a visitor's account: it sells nothing that it shows."""


_NAMES: dict[PageKind, str] = {
    # WooCommerce, Magento, PrestaShop, OpenCart, Shopify, Shopware 5 and 6, Shoptet, Zen Cart, VirtueMart, Salla,
    # Loja Integrada, nopCommerce
    PageKind.PRODUCT: (
        r"single-product|catalog-product-view|page-product|product-product(?:-\d+)?|template-product|is--ctl-detail|"
        r"is-ctl-product|type-(?:detail|product)|productinfobody|view-productdetails|product-single|pagina-produto|"
        r"html-product-details-page"
    ),
    PageKind.LISTING: (
        r"tax-product_(?:cat|tag|brand)|post-type-archive-product|catalog-category-view|catalogsearch-result-index|"
        r"page-category|product-category(?:-\d+)?|template-(?:collection|list-collections|search)|"
        r"is--ctl-(?:listing|search)|type-category|html-category-page|html-search-page|pagina-categoria"
    ),
    PageKind.ARTICLE: r"single-post|template-(?:article|blog)|is--ctl-blog|html-blogpost-page",
    PageKind.OTHER: (
        r"woocommerce-(?:cart|checkout|account)|checkout-(?:cart|index)-index|template-cart|is--ctl-(?:checkout|account)|"
        r"page-cart|html-shopping-cart-page"
    ),
}
_KIND = re.compile("|".join(rf"(?P<{kind.name}>{names})" for kind, names in _NAMES.items()), re.IGNORECASE)
_MAX_NAMES_CHARS = 4_000


def kind_by_system(document: Document) -> PageKind | None:
    """The one kind that the names of the html and body elements say; None where they say none, or several."""
    root = document.root
    tops = (root, *root.iterchildren("body"))
    names = " ".join(f"{top.get('class') or ''} {top.get('id') or ''}" for top in tops)[:_MAX_NAMES_CHARS]
    kinds = {found.lastgroup for name in names.split() if (found := _KIND.fullmatch(name)) is not None}
    return PageKind[kind] if len(kinds) == 1 and (kind := kinds.pop()) is not None else None
