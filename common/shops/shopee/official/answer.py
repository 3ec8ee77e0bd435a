"""What Shopee's answers say: offers of productOfferV2, or an error under errors[].extensions.code with HTTP 200.

Sources: Shopee Affiliate Open API, "Request and Response" and "Get Product Offer List". An Int64 comes as a number or
as text. Prices are text in the market's currency; priceMin and priceMax span the product's choices. Nothing tells
whether it can be bought.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from common.details.kinds import Details
from common.offer import Offer, PriceKind
from common.reading.text.json_text import amount, text_of, whole
from common.shops.official import Answered, Item, RefusalKind, Refused, minor, parsed, said, unreadable, web_address
from common.shops.shopee.answers import CURRENCIES

ADAPTER = "shopee-official"

MAX_NODES = 500

_KINDS = {
    10000: RefusalKind.SERVER,
    10010: RefusalKind.QUERY,
    10020: RefusalKind.KEYS,
    10030: RefusalKind.RATE,
    10031: RefusalKind.KEYS,
    10032: RefusalKind.KEYS,
    10033: RefusalKind.KEYS,
    10034: RefusalKind.KEYS,
    10035: RefusalKind.KEYS,
}
_BUSINESS = range(11000, 12000)
"""11000 is business, 11001 parameters; both speak of what was asked for."""


def read_answer(region: str, items: Sequence[Item], body: bytes) -> Answered | Refused:
    """Offers by the ids that were asked for, or why there are none."""
    answer = parsed(body)
    if isinstance(answer, Refused):
        return answer
    errors = answer.get("errors")
    if errors:
        return _refusal(errors)
    data = answer.get("data")
    listed = data.get("productOfferV2") if isinstance(data, dict) else None
    if not isinstance(listed, dict) or not isinstance(listed.get("nodes"), list):
        return unreadable("the answer has no data.productOfferV2.nodes")
    page = listed.get("pageInfo")
    more = isinstance(page, dict) and page.get("hasNextPage") is True
    return Answered(_found(listed["nodes"][:MAX_NODES], {item.item_id for item in items}, region), more)


def _refusal(errors: Any) -> Refused:
    for error in errors if isinstance(errors, list) else ():
        extensions = error.get("extensions") if isinstance(error, dict) else None
        if not isinstance(extensions, dict):
            continue
        code = whole(extensions.get("code"))
        if code is not None:
            words = said(extensions.get("message")) or said(error.get("message"))
            kind = RefusalKind.REQUEST if code in _BUSINESS else _KINDS.get(code, RefusalKind.SERVER)
            return Refused(kind, str(code), words)
    return unreadable("the answer has errors without a code")


def _found(nodes: Iterable[Any], wanted: set[str], region: str) -> Mapping[str, Offer]:
    found: dict[str, Offer] = {}
    for node in nodes:
        if not isinstance(node, dict):
            continue
        item_id = text_of(node.get("itemId"))
        if item_id is not None and item_id in wanted and item_id not in found:
            found[item_id] = _offer(node, item_id, region)
    return found


def _offer(node: dict[str, Any], item_id: str, region: str) -> Offer:
    currency = CURRENCIES[region]
    low, low_read = minor(node.get("priceMin"), currency)
    high, high_read = minor(node.get("priceMax"), currency)
    certain = low_read and high_read and not (low is not None and high is not None and low > high)
    spans = low is not None and high is not None and low < high
    kind = PriceKind.OFFICIAL_MIN if spans else PriceKind.OFFICIAL
    return Offer(
        title=text_of(node.get("productName")),
        price_minor=low if certain else None,
        currency=currency if certain and low is not None else None,
        price_min_minor=low if certain else None,
        price_max_minor=high if certain else None,
        price_kind=kind if certain and low is not None else None,
        item_id=item_id,
        shop_id=text_of(node.get("shopId")),
        seller=text_of(node.get("shopName")),
        image_url=web_address(node.get("imageUrl")),
        details=Details(rating_hundredths=_rating(node.get("ratingStar"))),
        adapter=ADAPTER,
        came_from={"price_minor": "productOfferV2"} if certain and low is not None else {},
        conflicts=() if certain else ("price_minor",),
    )


def _rating(value: Any) -> int | None:
    """Hundredths of a mean up to 5; a 0 means that nobody rated it."""
    stars = amount(value)
    return int(stars * 100) if stars is not None and 0 < stars <= 5 else None
