"""The detail object of Taobao and Tmall: the same in mtop answers, in window.__ICE_APP_CONTEXT__, in mobile pages."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

from common.details.kinds import Condition, Details, Shipping
from common.money import to_minor
from common.offer import Availability, Failure, FailureReason, Offer, Variant
from common.reading.text.json_text import loads, object_at, text_of, whole
from common.shops.taobao.price import CURRENCY, Prices, choose

ADAPTER = "taobao"
MAX_VARIANTS = 3000
_SOLD_OUT = re.compile(r"无货|缺货|售罄|已售完|卖光|抢光|无库存|没有库存")
_ALMOST = re.compile(r"即将售罄|即将售完")
_TO_BE_HAD = re.compile(r"有货|现货|库存紧张|库存充足|仅剩|少量")


def read_detail(detail: dict[str, Any], *, wanted: str | None, source: str) -> Offer | Failure:
    """An Offer from the object that holds `item`, `skuCore`, `seller` and the rest."""
    detail = _unfolded(detail)
    item, seller = object_at(detail, "item"), object_at(detail, "seller")
    item_id = text_of(item.get("itemId"))
    title = text_of(item.get("title")) or text_of(object_at(detail, "componentsVO", "titleVO", "title").get("title"))
    if not title:
        return Failure(FailureReason.EMPTY_SHELL, "the answer holds no item")
    if wanted and item_id and item_id != wanted:
        return Failure(FailureReason.WRONG_ITEM, f"asked for item {wanted}, the answer is item {item_id}")
    if "\ufffd" in title:
        return Failure(FailureReason.UNREADABLE, "the answer was damaged on its way: its text is broken")
    infos = object_at(detail, "skuCore", "sku2info")
    whole_item = object_at(infos, "0")
    choices = tuple(_variants(detail, infos))
    prices = _prices(detail, whole_item, choices)
    range_ = [one.price_minor for one in choices if one.price_minor is not None]
    images = _images(detail)
    properties = dict(_properties(detail))
    stock = _stock(whole_item)
    shipping = _shipping(detail)
    availability, unsure = _whole_availability(whole_item, stock, choices)
    return Offer(
        title=title,
        price_minor=prices.price,
        currency=CURRENCY,
        list_price_minor=prices.list_price,
        price_min_minor=min(range_) if range_ else prices.price,
        price_max_minor=max(range_) if range_ else prices.high,
        price_kind=prices.kind,
        coupon_price_minor=prices.coupon,
        availability=availability,
        stock=stock,
        brand=properties.get("品牌") or properties.get("品牌名称"),
        mpn=properties.get("型号"),
        item_id=item_id or wanted,
        shop_id=text_of(seller.get("shopId")),
        seller=text_of(seller.get("shopName")) or text_of(seller.get("sellerNick")),
        seller_id=text_of(seller.get("sellerId")) or text_of(seller.get("userId")),
        image_url=images[0] if images else None,
        images=images[:50],
        variants=choices,
        details=Details(shipping=shipping, condition=_CONDITIONS.get(properties.get("成色") or "")),
        url=f"https://item.taobao.com/item.htm?id={item_id or wanted}" if item_id or wanted else None,
        adapter=ADAPTER,
        came_from=dict.fromkeys((*_SAID, *(("shipping",) if shipping else ())), source),
        conflicts=((() if prices.certain else ("price_minor",)) + unsure),
    )


_SAID = ("title", "price_minor", "availability", "item_id", "seller", "image_url")
_CONDITIONS = {"全新": Condition.NEW, "二手": Condition.USED}
_FREIGHT = re.compile(
    r"(?:快递|运费|EMS|平邮)\s{0,3}[:：]?\s{0,3}(?:(免运费|包邮|免邮)|[¥￥]?\s{0,2}(\d{1,6}(?:\.\d{1,2})?)\s{0,2}元?)"
)


def _shipping(detail: dict[str, Any]) -> Shipping | None:
    """What sending by parcel costs, to the place the answer was made for: in China."""
    found = _FREIGHT.fullmatch((text_of(object_at(detail, "componentsVO", "deliveryVO").get("freight")) or "")[:60])
    if found is None:
        return None
    price = to_minor(Decimal(found[2] or 0), CURRENCY)
    return Shipping(price, CURRENCY, "CN") if price is not None else None


def merged(base: dict[str, Any], more: dict[str, Any]) -> dict[str, Any]:
    """`base` with what `more` says, object by object; what `more` says wins."""
    both = {**base, **more}
    for key, value in more.items():
        if isinstance(value, dict) and isinstance(base.get(key), dict):
            both[key] = {**base[key], **value}
    return both


def _unfolded(detail: dict[str, Any]) -> dict[str, Any]:
    """Older answers keep what changes (price, stock) as JSON text inside `apiStack`; `mockData` there is invented."""
    stack = detail.get("apiStack")
    for entry in stack[:5] if isinstance(stack, list) else ():
        value = entry.get("value") if isinstance(entry, dict) else None
        value = loads(value) if isinstance(value, str) else value
        if isinstance(value, dict):
            detail = merged(detail, object_at(value, "global", "data") or value)
    return detail


def _prices(detail: dict[str, Any], whole_item: dict[str, Any], choices: tuple[Variant, ...]) -> Prices:
    """The price over all choices. Two statements of it contradict unless both are prices of a choice."""
    block, old = object_at(detail, "componentsVO", "priceVO"), object_at(detail, "price")
    extras = old.get("extraPrices")
    chosen = choose(
        [
            whole_item.get("price"),
            block.get("price"),
            old.get("price"),
        ],
        [
            whole_item.get("subPrice"),
            block.get("extraPrice"),
            old.get("subPrice"),
            *(dict(one, priceTitle=_struck_title(one)) for one in _dicts(extras)[:5]),
        ],
    )
    own = {one.price_minor for one in choices if one.price_minor is not None}
    if chosen.certain or chosen.price is None or not own:
        return chosen
    shown = choose([block.get("price")])
    agrees = shown.price is None or (min(own) <= shown.price <= max(own) and min(own) <= chosen.price <= max(own))
    return dataclasses.replace(chosen, certain=agrees)


def _struck_title(price: dict[str, Any]) -> str:
    title = text_of(price.get("priceTitle")) or ""
    return "划线价" if text_of(price.get("lineThrough")) == "true" or price.get("lineThrough") is True else title


def _dicts(value: Any) -> list[dict[str, Any]]:
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []


def _stock(info: dict[str, Any]) -> int | None:
    """Pieces; "200+" and 200 mean at least 200: the shop counts no further."""
    stock = whole((text_of(info.get("quantity")) or "").removesuffix("+"))
    return stock if stock is not None and stock >= 0 else None


def _said(info: dict[str, Any]) -> Availability:
    """What the words beside the stock say."""
    text = text_of(info.get("quantityText")) or ""
    if _ALMOST.search(text) or (_TO_BE_HAD.search(text) and not _SOLD_OUT.search(text)):
        return Availability.IN_STOCK
    if re.fullmatch(r"[1-9]\d{0,6}\+?件?", text):
        return Availability.IN_STOCK
    return Availability.OUT_OF_STOCK if _SOLD_OUT.search(text) else Availability.UNKNOWN


def _availability(info: dict[str, Any], stock: int | None) -> Availability:
    if stock is not None:
        return Availability.IN_STOCK if stock > 0 else Availability.OUT_OF_STOCK
    return _said(info)


def _whole_availability(
    info: dict[str, Any], stock: int | None, choices: tuple[Variant, ...]
) -> tuple[Availability, tuple[str, ...]]:
    found, said = _availability(info, stock), _said(info)
    if found is not Availability.UNKNOWN:
        return found, ("availability",) if said not in {found, Availability.UNKNOWN} else ()
    known = {one.availability for one in choices}
    if Availability.IN_STOCK in known:
        return Availability.IN_STOCK, ()
    return (Availability.OUT_OF_STOCK if known == {Availability.OUT_OF_STOCK} else Availability.UNKNOWN), ()


def _variants(detail: dict[str, Any], infos: dict[str, Any]) -> Iterator[Variant]:
    base = object_at(detail, "skuBase")
    names = dict(_value_names(base))
    for sku in _dicts(base.get("skus"))[:MAX_VARIANTS]:
        if not (sku_id := text_of(sku.get("skuId"))):
            continue
        info = object_at(infos, sku_id)
        path = (text_of(sku.get("propPath")) or "").split(";")
        stock = _stock(info)
        yield Variant(
            name=" / ".join(names.get(step, step) for step in path if step),
            sku=sku_id,
            price_minor=choose([info.get("price")], [info.get("subPrice")]).price,
            availability=_availability(info, stock),
            stock=stock,
        )


def _value_names(base: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """("<pid>:<vid>", name) of every choice."""
    for prop in _dicts(base.get("props")):
        for value in _dicts(prop.get("values")):
            if name := text_of(value.get("name")):
                yield f"{text_of(prop.get('pid'))}:{text_of(value.get('vid'))}", name


def _properties(detail: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """The item's own table of properties (参数)."""
    for info in _dicts(object_at(detail, "componentsVO", "extensionInfoVO").get("infos")):
        for entry in _dicts(info.get("items")) if info.get("type") == "BASE_PROPS" else ():
            texts = entry.get("text")
            name, value = text_of(entry.get("title")), text_of(texts[0]) if isinstance(texts, list) and texts else None
            if name and value:
                yield name, value
    for group in _dicts(object_at(detail, "props").get("groupProps")):
        for rows in group.values():
            for row in _dicts(rows):
                yield from ((name, text) for name, value in row.items() if (text := text_of(value)))


def _images(detail: dict[str, Any]) -> tuple[str, ...]:
    found = object_at(detail, "item").get("images") or object_at(detail, "componentsVO", "headImageVO").get("images")
    urls = [url.strip() for url in found if isinstance(url, str) and url.strip()] if isinstance(found, list) else []
    return tuple("https:" + url if url.startswith("//") else url for url in urls)
