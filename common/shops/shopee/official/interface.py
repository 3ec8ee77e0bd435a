"""Shopee's interface in the markets that have one: one item a call, by its ids.

Documented for Thailand; others' clients use the same address for the other markets.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from common.shops.official import Account, Answered, Call, Item, OfficialInterface, Refused
from common.shops.shopee.official.answer import read_answer
from common.shops.shopee.official.signing import authorization

_MARKETS = {
    "tw": "tw",
    "sg": "sg",
    "my": "com.my",
    "th": "co.th",
    "vn": "vn",
    "id": "co.id",
    "ph": "ph",
    "br": "com.br",
}

_FIELDS = "itemId shopId productName priceMin priceMax ratingStar imageUrl shopName"
"""Only what is read: a field that Shopee takes away would be an error of every call."""
_MOST = 2**63 - 1
"""The ids are Int64 there."""


class ShopeeOfficial(OfficialInterface):
    most_items = 1

    def host(self, region: str) -> str | None:
        ending = _MARKETS.get(region)
        return f"open-api.affiliate.shopee.{ending}" if ending else None

    def askable(self, item: Item) -> bool:
        """A larger number would be an error of the question, for which the source pauses."""
        return all(one.isascii() and one.isdigit() and int(one) <= _MOST for one in (item.item_id, item.shop_id or "0"))

    def call(self, region: str, items: Sequence[Item], account: Account, *, at_ms: int, page: int = 1) -> Call:
        body = _body(items[0], page)
        return Call(
            url=f"https://{self.host(region)}/graphql",
            headers={
                "Content-Type": "application/json",
                "Authorization": authorization(account, body, at_seconds=at_ms // 1000),
            },
            body=body,
        )

    def read(self, region: str, items: Sequence[Item], body: bytes) -> Answered | Refused:
        return read_answer(region, items, body)


def _body(item: Item, page: int) -> bytes:
    shop = f", shopId: {int(item.shop_id)}" if item.shop_id else ""
    query = (
        f"{{ productOfferV2(itemId: {int(item.item_id)}{shop}, page: {page}, limit: 10) "
        f"{{ nodes {{ {_FIELDS} }} pageInfo {{ page limit hasNextPage }} }} }}"
    )
    return json.dumps({"query": query}, separators=(",", ":")).encode()
