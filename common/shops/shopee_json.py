"""Shopee's item JSON: v2 and v4 item/get, pdp/get_pc, items of a search or a list. Prices are scaled by 100000."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

from common.money import to_minor
from common.offer import Availability, Failure, FailureReason, Offer, Variant
from common.reading.json_text import amount, text_of, whole
from common.shops.base import ShopLink

ADAPTER = "shopee"
SCALE = Decimal(100_000)
CURRENCIES = {
    "sg": "SGD", "my": "MYR", "th": "THB", "vn": "VND", "ph": "PHP", "id": "IDR", "tw": "TWD", "br": "BRL",
    "mx": "MXN", "co": "COP", "cl": "CLP", "ar": "ARS", "pl": "PLN", "es": "EUR", "fr": "EUR", "in": "INR",
}  # fmt: skip
_REGION_OF = {currency: region for region, currency in CURRENCIES.items() if currency != "EUR"}

_GONE_STATES = frozenset({"banned", "deleted", "invalid", "unlisted", "seller_delete", "shopee_delete", "reviewing"})
_SOLD_OUT_STATES = frozenset({"sold_out", "soldout"})
_KNOWN_STATES = _GONE_STATES | _SOLD_OUT_STATES | {"normal", "", "not_yet_open"}
_GONE_STATUS = frozenset({0, 3, 4, 5, 6, 8})
"""Deleted, banned, invalid, hidden, blacklisted, unlisted; 1 is normal."""
_IMAGE = re.compile(r"[0-9a-f]{32}|[a-z]{2}-\d{6,}-[0-9a-z]+-[0-9a-z]+", re.IGNORECASE)
_BLOCKED_FROM = 90_309_000
_NOT_FOUND_CODES = frozenset({4, 5, 22})
_LOGIN_CODES = frozenset({2, 19})


def read_json(answer: Any, link: ShopLink | None, region: str | None, url: str) -> Offer | Failure:
    """An Offer, or why this answer is none."""
    if isinstance(answer, dict) and isinstance(answer.get("body"), dict) and "http_status" in answer:
        answer = answer["body"]  # an answer kept together with its status
    failure = _error(answer)
    if failure is not None:
        return failure
    items = list(_items(answer))
    wanted = link.item_id if link else None
    if len(items) > 1:
        items = [item for item in items if wanted and _item_id(item) == wanted]
        if not items:
            return Failure(FailureReason.LISTING, "an answer with several items, none of them the one asked for")
    if not items:
        return _no_item(answer)
    if wanted and _item_id(items[0]) != wanted:
        return Failure(FailureReason.WRONG_ITEM, f"asked for item {wanted}, the answer is item {_item_id(items[0])}")
    return _offer(items[0], answer, region, url)


def _error(answer: Any) -> Failure | None:
    if not isinstance(answer, dict):
        return None
    code = whole(answer.get("error"))
    message = text_of(answer.get("error_msg")) or ""
    if code is None or code == 0:
        return None
    if code >= _BLOCKED_FROM:
        return Failure(FailureReason.BLOCKED, f"Shopee refuses automated access (error {code})")
    if code in _LOGIN_CODES:
        return Failure(FailureReason.LOGIN_WALL, f"Shopee wants a login (error {code})")
    if code in _NOT_FOUND_CODES:
        return Failure(FailureReason.NOT_FOUND, f"no such item (error {code} {message})".strip())
    return Failure(FailureReason.ERROR_PAGE, f"Shopee answered error {code} {message}".strip())


def _no_item(answer: Any) -> Failure:
    if isinstance(answer, dict) and ("data" in answer or "item" in answer) and not (answer.get("data") or {}):
        return Failure(FailureReason.NOT_FOUND, "the answer holds no item")
    return Failure(FailureReason.NOT_A_PRODUCT, "a JSON answer without an item")


def _items(answer: Any) -> Iterator[dict[str, Any]]:
    """Item objects at the places where the endpoints keep them."""
    if isinstance(answer, list):
        for entry in answer[:500]:
            yield from _items_of(entry)
    elif isinstance(answer, dict):
        yield from _items_of(answer)


def _items_of(node: Any, depth: int = 0) -> Iterator[dict[str, Any]]:
    if not isinstance(node, dict) or depth > 4:
        return
    if _item_id(node) and (text_of(node.get("name")) or text_of(node.get("title"))):
        yield node
        return
    for key in ("data", "item", "item_basic", "items", "item_card"):
        child = node.get(key)
        children = child[:500] if isinstance(child, list) else [child]
        for one in children:
            yield from _items_of(one, depth + 1)


def _item_id(item: dict[str, Any]) -> str | None:
    return text_of(item.get("itemid")) or text_of(item.get("item_id"))


def _offer(item: dict[str, Any], answer: Any, region: str | None, url: str) -> Offer | Failure:
    state = (text_of(item.get("item_status")) or "").lower()
    if state in _GONE_STATES or (state != "normal" and whole(item.get("status")) in _GONE_STATUS):
        return Failure(FailureReason.REMOVED, f"Shopee says the item is {state or 'not listed any more'}")
    currency = text_of(item.get("currency")) or CURRENCIES.get(region or "")
    prices = _Prices(item, currency)
    if state not in _KNOWN_STATES and (prices.contradict or _odd_image(item)):
        return Failure(FailureReason.BLOCKED, "the answer was distorted on purpose (unknown state, impossible price)")
    region = region or _REGION_OF.get(currency or "")
    images = tuple(_image_url(name, region) for name in _images(item, answer))
    stock = _stock(item)
    shop = _shop(answer)
    return Offer(
        title=text_of(item.get("name")) or text_of(item.get("title")),
        price_minor=prices.minor("price"),
        currency=currency,
        list_price_minor=prices.list_price,
        price_min_minor=prices.minor("price_min"),
        price_max_minor=prices.minor("price_max"),
        price_kind="before_voucher",
        availability=_availability(state, stock),
        stock=stock,
        brand=text_of(item.get("brand")),
        sku=None,
        item_id=_item_id(item),
        shop_id=text_of(item.get("shopid")) or text_of(item.get("shop_id")),
        seller=text_of(item.get("shop_name")) or shop,
        image_url=images[0] if images else None,
        images=images,
        variants=tuple(_variants(item, currency)),
        url=url,
        adapter=ADAPTER,
        came_from={"title": "item-json", "price_minor": "item-json", "availability": "item-json"},
        conflicts=("price_minor",) if prices.contradict else (),
    )


class _Prices:
    """The item's prices in minor units. `price_raw` wins: beside it, `price` was divided already."""

    def __init__(self, item: dict[str, Any], currency: str | None) -> None:
        self._item = item
        self._currency = currency or "XXX"
        self._suffix = "_raw" if "price_raw" in item else ""
        self.contradict = False
        price, low, high = self.minor("price"), self.minor("price_min"), self.minor("price_max")
        if price is not None and ((low is not None and price < low) or (high is not None and price > high)):
            self.contradict = True
        before = self.minor("price_before_discount")
        self.list_price = before if before and price is not None and before > price else None

    def minor(self, name: str) -> int | None:
        value = self._item.get(name + self._suffix)
        if isinstance(value, dict):  # pdp/get_pc: {"single_value": …, "range_min": …, "range_max": …}
            value = value.get("single_value")
        scaled = amount(value)
        if scaled is None or scaled < 0:  # -1: hidden or unknown
            return None
        minor = to_minor(scaled / SCALE, self._currency)
        if minor is None:
            self.contradict = True
        return minor


def _stock(item: dict[str, Any]) -> int | None:
    for name in ("stock", "normal_stock"):
        stock = whole(item.get(name))
        if stock is not None and stock >= 0:
            return stock
    return None


def _availability(state: str, stock: int | None) -> Availability:
    if state in _SOLD_OUT_STATES or stock == 0:
        return Availability.OUT_OF_STOCK
    if stock is not None or state == "normal":  # an item without stock has the state sold_out
        return Availability.IN_STOCK
    return Availability.UNKNOWN


def _variants(item: dict[str, Any], currency: str | None) -> Iterator[Variant]:
    models = item.get("models")
    for model in models[:300] if isinstance(models, list) else ():
        if not isinstance(model, dict):
            continue
        stock = _stock(model)
        yield Variant(
            name=text_of(model.get("name")) or "",
            sku=text_of(model.get("modelid")) or text_of(model.get("model_id")),
            price_minor=_Prices(model, currency).minor("price"),
            availability=_availability("", stock),
            stock=stock,
        )


def _images(item: dict[str, Any], answer: Any) -> list[str]:
    names = item.get("images")
    if not isinstance(names, list):
        data = answer.get("data") if isinstance(answer, dict) else None
        product_images = data.get("product_images") if isinstance(data, dict) else None
        names = product_images.get("images") if isinstance(product_images, dict) else None
    found = [name for name in names if isinstance(name, str) and name] if isinstance(names, list) else []
    first = text_of(item.get("image"))
    return [first, *(name for name in found if name != first)][:50] if first else found[:50]


def _odd_image(item: dict[str, Any]) -> bool:
    name = text_of(item.get("image"))
    return name is not None and _IMAGE.fullmatch(name) is None


def _image_url(name: str, region: str | None) -> str:
    if name.startswith("http"):
        return name
    return f"https://down-{region or 'sg'}.img.susercontent.com/file/{name}"


def _shop(answer: Any) -> str | None:
    data = answer.get("data") if isinstance(answer, dict) else None
    for key in ("shop_detailed", "shop", "product_shop"):
        shop = data.get(key) if isinstance(data, dict) else None
        if isinstance(shop, dict) and (name := text_of(shop.get("name")) or text_of(shop.get("shop_name"))):
            return name
    return None
