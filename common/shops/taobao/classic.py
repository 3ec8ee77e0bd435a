"""Classic item pages: Taobao's (g_config, Hub.config) and Tmall's (TShop.Setup), as browsers saved them. Often GBK."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from html import unescape
from typing import Any
from urllib.parse import unquote

from common.money import to_minor
from common.offer import Availability, Failure, FailureReason, Offer, PriceKind, Variant
from common.reading.parsed.document import Document
from common.reading.parsed.letters import squeeze
from common.reading.state.objects.scripts import assigned
from common.reading.text.json_text import amount, loads, object_at, span, text_of, whole
from common.shops.taobao.detail import ADAPTER
from common.shops.taobao.price import CURRENCY

_SETUP = re.compile(r"TShop\.Setup\s{0,10}\(\s{0,20}(?=\{)")
_SKU_MAP = re.compile(r"[\"']?skuMap[\"']?\s{0,10}:\s{0,10}(?=\{)")
_IMAGES = re.compile(r"auctionImages\s{0,20}:\s{0,10}(?=\[)")
_PRICE = re.compile(r"(?<![\d.])\d{1,9}(?:\.\d{1,2})?(?![\d.])")
_BRAND = re.compile(r"^(?:品牌|Brand)\s*(?:名称)?\s*[:：]\s*(.{1,120})$")
_OFF_SHELF = ("此商品已下架", "此宝贝已下架", "宝贝已下架", "您查看的宝贝不存在", "商品已下架")


def read_classic(document: Document, wanted: str | None) -> Offer | Failure | None:
    """An Offer or Failure from a classic page; None when this is no classic page."""
    config, setup = _config(document.text), _setup(document.text)
    item = object_at(setup, "itemDO")
    item_id = text_of(item.get("itemId")) or _field(config, "itemId")
    title = _title(document, item)
    if not item_id or not title:
        return None
    if wanted and item_id != wanted:
        return Failure(FailureReason.WRONG_ITEM, f"asked for item {wanted}, this is item {item_id}")
    if any(phrase in document.text for phrase in _OFF_SHELF) and not document.root.xpath("//*[@id='J_StrPrice']"):
        return Failure(FailureReason.REMOVED, "Taobao says the item is off the shelf")
    variants = tuple(_variants(document, setup))
    listed, promo = _shown(document, "J_StrPrice", "J_StrPriceModBox"), _shown(document, "J_PromoPrice")
    listed = listed or _stated(setup, item)
    prices = promo or listed or [v.price_minor for v in variants if v.price_minor is not None]
    stock = _stock(document, item)
    images = _images(document, config, setup)
    return Offer(
        title=title,
        price_minor=min(prices) if prices else None,
        currency=CURRENCY,
        list_price_minor=min(listed) if promo and listed and min(listed) > min(promo) else None,
        price_min_minor=min(prices) if prices else None,
        price_max_minor=max(prices) if prices else None,
        price_kind=PriceKind.PROMOTION if promo else PriceKind.REGULAR,
        availability=_availability(stock, variants, item),
        stock=stock,
        brand=_unescaped(item.get("brand")) or _brand(document),
        item_id=item_id,
        shop_id=_field(config, "shopId") or text_of(object_at(setup, "rateConfig").get("shopId")),
        seller=_field(config, "sellerNick") or _seller(setup),
        seller_id=_field(config, "sellerId") or text_of(item.get("userId")),
        image_url=images[0] if images else None,
        images=images[:50],
        variants=variants,
        url=f"https://item.taobao.com/item.htm?id={item_id}",
        adapter=ADAPTER,
        came_from=dict.fromkeys(("title", "price_minor", "availability", "item_id"), "classic-page"),
    )


def _config(text: str) -> str:
    return assigned(text, "g_config") or ""


def _setup(text: str) -> dict[str, Any]:
    start = _SETUP.search(text)
    body = span(text, start.end()) if start else None
    return object_at(loads(body)) if body else {}


def _field(config: str, name: str) -> str | None:
    found = re.search(rf"\b{name}\s{{0,40}}:\s{{0,10}}(['\"])([^'\"\n]{{1,300}})\1", config)
    return _unescape(found[2]).strip() or None if found else None


def _unescape(text: str) -> str:
    return re.sub(r"\\u([0-9a-fA-F]{4})", lambda m: chr(int(m[1], 16)), text)


def _title(document: Document, item: dict[str, Any]) -> str | None:
    for node in document.root.xpath(
        "//h3[contains(@class,'tb-main-title')] | //*[contains(@class,'tb-detail-hd')]//h1"
    )[:3]:
        if found := squeeze(node.get("data-title") or "".join(node.itertext())):
            return found
    return _unescaped(item.get("title"))


def _unescaped(value: Any) -> str | None:
    """Setup objects hold text as HTML writes it."""
    text = text_of(value)
    return unescape(text).strip() or None if text else None


def _shown(document: Document, *ids: str) -> list[int]:
    """Prices in fen inside the first of these elements that shows one ("149.00 - 159.00" gives two)."""
    for element_id in ids:
        for node in document.root.xpath("//*[@id=$id]", id=element_id)[:1]:
            texts = "\n".join(
                "".join(part.itertext())
                for part in node.xpath(".//*[contains(@class,'tb-rmb-num') or contains(@class,'tm-price')]")
            )
            found = [to_minor(Decimal(text), CURRENCY) for text in _PRICE.findall(texts)[:4]]
            if prices := [price for price in found if price is not None]:
                return prices
    return []


def _stated(setup: dict[str, Any], item: dict[str, Any]) -> list[int]:
    text = text_of(object_at(setup, "detail").get("defaultItemPrice")) or text_of(item.get("reservePrice")) or ""
    found = [to_minor(Decimal(price), CURRENCY) for price in _PRICE.findall(text)[:2]]
    return [price for price in found if price is not None]


def _stock(document: Document, item: dict[str, Any]) -> int | None:
    for node in document.root.xpath("//*[@id='J_SpanStock' or @id='J_EmStock']")[:2]:
        found = re.search(r"\d{1,9}", "".join(node.itertext()))
        if found:
            return int(found[0])
    return whole(item.get("quantity"))


def _availability(stock: int | None, variants: tuple[Variant, ...], item: dict[str, Any]) -> Availability:
    if stock is not None:
        return Availability.IN_STOCK if stock > 0 else Availability.OUT_OF_STOCK
    known = {variant.availability for variant in variants}
    if Availability.IN_STOCK in known:
        return Availability.IN_STOCK
    if known == {Availability.OUT_OF_STOCK} or item.get("isOnline") is False:
        return Availability.OUT_OF_STOCK
    return Availability.UNKNOWN


def _variants(document: Document, setup: dict[str, Any]) -> Iterator[Variant]:
    sku_map: Any = object_at(setup, "valItemInfo").get("skuMap")
    if not isinstance(sku_map, dict):
        start = _SKU_MAP.search(document.text)
        body = span(document.text, start.end()) if start else None
        sku_map = loads(body) if body else None
    if not isinstance(sku_map, dict):
        return
    names = _choice_names(document)
    for path, sku in list(sku_map.items())[:500]:
        if not isinstance(sku, dict):
            continue
        stock, price = whole(sku.get("stock")), amount(sku.get("price"))
        yield Variant(
            name=" / ".join(names.get(step, step) for step in path.strip(";").split(";")),
            sku=text_of(sku.get("skuId")),
            price_minor=to_minor(price, CURRENCY) if price is not None else None,
            availability=_availability(stock, (), {}),
            stock=stock,
        )


def _choice_names(document: Document) -> dict[str, str]:
    return {
        node.get("data-value"): squeeze("".join(node.xpath(".//span//text()")))
        for node in document.root.xpath("//li[@data-value]")[:500]
    }


def _images(document: Document, config: str, setup: dict[str, Any]) -> tuple[str, ...]:
    found: Any = object_at(setup, "propertyPics").get("default")
    if not isinstance(found, list):
        start = _IMAGES.search(config)
        found = loads(span(config, start.end()) or "") if start else None
    if not isinstance(found, list):
        found = document.root.xpath("//img[@id='J_ImgBooth']/@src")[:1]
    return tuple(url for image in found if isinstance(image, str) and (url := document.absolute(image)))


def _brand(document: Document) -> str | None:
    for node in document.root.xpath("//ul[contains(@class,'attributes-list') or @id='J_AttrUL']/li")[:80]:
        if found := _BRAND.match(squeeze("".join(node.itertext()))):
            return found[1].strip()
    return None


def _seller(setup: dict[str, Any]) -> str | None:
    name = text_of(object_at(setup, "itemDO").get("sellerNickName")) or text_of(setup.get("sellerNickName"))
    return unquote(name) if name else None
