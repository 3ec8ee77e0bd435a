"""The price that a Shopee page's head states in words: "… dengan harga Rp35.000 …" in a description."""

from __future__ import annotations

import dataclasses
import re

from common.offer import PriceKind
from common.reading.found import Found
from common.reading.parsed.document import Document
from common.reading.text.currencies.amounts import BESIDE_CURRENCY
from common.reading.text.currencies.named import currency_of
from common.reading.text.price import Money, PriceRange, parse_price

_DESCRIPTIONS = ("description", "og:description", "twitter:description")
_MAX_CHARS = 1_000
_PRICE_WORD = re.compile(
    r"(?:(?:se)?harga|price[sd]?|preço|precio|cena|giá|ราคา|價格|價錢|售價|特價|优惠价|優惠價|价格|presyo|hanya|cuma|mulai|"
    r"only|starting|apenas|chỉ|เพียง|只要|僅|只需|tylko|solo)"
    r"(?:\s?(?:at|of|from|mulai|dari|only|with|chỉ|từ|với|por|de|đ|sebesar|พิเศษ|เพียง)){0,2}[\s:：]{0,3}\Z",
    re.IGNORECASE,
)
"""Right before the amount; vouchers and free shipping name amounts, too."""
_WORD_CHARS = 30
_RANGE_CHARS = 24


def with_described_price(labels: Found, document: Document, currency: str | None) -> Found:
    """The labels with the price that a description names behind a word for price, in the market's own currency
    (ISO 4217); unchanged where none or several do. Of a range the lowest, kind "from".
    """
    if currency is None or labels.price is not None:
        return labels
    stated = {found for name in _DESCRIPTIONS if (found := _price(document.meta(name) or "", currency)) is not None}
    if len(stated) != 1:
        return labels
    found = stated.pop()
    if isinstance(found, Money):
        return dataclasses.replace(labels, price=found.amount, currency=currency)
    return dataclasses.replace(
        labels, price=found.low, low=found.low, high=found.high, currency=currency, price_kind=PriceKind.FROM
    )


def _price(text: str, currency: str) -> Money | PriceRange | None:
    text = text[:_MAX_CHARS]
    for match in BESIDE_CURRENCY.finditer(text):
        before = text[max(0, match.start() - _WORD_CHARS) : match.start()]
        if _PRICE_WORD.search(before) and currency_of(match[0], currency) == currency:
            whole = text[match.start() : match.end() + _RANGE_CHARS]
            stated = parse_price(whole, currency_hint=currency)
            if isinstance(stated, PriceRange) and stated.high is not None:
                return stated
            return _money(match[0], currency)
    return None


def _money(text: str, currency: str) -> Money | None:
    stated = parse_price(text, currency_hint=currency)
    return stated if isinstance(stated, Money) and stated.amount > 0 else None
