"""Availability from explicit signals only: schema.org's values, and whole phrases of buttons and labels."""

from __future__ import annotations

import re

from common.offer import Availability

_SCHEMA = {
    "instock": Availability.IN_STOCK,
    "limitedavailability": Availability.IN_STOCK,
    "onlineonly": Availability.IN_STOCK,
    "instoreonly": Availability.IN_STOCK,
    "available": Availability.IN_STOCK,
    "availablefororder": Availability.IN_STOCK,
    "lowstock": Availability.IN_STOCK,
    "outofstock": Availability.OUT_OF_STOCK,
    "soldout": Availability.OUT_OF_STOCK,
    "oos": Availability.OUT_OF_STOCK,
    "discontinued": Availability.OUT_OF_STOCK,
    "notavailable": Availability.OUT_OF_STOCK,
    "unavailable": Availability.OUT_OF_STOCK,
    "reserved": Availability.OUT_OF_STOCK,
    "backorder": Availability.BACKORDER,
    "madetoorder": Availability.BACKORDER,
    "preorder": Availability.BACKORDER,
    "presale": Availability.BACKORDER,
}
_LETTERS = re.compile(r"[^a-z]")

_OUT = re.compile(
    r"\b(?:out of stock|sold[ -]?out|currently unavailable|no longer available|not in stock|unavailable|"
    r"temporarily out|out-of-stock|notify me when|email me when|agotado|sin stock|esgotado|épuisé|rupture de stock|"
    r"ausverkauft|nicht (?:auf lager|verfügbar|lieferbar)|niet op voorraad|uitverkocht|"
    r"non disponibile|esaurito|hết hàng|"
    r"habis|stok habis|brak w magazynie|niedostępny|нет в наличии|slutsåld)\b|"
    r"สินค้าหมด|售罄|缺貨|缺货|无货|無貨|補貨中|补货中|已售完|完売|在庫なし|在庫切れ|품절",
    re.IGNORECASE,
)
_IN = re.compile(
    r"\b(?:in stock|in-stock|add to (?:cart|bag|basket|trolley)|buy (?:it )?now|available now|ready to ship|en stock|"
    r"disponible|em estoque|disponível|añadir al carrito|agregar al carrito|comprar ahora|"
    r"adicionar ao carrinho|ajouter au panier|"
    r"in den (?:warenkorb|einkaufswagen)|auf lager|sofort lieferbar|lieferbar|op voorraad|in winkelwagen|in winkelmand|"
    r"aggiungi al carrello|disponibile|còn hàng|thêm vào giỏ|tambah(?:kan)? ke (?:keranjang|troli)|"
    r"stok tersedia|do koszyka|"
    r"dostępny|в наличии|в корзину|купить|i lager|lägg i varukorg|kosárba|do košíku|skladem)\b|"
    r"มีสินค้า|เพิ่มไปยังรถเข็น|加入購物車|加入购物车|放入購物車|立即購買|立即购买|有貨|有货|現貨|カートに入れる|在庫あり|장바구니",
    re.IGNORECASE,
)
_ORDER = re.compile(
    r"\b(?:pre-?order|back-?order(?:ed)?|vorbestellen|précommande|reserva ahora)\b|預購|预售|予約", re.IGNORECASE
)


def of_schema(value: object) -> Availability:
    """`https://schema.org/InStock`, `InStock`, `in stock` … UNKNOWN for anything not in the list."""
    if isinstance(value, dict):
        value = value.get("@id") or value.get("name")
    if isinstance(value, list):
        value = value[0] if value else None
    if not isinstance(value, str):
        return Availability.UNKNOWN
    word = _LETTERS.sub("", value.strip().rstrip("/").rpartition("/")[2].rpartition("#")[2].lower())
    return _SCHEMA.get(word, Availability.UNKNOWN)


def of_phrase(text: str) -> Availability:
    """What a label or a button says. "None left" wins: a button may stand beside it, switched off."""
    text = text[:400]
    if _OUT.search(text):
        return Availability.OUT_OF_STOCK
    if _ORDER.search(text):
        return Availability.BACKORDER
    return Availability.IN_STOCK if _IN.search(text) else Availability.UNKNOWN
