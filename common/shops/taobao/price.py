"""Taobao's prices: fen or yuan in words ("1299起", "￥19.9-39.9"), and which of those shown is anybody's price.

Anybody's price is what is paid without claiming a coupon (优惠前); the price after coupons (券后, 补贴后) needs a
claim and depends on who looks. A shop's own promotion (店铺活动) is anybody's.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from common.money import to_minor
from common.offer import PriceKind
from common.reading.text.json_text import text_of, whole

CURRENCY = "CNY"
_NUMBER = r"[￥¥]?\s?(\d{1,3}(?:,\d{3}){1,3}(?:\.\d{1,2})?|\d{1,9}(?:\.\d{1,2})?)\s?元?"
_YUAN = re.compile(rf"([^\d￥¥.,]{{1,8}}(?<=[价前后:：\s]))?\s?{_NUMBER}(?:\s?[-~—–至]\s?{_NUMBER})?\s?起?")
_AFTER = re.compile(
    r"券后|补后|补贴后|补贴价|优惠后|到手|折后|领券|凑单|红包|返后|预估|实付|会员|88VIP|淘金币|首单|新人", re.IGNORECASE
)
_LIST = re.compile(r"原价|划线|专柜|吊牌|日常价|市场价|建议零售|^价格$|^淘宝价$|^零售价$")
_BEFORE = re.compile(r"优惠前|^售价$")
_DEPOSIT = re.compile(r"^[定订]金")


@dataclass(frozen=True, slots=True)
class Shown:
    """One price of the page in fen: the lowest and highest of its choices, and the words beside it."""

    low: int
    high: int
    title: str
    certain: bool = True
    """False: its number and its text differ."""


@dataclass(frozen=True, slots=True)
class Prices:
    price: int | None = None
    high: int | None = None
    kind: str | None = None
    list_price: int | None = None
    coupon: int | None = None
    certain: bool = True


def yuan(text: str | None) -> tuple[int, int] | None:
    """Fen of a price text, twice the same for one amount; None for what is no exact price ("1.2万", "1??", "待定")."""
    found = _YUAN.fullmatch((text or "").strip())
    if found is None:
        return None
    low = to_minor(Decimal(found[2].replace(",", "")), CURRENCY)
    high = to_minor(Decimal(found[3].replace(",", "")), CURRENCY) if found[3] else low
    return (low, high) if low is not None and high is not None and low <= high else None


def shown(price: Any) -> Shown | None:
    """What one price object of the page says; None when it is hidden, or no exact price."""
    if not isinstance(price, dict) or text_of(price.get("hiddenPrice")) == "true" or price.get("hiddenPrice") is True:
        return None
    text = text_of(price.get("priceText"))
    words = _YUAN.fullmatch(text or "")
    title = (text_of(price.get("priceTitle")) or (words[1] if words else None) or "").strip(":： ")
    if _DEPOSIT.search(title):
        return None
    cents, told = whole(price.get("priceMoney")), yuan(text)
    if cents is not None and cents > 0:
        if told is None:
            return Shown(cents, cents, title)
        return Shown(cents, max(cents, told[1]), title, certain=told[0] <= cents <= told[1])
    return Shown(*told, title) if told else None


def choose(main: Iterable[Any], extra: Iterable[Any] = ()) -> Prices:
    """The price, what it was before, what a coupon makes it.

    `main` are price objects that speak of the same price, the best first; `extra` those that stand beside them: lower
    ones are what a coupon makes of it, higher ones what it was.
    """
    stated = [one for price in main if (one := shown(price)) is not None]
    beside = [one for price in extra if (one := shown(price)) is not None]
    plain = [one for one in (*stated, *beside) if not _AFTER.search(one.title) and not _LIST.search(one.title)]
    own = [one for one in plain if one in stated or _BEFORE.search(one.title)]
    own = own or [one for one in stated if not _AFTER.search(one.title)]
    after = [one for one in (*stated, *beside) if _AFTER.search(one.title)]
    if not own:
        if not after:
            return Prices()
        one, least = after[0], min(price.low for price in (*after, *beside))
        coupon = least if least < one.low else None
        return Prices(one.low, one.high, PriceKind.AFTER_COUPON, coupon=coupon, certain=one.certain)
    first = own[0]
    others = [one for one in beside if one not in own and one not in after]
    struck = [one.low for one in (*others, *stated) if one not in own and one.low > first.low]
    after += [one for one in others if one.low < first.low]
    promoted = first.title and not _BEFORE.search(first.title) and not _LIST.search(first.title)
    return Prices(
        first.low,
        first.high,
        PriceKind.BEFORE_COUPON if after else PriceKind.PROMOTION if promoted else PriceKind.REGULAR,
        struck[0] if struck else None,
        after[0].low if after else None,
        first.certain and all(first.low <= one.low <= first.high for one in own if one in stated),
    )
