"""What Taobao's answers say: items of taobao.tbk.item.info.upgrade.get, or an error_response.

Sources: Taobao Open Platform, apiId 64763, and its list of error codes. Three prices are documented:

- reserve_price (一口价): what the seller lists it at. price_kind "official_list".
- zk_final_price (折扣价): with the shop's own discount, for anybody. price_kind "official_discount".
- final_promotion_price (预估到手价): what Taobao estimates somebody pays in the end, coupons and subsidies included. An
  estimate is no stated price, so it is never the offer's price: it is kept beside it, a candidate "official_estimate".

An item is known again by input_item_iid, the id that was asked for: item_id may be an id of the programme's own.
Nothing tells whether it can be bought.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from common.offer import Offer, PriceCandidate, PriceKind
from common.reading.text.json_text import object_at, text_of, whole
from common.shops.official import Answered, Item, RefusalKind, Refused, minor, parsed, said, unreadable, web_address
from common.shops.taobao.price import CURRENCY

ADAPTER = "taobao-official"

ESTIMATE = "official_estimate"

MAX_ITEMS = 200

_KINDS = {
    RefusalKind.RATE: (4, 5, 6, 7, 8),
    RefusalKind.SERVER: (10, 15),
    # Permissions, signature, session, app key, timestamp, a request that is forbidden, level of security.
    RefusalKind.KEYS: (11, 12, 13, 24, 25, 26, 27, 28, 29, 30, 31, 42, 53),
    # HTTP action, method, format, version.
    RefusalKind.QUERY: (9, 21, 22, 23, 32, 33, 34),
    RefusalKind.REQUEST: (40, 41, 43),
}
_KIND_OF = {code: kind for kind, codes in _KINDS.items() for code in codes}
_OF_KEYS = re.compile(r"permission|session|app-?key|signature|timestamp", re.IGNORECASE)
_OF_RATE = re.compile(r"limited-by|call-limited|exceed-flow", re.IGNORECASE)
_BAN = re.compile(r"will last for (\d{1,7}) more seconds?", re.IGNORECASE)
_NOTHING = "50001"
"""With code 15: no result. Not documented, and never seen here: without it such an item would be asked for again and
again."""


def read_answer(items: Sequence[Item], body: bytes) -> Answered | Refused:
    """Offers by the ids that were asked for, or why there are none."""
    answer = parsed(body)
    if isinstance(answer, Refused):
        return answer
    error = answer.get("error_response")
    if error is not None:
        return _refusal(error) if isinstance(error, dict) else unreadable("an error_response without a code")
    response = answer.get("tbk_item_info_upgrade_get_response")
    if not isinstance(response, dict):
        return unreadable("the answer has no tbk_item_info_upgrade_get_response")
    results = response.get("results") or {}
    details = results.get("tbk_item_detail") if isinstance(results, dict) else results
    listed = [details] if isinstance(details, dict) else details or []
    if not isinstance(listed, list):
        return unreadable("the answer's tbk_item_detail is no list")
    return Answered(_found(listed[:MAX_ITEMS], {item.item_id for item in items}))


def _refusal(error: dict[str, Any]) -> Answered | Refused:
    code, sub_code = whole(error.get("code")), text_of(error.get("sub_code")) or ""
    if code == 15 and sub_code == _NOTHING:
        return Answered({})
    words = " ".join(part for part in (said(error.get("msg")), said(error.get("sub_msg"))) if part)
    name = " ".join(part for part in (str(code) if code is not None else "", said(sub_code)) if part)
    banned = _BAN.search(words)
    wait = float(banned[1]) if banned else None
    return Refused(_kind(code, sub_code), name, words, wait)


def _kind(code: int | None, sub_code: str) -> RefusalKind:
    """By the sub code, which is the more exact one, then by the code."""
    if _OF_RATE.search(sub_code):
        return RefusalKind.RATE
    if sub_code.startswith("isp."):
        return RefusalKind.SERVER
    if _OF_KEYS.search(sub_code):
        return RefusalKind.KEYS
    if sub_code.startswith("isv.") and _KIND_OF.get(code or 0) in {None, RefusalKind.SERVER, RefusalKind.REQUEST}:
        return RefusalKind.REQUEST
    return _KIND_OF.get(code or 0, RefusalKind.SERVER)


def _found(listed: Iterable[Any], wanted: set[str]) -> Mapping[str, Offer]:
    found: dict[str, Offer] = {}
    for one in listed:
        if not isinstance(one, dict):
            continue
        asked = text_of(one.get("input_item_iid"))
        item_id = asked if asked in wanted else text_of(one.get("item_id"))
        if item_id is not None and item_id in wanted and item_id not in found:
            found[item_id] = _offer(one, item_id)
    return found


def _offer(one: dict[str, Any], item_id: str) -> Offer:
    basic, prices = object_at(one, "item_basic_info"), object_at(one, "price_promotion_info")
    listed, listed_read = minor(prices.get("reserve_price"), CURRENCY)
    discounted, discounted_read = minor(prices.get("zk_final_price"), CURRENCY)
    estimate, _ = minor(prices.get("final_promotion_price"), CURRENCY)
    certain = listed_read and discounted_read
    price, kind = (
        (discounted, PriceKind.OFFICIAL_DISCOUNT) if discounted is not None else (listed, PriceKind.OFFICIAL_LIST)
    )
    price = price if certain else None
    return Offer(
        title=text_of(basic.get("title")),
        price_minor=price,
        currency=CURRENCY if price is not None else None,
        list_price_minor=listed if price is not None and listed is not None and listed > price else None,
        price_kind=kind if price is not None else None,
        brand=text_of(basic.get("brand_name")),
        item_id=item_id,
        seller=text_of(basic.get("shop_title")),
        seller_id=text_of(basic.get("seller_id")),
        image_url=web_address(basic.get("pict_url")),
        adapter=ADAPTER,
        came_from={"price_minor": "zk_final_price" if kind == PriceKind.OFFICIAL_DISCOUNT else "reserve_price"}
        if price is not None
        else {},
        candidates=_candidates(price, kind, estimate),
        conflicts=() if certain else ("price_minor",),
    )


def _candidates(price: int | None, kind: str, estimate: int | None) -> tuple[PriceCandidate, ...]:
    """The price and Taobao's estimate, where both are stated or only the estimate is."""
    if estimate is None or estimate <= 0:
        return ()
    taken = (PriceCandidate(price, CURRENCY, (kind,)),) if price is not None else ()
    return (*taken, PriceCandidate(estimate, CURRENCY, (ESTIMATE,)))
