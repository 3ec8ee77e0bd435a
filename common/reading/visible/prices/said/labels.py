"""Labels of amounts: words that say that the one beside them is the price, an older one, or not asked at all."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from common.reading.words.wording import Wording

LABEL_CHARS = 24
"""The most of a label."""

OLD_LABEL = Wording(r"(?:<price.old_labels>)(?![^\W\d_])[\W_]{0,3}")
"""A line that says that the amount behind it is not the price now."""
OLD_BEHIND = Wording(r"\s{0,2}(?:<price.old_behind:words>)\s{0,2}")
"""Behind an amount: it was asked before, and the price follows."""
RETAIL_LABEL = Wording(r"(?:<price.retail_labels>)[\W_]{0,3}")
_RETAIL_LABEL = Wording(r"(?:<price.retail_labels>)(?![^\W\d_])[\W_]{0,3}(?=[^\W_]{0,3}\W{0,2}\d|\Z)")
SALE_LABEL = Wording(r"(?:<price.sale_labels>)[\W_]{0,3}")
PLAIN_LABEL = Wording(r"(?:<price.labels>)[\W_]{0,3}")
"""Lines that say that the amount behind them is the price."""
FROM_LABEL = Wording(r"\W{0,3}(?:<price.from>)\W{0,3}")
ASK_WORDS = Wording("<price.on_request>|^(?:<price.on_request_alone>)$")
"""What stands where a shop tells its price to those who ask."""
BIDDING = Wording("<price.bidding:words>")
"""The page holds an auction, or the amount is a bid."""
_NOT_BOUGHT = Wording(r"\W{0,3}(?:<price.not_bought>)\W{0,3}", some_words=r"[^\d]{0,24}")


def is_behind_old_label(before: str, text: str) -> bool:
    """Whether a label such as "UVP" begins this line, or is all of the one before."""
    return OLD_LABEL.match(text) is not None or OLD_LABEL.fullmatch(before) is not None


def is_behind_retail_label(before: str, text: str) -> bool:
    """Whether it is one that names the price for buyers, be it the maker's or the shop's own: "PVP", "prix public"."""
    return _RETAIL_LABEL.match(text) is not None or _RETAIL_LABEL.fullmatch(before) is not None


def is_before_old_label(behind: Sequence[str]) -> bool:
    """Whether the line right behind an amount is such a label, and the next one no amount that it could be of."""
    if not behind or behind[0].endswith((":", "：")) or OLD_LABEL.fullmatch(behind[0]) is None:
        return False
    return len(behind) < 2 or not any(map(str.isdigit, behind[1]))


@lru_cache(maxsize=4096)
def is_not_bought_label(text: str) -> bool:
    """Whether this is a whole label of an amount that does not buy the thing: what the shop pays for a used one. Not of
    a bid, which may rise above the price that buys it at once, or end that.
    """
    is_label = 1 < len(text) <= LABEL_CHARS and _NOT_BOUGHT.fullmatch(text) is not None
    return is_label and BIDDING.search(text) is None


def is_badge(text: str) -> bool:
    """Whether this is called out ("Sale!"): it stands on a picture or above a price, and is no label."""
    return text.rstrip().endswith("!") and not any(map(str.isdigit, text))
