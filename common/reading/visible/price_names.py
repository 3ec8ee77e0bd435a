"""What the names of elements say of a price: that it is one, that it is one of another kind, that it is an old one."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from common.reading.visible.lines import MAX_NAME_CHARS, itself_and_above

_PRICE_WORDS = re.compile(
    r"pric(?:e|ing)|prix|preis|precio|preco|cena|prezzo|\bpr[_-]|[_-]pr\b|\bprc|deal\b|kaina|pris(?:$|[\s_-])|fiyat|harga|"
    r"amount(?!_)",
    re.IGNORECASE,
)
_OTHER_PRICE = re.compile(
    r"list-?price|strike|rrp|msrp|saving|save|discount(?!ed[_-]?price)|shipping|delivery|install?ment|monthly|finance|"
    r"per-?unit|"
    r"unit-?price|price-?per|basic-?price|grundpreis|label|range-?slider|filter|alert|history|member|family|club|loyalty|points|"
    r"bonus|(?:price|ex(?:cl(?:uding)?)?|without)[-_]?tax|tax[-_]?(?:price|amount|excl)|vat(?![a-z])|"
    r"deposit|crossed|compare|versand|standard-price|promo-?text|swatch|coupon|cashback|credit",
    re.IGNORECASE,
)
_OLD = re.compile(
    r"(?<![a-z])old(?![a-z])|old[-_]?price|price[-_]?old|was(?![a-z])|regular|normal-?price|retail|before|"
    r"origin(?:al)?(?![a-z])|originPrice|previous",
    re.IGNORECASE,
)
OLD_LABEL = re.compile(
    r"(?:uvp|statt|rrp|r\.r\.p\.?|was|msrp|list price|old price|regular price|before|pvp|prix conseillé|au lieu de|"
    r"antes|de|avant|cena katalogowa|ord\.? pris|adviesprijs|prezzo di listino|anstatt|før|tidligere|"
    r"normalpris|ordinarie(?: pris)?|běžná cena|původní cena|režijní cena|régi ár|eredeti ár|preț vechi|stara cena|"
    r"старая цена|обычная цена|ราคาปกติ|ปกติ|piyasa fiyatı|liste fiyatı|"
    r"giá gốc|giá thị trường|原價|定價|市價|市售價|建議售價|原价|市场价|定価|参考価格|"
    r"メーカー希望小売価格|정가|소비자가|시중가격?)(?![^\W\d_])[\W_]{0,3}",
    re.IGNORECASE,
)
"""A line that says that the amount behind it is not the price now."""
OTHER_WORDS = re.compile(
    r"\b(?:instal?lments?|monthly|per month|a month|interest-free|financ|raten?\b|monatl|mtl\.|mensualit|mois|cuotas?|"
    r"parcelas?|sem juros|meses|rate da|rata\b|raty|splát|termijn|taksit|cicilan|ansuran|trả góp|ผ่อน|"
    r"shipping|delivery|postage|freight|versand|speditions|lieferung|livraison|envío|frete|spedizione|verzend|wysyłk|"
    r"doprav|доставк|kargo|ongkir|phí vận chuyển|ค่าส่ง|"
    r"members?|family|club|loyalty|coupon|voucher|gutschein|with code|mit code|cashback|points?|mitglied)|"
    r"分割|分期|期0利率|每期|할부|무이자|送料|運費|运费|배송비|配送料|会員|會員|회원|와우|적립|ポイント|點數|积分|券後|券后|쿠폰",
    re.IGNORECASE,
)
"""Words that make an amount another one: a part of it, getting it home, what members pay."""
ASK_WORDS = re.compile(
    r"price (?:on|upon) (?:request|application)|call for (?:a )?pric(?:e|ing)|(?:contact|email|ask) us for (?:a )?pric|"
    r"request a (?:quote|price)|preis auf anfrage|prix sur demande|precio a consultar|consult[ae]r? (?:el )?precio|"
    r"(?:preço )?sob consulta|prezzo su richiesta|prijs op aanvraag|cena na (?:zapytanie|dotaz)|ár ajánlatkérésre|"
    r"preț la cerere|цена по запросу|ціна за запитом|fiyat (?:sorunuz|için)|"
    r"pris på (?:förfrågan|forespørsel|forespørgsel)|"
    r"giá liên hệ|hubungi kami untuk harga|harga hubungi|價格請洽|请询价|來電詢價|価格はお問い合わせ|"
    r"가격 ?문의|^liên hệ$",
    re.IGNORECASE,
)
"""What stands where a shop tells its price to those who ask."""
SALE_LABEL = re.compile(
    r"(?:sale price|special price|now|deal price|our price|aktionspreis|angebotspreis|sonderpreis|prix promo|"
    r"precio (?:de )?oferta|preço promocional|prezzo scontato|aanbiedingsprijs|cena promocyjna|akční cena|"
    r"цена со скидкой|indirimli fiyat|giá khuyến mãi|harga promo|할인판매가|할인가|세일가|セール価格|特別価格|"
    r"特價|促銷價|優惠價|活動價|促销价|活动价)"
    r"[\W_]{0,3}",
    re.IGNORECASE,
)
PLAIN_LABEL = re.compile(
    r"(?:price|your price|preis|prix|precio|preço|prezzo|prijs|cena|цена|ціна|fiyatı?|pris|hinta|giá(?: bán)?|"
    r"harga|ราคา|판매가격?|가격|価格|販売価格|通常価格|直購價|網路價|售價|價格|价格|售价|單價)[\W_]{0,3}",
    re.IGNORECASE,
)
"""Lines that say that the amount behind them is the price."""
_STRUCK = frozenset({"del", "s", "strike"})
_LINE_THROUGH = re.compile(r"line-through", re.IGNORECASE)


def is_other(element: Any) -> bool:
    """Whether this is a struck-out price, or one of another kind."""
    return is_struck(element) or any(_names_other(_plain(node)) for node in itself_and_above(element))


def is_behind_old_label(before: str, text: str) -> bool:
    """Whether a label such as "UVP" begins this line, or is all of the one before."""
    return OLD_LABEL.match(text) is not None or OLD_LABEL.fullmatch(before) is not None


def is_other_amount(before: str, text: str) -> bool:
    """Whether this line, or a short one before it, speaks of instalments, shipping, membership or points."""
    return OTHER_WORDS.search(text) is not None or (len(before) <= 24 and OTHER_WORDS.search(before) is not None)


def is_struck(element: Any) -> bool:
    return any(
        node.tag in _STRUCK or _LINE_THROUGH.search(node.get("style") or "") for node in itself_and_above(element)
    )


def is_called_old(element: Any) -> bool:
    return any(_names_old(_plain(node)) for node in itself_and_above(element))


@lru_cache(maxsize=4096)
def names_price(names: str) -> bool:
    return _PRICE_WORDS.search(names) is not None


@lru_cache(maxsize=4096)
def _names_other(names: str) -> bool:
    return _OTHER_PRICE.search(names) is not None


@lru_cache(maxsize=4096)
def _names_old(names: str) -> bool:
    return _OLD.search(names) is not None


def _plain(node: Any) -> str:
    return f"{node.get('class') or ''} {node.get('id') or ''}"[:MAX_NAME_CHARS]


def is_out(child: Any, allow_old: bool) -> bool:
    """Whether this part of a price is struck out, old, or a price of another kind."""
    names = _plain(child)
    return child.tag in _STRUCK or _names_other(names) or (not allow_old and _names_old(names))
