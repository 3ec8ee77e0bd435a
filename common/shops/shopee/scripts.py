"""What Shopee's product pages load and ask for in a browser, as saved pages name it."""

from __future__ import annotations

import re

from common.shops.in_browser import InBrowser

IN_BROWSER = InBrowser(
    hosts=("shopeemobile.com", "susercontent.com"),
    product_answers=re.compile(r"/api/v\d/(?:item/get|pdp/get|pdp/get_pc)(?:[/?]|$)"),
)
