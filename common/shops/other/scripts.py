"""Where shops of the open web keep scripts and styles beside their own domain: shop systems, and public libraries.

A shop that keeps its own elsewhere shows in a browser what it shows without them.
"""

from __future__ import annotations

from common.shops.in_browser import InBrowser

IN_BROWSER = InBrowser(
    hosts=(
        "cdn.shopify.com",
        "bigcommerce.com",
        "parastorage.com",
        "squarespace-cdn.com",
        "vtexassets.com",
        "cdn.jsdelivr.net",
        "cdnjs.cloudflare.com",
        "unpkg.com",
        "ajax.googleapis.com",
        "code.jquery.com",
    )
)
