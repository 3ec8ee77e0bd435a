"""The detail object of Taobao and Tmall, the same in mtop pcdetail answers and in window.__ICE_APP_CONTEXT__.

Which price: `price_minor` is what anybody pays without claiming a coupon (优惠前), `price_kind` is then
"before_coupon"; the price after coupons (券后, 平台加补后) needs a claim and depends
on who looks, so it is never stored as the price.
"""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from typing import Any

from common.money import to_minor
from common.offer import Availability, Failure, FailureReason, Offer, Variant
from common.reading.json_text import amount, text_of, whole

ADAPTER = "taobao"
CURRENCY = "CNY"
_SOLD_OUT = ("无货", "缺货", "售罄", "已售完", "卖光")
_ALMOST = ("即将售罄",)


def read_detail(detail: dict[str, Any], *, wanted: str | None, source: str) -> Offer | Failure:
    """An Offer from the object that holds `item`, `skuCore`, `seller` and the rest."""
    item, seller = _dict(detail, "item"), _dict(detail, "seller")
    item_id, title = text_of(item.get("itemId")), text_of(item.get("title"))
    if not item_id and not title:
        return Failure(FailureReason.EMPTY_SHELL, "the answer holds no item")
    if wanted and item_id and item_id != wanted:
        return Failure(FailureReason.WRONG_ITEM, f"asked for item {wanted}, the answer is item {item_id}")
    infos = _dict(detail, "skuCore", "sku2info")
    whole_item = _dict(infos, "0")
    variants = tuple(_variants(detail, infos))
    price, conflicts = _price(detail, whole_item)
    prices = [variant.price_minor for variant in variants if variant.price_minor is not None]
    images = tuple(_https(url) for url in item.get("images") or () if isinstance(url, str))
    properties = dict(_properties(detail))
    coupon = _dict(whole_item, "subPrice") or _dict(detail, "componentsVO", "priceVO", "extraPrice")
    stock = _stock(whole_item)
    return Offer(
        title=title,
        price_minor=price,
        currency=CURRENCY,
        price_min_minor=min(prices) if prices else price,
        price_max_minor=max(prices) if prices else price,
        price_kind="before_coupon" if coupon else "regular",
        availability=_availability(whole_item, stock, variants),
        stock=stock,
        brand=properties.get("品牌"),
        mpn=properties.get("型号"),
        item_id=item_id or wanted,
        shop_id=text_of(seller.get("shopId")),
        seller=text_of(seller.get("shopName")) or text_of(seller.get("sellerNick")),
        image_url=images[0] if images else None,
        images=images[:50],
        variants=variants,
        url=f"https://item.taobao.com/item.htm?id={item_id or wanted}",
        adapter=ADAPTER,
        came_from=dict.fromkeys(("title", "price_minor", "availability", "item_id", "seller", "image_url"), source),
        conflicts=conflicts,
    )


def _price(detail: dict[str, Any], whole_item: dict[str, Any]) -> tuple[int | None, tuple[str, ...]]:
    """The price over all choices, and whether the page's two statements of it contradict each other."""
    shown = _minor(_dict(detail, "componentsVO", "priceVO", "price"))
    stated = _minor(_dict(whole_item, "price"))
    if shown is None or stated is None or shown == stated:
        return (stated if stated is not None else shown), ()
    return stated, ("price_minor",)


def _minor(price: dict[str, Any]) -> int | None:
    """`priceMoney` is in fen already; `priceText` is yuan, or "100-290", "97起"."""
    cents = whole(price.get("priceMoney"))
    if cents is not None:
        return cents
    text = (text_of(price.get("priceText")) or "").removesuffix("起").partition("-")[0]
    yuan: Decimal | None = amount(text)
    return to_minor(yuan, CURRENCY) if yuan is not None else None


def _stock(info: dict[str, Any]) -> int | None:
    stock = whole(info.get("quantity"))
    return stock if stock is not None and stock >= 0 else None


def _availability(info: dict[str, Any], stock: int | None, variants: tuple[Variant, ...] = ()) -> Availability:
    said = text_of(info.get("quantityText")) or ""
    if stock is not None:
        return Availability.IN_STOCK if stock > 0 else Availability.OUT_OF_STOCK
    if any(word in said for word in _ALMOST) or said in {"有货", "库存紧张"}:
        return Availability.IN_STOCK
    if any(word in said for word in _SOLD_OUT):
        return Availability.OUT_OF_STOCK
    known = {variant.availability for variant in variants}
    if Availability.IN_STOCK in known:
        return Availability.IN_STOCK
    return Availability.OUT_OF_STOCK if known == {Availability.OUT_OF_STOCK} else Availability.UNKNOWN


def _variants(detail: dict[str, Any], infos: dict[str, Any]) -> Iterator[Variant]:
    base = _dict(detail, "skuBase")
    names = dict(_value_names(base))
    skus = base.get("skus")
    for sku in skus[:500] if isinstance(skus, list) else ():
        if not isinstance(sku, dict) or not (sku_id := text_of(sku.get("skuId"))):
            continue
        info = _dict(infos, sku_id)
        path = (text_of(sku.get("propPath")) or "").split(";")
        stock = _stock(info)
        yield Variant(
            name=" / ".join(names.get(step, step) for step in path if step),
            sku=sku_id,
            price_minor=_minor(_dict(info, "price")),
            availability=_availability(info, stock),
            stock=stock,
        )


def _value_names(base: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """("<pid>:<vid>", name) of every choice."""
    for prop in base.get("props") or ():
        values = prop.get("values") if isinstance(prop, dict) else None
        for value in values if isinstance(values, list) else ():
            if isinstance(value, dict) and (name := text_of(value.get("name"))):
                yield f"{text_of(prop.get('pid'))}:{text_of(value.get('vid'))}", name


def _properties(detail: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """The item's own table of properties (参数)."""
    infos = _dict(detail, "componentsVO", "extensionInfoVO").get("infos")
    for info in infos if isinstance(infos, list) else ():
        items = info.get("items") if isinstance(info, dict) and info.get("type") == "BASE_PROPS" else None
        for entry in items if isinstance(items, list) else ():
            if isinstance(entry, dict) and isinstance(entry.get("text"), list) and entry["text"]:
                name, value = text_of(entry.get("title")), text_of(entry["text"][0])
                if name and value:
                    yield name, value


def _https(url: str) -> str:
    return "https:" + url if url.startswith("//") else url


def _dict(node: Any, *path: str) -> dict[str, Any]:
    """The object at `path`, or an empty one."""
    for key in path:
        node = node.get(key) if isinstance(node, dict) else None
    return node if isinstance(node, dict) else {}
