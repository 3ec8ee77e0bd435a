"""Shopee's item JSON: v2 and v4 item/get, pdp/get_pc, items of a search or a list; and the answers that are none."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from common.details.written import stated
from common.offer import Availability, Failure, FailureReason, Offer, Variant
from common.reading.text.json_text import object_at, text_of, whole
from common.shops.base import ShopLink
from common.shops.shopee.details import details_of
from common.shops.shopee.item import Prices, brand_of, image_names, stock_of, variants

ADAPTER = "shopee"
CURRENCIES = {
    "sg": "SGD", "my": "MYR", "th": "THB", "vn": "VND", "ph": "PHP", "id": "IDR", "tw": "TWD", "br": "BRL",
    "mx": "MXN", "co": "COP", "cl": "CLP", "ar": "ARS", "pl": "PLN", "es": "EUR", "fr": "EUR", "in": "INR",
}  # fmt: skip
_REGION_OF = {currency: region for region, currency in CURRENCIES.items() if currency != "EUR"}

_GONE_STATES = frozenset(
    {"banned", "deleted", "invalid", "unlist", "unlisted", "seller_delete", "shopee_delete", "reviewing", "hidden"}
)
_SOLD_OUT_STATES = frozenset({"sold_out", "soldout"})
_KNOWN_STATES = _GONE_STATES | _SOLD_OUT_STATES | {"normal", "", "not_yet_open"}
_GONE_STATUS = frozenset({0, 3, 4, 5, 6, 7, 8})
"""Deleted, banned, invalid, hidden, under review, unlisted; 1 is normal, 2 sold out."""
_SOLD_OUT_STATUS = 2
_IMAGE = re.compile(r"[0-9a-f]{32}|[a-z]{2}-\d{6,}-[0-9a-z]+-[0-9a-z]+", re.IGNORECASE)
_BLOCKED = range(90_309_000, 90_310_000)
_NOT_FOUND_CODES = frozenset({4, 5, 22, 266_900_002})
_LOGIN_CODES = frozenset({2, 19})
_SAID = (
    (re.compile(r"captcha|traffic", re.IGNORECASE), FailureReason.CAPTCHA),
    (re.compile(r"not.?found|not.?exist|no.?such|deleted|removed", re.IGNORECASE), FailureReason.NOT_FOUND),
    (re.compile(r"log.?in|auth|session|unauthori[sz]ed|token", re.IGNORECASE), FailureReason.LOGIN_WALL),
    (re.compile(r"forbid|denied|block|too.?many|rate.?limit|robot|crawl|spam", re.IGNORECASE), FailureReason.BLOCKED),
)
_BY_HTTP = {401: FailureReason.LOGIN_WALL, 404: FailureReason.NOT_FOUND} | dict.fromkeys(
    (403, 406, 418, 429), FailureReason.BLOCKED
)
_LEADS_TO = (
    (re.compile(r"/verify/(?:traffic/error|error)", re.IGNORECASE), FailureReason.BLOCKED),
    (re.compile(r"/verify/(?:captcha|traffic|ivs)", re.IGNORECASE), FailureReason.CAPTCHA),
    (re.compile(r"/(?:buyer|account|seller)/login|/login\b", re.IGNORECASE), FailureReason.LOGIN_WALL),
)
_HOLDERS = (
    "data", "item", "item_basic", "items", "item_card", "item_data", "item_cards", "sections", "units",
    "response", "result", "product", "products",
)  # fmt: skip


def read_json(answer: Any, link: ShopLink | None, region: str | None, url: str) -> Offer | Failure:
    """An Offer, or why this answer is none."""
    http_status = None
    if isinstance(answer, dict) and "http_status" in answer and "body" in answer:
        http_status, answer = whole(answer["http_status"]), answer["body"]  # kept together with its status
    failure = error_of(answer)
    if failure is not None:
        return failure
    found = list(_items(answer))
    if not found:
        return _no_item(answer, http_status)
    wanted = link.item_id if link else None
    mine = [entry for entry in found if _item_id(entry[0]) == wanted]
    if mine:
        return _offer(*mine[0], region, url)
    if len(found) > 1:
        return Failure(FailureReason.LISTING, f"an answer with {len(found)} items, none of them the one asked for")
    if wanted:
        return Failure(FailureReason.WRONG_ITEM, f"asked for item {wanted}, the answer is item {_item_id(found[0][0])}")
    return _offer(*found[0], region, url)


def error_of(answer: Any) -> Failure | None:
    """What an answer's `error` stands for; None when it says that all is well."""
    if not isinstance(answer, dict):
        return None
    told = answer.get("error")
    told = told.get("code") if isinstance(told, dict) else told
    code = whole(told)
    word = text_of(told) or ""
    message = text_of(answer.get("error_msg")) or text_of(answer.get("message")) or ""
    if not word or code == 0 or told is True or told is False:
        return None
    detail = f"error {word[:100]} {message[:200]}".strip()
    if code in _BLOCKED:
        return Failure(FailureReason.BLOCKED, f"Shopee refuses automated access ({detail})")
    if code in _LOGIN_CODES:
        return Failure(FailureReason.LOGIN_WALL, f"Shopee wants a login ({detail})")
    if code in _NOT_FOUND_CODES:
        return Failure(FailureReason.NOT_FOUND, f"no such item ({detail})")
    if code in _BY_HTTP:
        return Failure(_BY_HTTP[code], f"Shopee answered {detail}")
    for pattern, reason in _SAID:
        if pattern.search(f"{word if code is None else ''} {message}"):
            return Failure(reason, f"Shopee answered {detail}")
    if answer.get("redirect_to_error_page") is True or "action_type" in answer:
        return Failure(FailureReason.BLOCKED, f"Shopee sends the visitor away ({detail})")
    return Failure(FailureReason.ERROR_PAGE, f"Shopee answered {detail}")


def leads_to(address: str) -> Failure | None:
    """The wall an address on Shopee stands for: its login page, its traffic check, its page for those it refuses."""
    for pattern, reason in _LEADS_TO:
        if pattern.search(address):
            return Failure(reason, f"Shopee leads to {address[:200]}")
    return None


def _no_item(answer: Any, http_status: int | None) -> Failure:
    node = answer if isinstance(answer, dict) else {}
    for holder in (node, object_at(node, "data")):
        for name in ("redirect_url", "url", "traffic_url", "verify_url", "captcha_url", "redirect"):
            if (failure := leads_to(text_of(holder.get(name)) or "")) is not None:
                return failure
    if http_status in _BY_HTTP:
        return Failure(_BY_HTTP[http_status], f"Shopee answered HTTP {http_status} without an item")
    if node.get("is_login") is False:
        return Failure(FailureReason.LOGIN_WALL, "Shopee wants a login: an answer without an item for a stranger")
    if ("data" in node or "item" in node) and not (node.get("data") or {}) and not node.get("item"):
        return Failure(FailureReason.NOT_FOUND, "the answer holds no item")
    return Failure(FailureReason.NOT_A_PRODUCT, "a JSON answer without an item")


def _items(answer: Any) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """(item, the object beside it that holds its pictures, shop and shown price), where the endpoints keep them."""
    for entry in answer[:500] if isinstance(answer, list) else (answer,):
        yield from _items_of(entry, {}, 0)


def _items_of(node: Any, parent: dict[str, Any], depth: int) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    if not isinstance(node, dict) or depth > 7:
        return
    if _item_id(node) and (text_of(node.get("name")) or text_of(node.get("title"))):
        yield node, parent
        return
    for key in _HOLDERS:
        held = node.get(key)
        for one in held[:500] if isinstance(held, list) else (held,):
            yield from _items_of(one, node, depth + 1)


def _item_id(item: dict[str, Any]) -> str | None:
    return text_of(item.get("itemid")) or text_of(item.get("item_id"))


def _offer(item: dict[str, Any], detail: dict[str, Any], region: str | None, url: str) -> Offer | Failure:
    state = (text_of(item.get("item_status")) or "").lower()
    status = whole(item.get("status"))
    currency = _currency(item) or CURRENCIES.get(region or "")
    prices = Prices(item, detail, currency)
    if state not in _KNOWN_STATES and (prices.contradict or _odd_image(item)):
        return Failure(FailureReason.BLOCKED, "the answer was distorted on purpose (unknown state, impossible price)")
    if state in _GONE_STATES or status in _GONE_STATUS or item.get("unlisted") is True:
        return Failure(FailureReason.REMOVED, f"Shopee says the item is {state or 'not listed'} (status {status})")
    title = text_of(item.get("name")) or text_of(item.get("title"))
    if title and "\ufffd" in title:
        return Failure(FailureReason.UNREADABLE, "the answer was damaged on its way: its text is broken")
    region = region or _REGION_OF.get(currency or "")
    images = tuple(_image_url(name, region) for name in image_names(item, detail))
    choices = tuple(variants(item, currency))
    stock = stock_of(item)
    details = details_of(item, detail)
    sold_out = state in _SOLD_OUT_STATES or status == _SOLD_OUT_STATUS
    return Offer(
        title=title,
        price_minor=prices.price,
        currency=currency,
        list_price_minor=prices.list_price,
        price_min_minor=prices.low,
        price_max_minor=prices.high,
        price_kind=prices.kind if prices.price is not None else None,
        availability=_availability(state, stock, choices, sold_out=sold_out),
        stock=stock,
        brand=brand_of(item, detail),
        item_id=_item_id(item),
        shop_id=text_of(item.get("shopid")) or text_of(item.get("shop_id")),
        seller=text_of(item.get("shop_name")) or _shop(detail),
        seller_id=_positive(item.get("userid")) or _positive(object_at(detail, "shop_detailed").get("userid")),
        image_url=images[0] if images else None,
        images=images,
        variants=choices,
        details=details,
        url=url,
        adapter=ADAPTER,
        came_from=dict.fromkeys(("title", "price_minor", "availability", *stated(details)), "item-json"),
        conflicts=("price_minor",) if prices.contradict else (),
    )


def _currency(item: dict[str, Any]) -> str | None:
    code = (text_of(item.get("currency")) or "").upper()
    return code if re.fullmatch(r"[A-Z]{3}", code) else None


def _positive(value: Any) -> str | None:
    number = whole(value)
    return str(number) if number and number > 0 else None


def _availability(state: str, stock: int | None, choices: tuple[Variant, ...], *, sold_out: bool) -> Availability:
    if sold_out or stock == 0:
        return Availability.OUT_OF_STOCK
    if stock is not None:
        return Availability.IN_STOCK
    known = {choice.availability for choice in choices}
    if Availability.IN_STOCK in known:
        return Availability.IN_STOCK
    if known == {Availability.OUT_OF_STOCK}:
        return Availability.OUT_OF_STOCK
    return Availability.IN_STOCK if state == "normal" else Availability.UNKNOWN  # none left would be "sold_out"


def _odd_image(item: dict[str, Any]) -> bool:
    name = text_of(item.get("image"))
    return name is not None and _IMAGE.fullmatch(name) is None


def _image_url(name: str, region: str | None) -> str:
    if name.startswith("http"):
        return name
    return f"https://down-{region or 'sg'}.img.susercontent.com/file/{name}"


def _shop(detail: dict[str, Any]) -> str | None:
    for key in ("shop_detailed", "shop", "product_shop", "shop_info"):
        shop = object_at(detail, key)
        if name := text_of(shop.get("name")) or text_of(shop.get("shop_name")):
            return name
    return None
