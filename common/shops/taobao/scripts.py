"""What Taobao's and Tmall's item pages load and ask for in a browser, as saved pages name it."""

from __future__ import annotations

import re

from common.shops.in_browser import InBrowser

IN_BROWSER = InBrowser(
    hosts=("alicdn.com", "tbcdn.cn"),
    product_answers=re.compile(
        r"/h5/mtop\.t(?:aobao|mall)\.(?:pcdetail\.data|detail\.(?:data|get))[^/]*/", re.IGNORECASE
    ),
)
