"""Whether the heading is that of an article marked up in the page and the price stands outside it: what a blog's side
column sells is not what the article is about.
"""

from __future__ import annotations

import re
from typing import Any

from common.reading.found import Found
from common.reading.text.money import amounts_in
from common.reading.visible.lines import itself_and_above
from common.reading.visible.view import PageView

_ARTICLE = re.compile(r"schema\.org/(?:BlogPosting|(?:News|Tech)?Article)\Z")
_MOST_STEPS = 40


def is_beside_posting(seen: Found, view: PageView) -> bool:
    """Whether the heading stands in a box that is marked up as an article and the price that was seen is printed only
    outside it, where no code is printed. Blogs that sell print the price in the posting itself.
    """
    heading = view.heading.element
    if seen.price is None or seen.sku_is_printed or heading is None or not view.document.holds("schema.org/"):
        return False
    box = next((node for node in itself_and_above(heading, _MOST_STEPS) if _is_article(node)), None)
    if box is None:
        return False
    inside = set(box.iter())
    within, without = (
        amounts_in([line.text for line in view.lines if (line.element in inside) is place], view.currency_hint)
        for place in (True, False)
    )
    return seen.price in without and seen.price not in within


def _is_article(node: Any) -> bool:
    return isinstance(node.tag, str) and any(map(_ARTICLE.search, (node.get("itemtype") or "").split()))
