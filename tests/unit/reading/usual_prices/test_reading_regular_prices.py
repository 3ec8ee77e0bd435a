"""A "regular price" is what it was before where a sale's price stands beside it, and the price where none does: themes
of large shop systems print these words on every product.
"""

from __future__ import annotations

from typing import Any

import pytest

from common.settings import ShopsSettings
from common.shops.registry import Shops
from fleet.operations.read_saved import read_saved

SHOPS = Shops(ShopsSettings())
WORDS = [
    ("en-GB", "co.uk", "Regular price", "Sale price", "£24.50", "£30.00", "Add to cart"),
    ("de", "de", "Normaler Preis", "Verkaufspreis", "€24,50", "€30,00", "In den Warenkorb legen"),
    ("fr", "fr", "Prix habituel", "Prix promotionnel", "24,50 €", "30,00 €", "Ajouter au panier"),
    ("es", "es", "Precio habitual", "Precio de oferta", "24,50 €", "30,00 €", "Agregar al carrito"),
    ("it", "it", "Prezzo di listino", "Prezzo scontato", "€24,50", "€30,00", "Aggiungi al carrello"),
    ("nl", "nl", "Normale prijs", "Aanbiedingsprijs", "€24,50", "€30,00", "Aan winkelwagen toevoegen"),
    ("pt-PT", "pt", "Preço normal", "Preço de saldo", "€24,50", "€30,00", "Adicionar ao carrinho"),
    ("pt-BR", "com.br", "Preço normal", "Preço promocional", "R$ 24,50", "R$ 30,00", "Adicionar ao carrinho"),
    ("sv", "se", "Ordinarie pris", "Försäljningspris", "245,00 kr", "300,00 kr", "Lägg i varukorgen"),
    ("da", "dk", "Normalpris", "Udsalgspris", "245,00 kr", "300,00 kr", "Læg i indkøbskurv"),
    ("nb", "no", "Vanlig pris", "Salgspris", "245,00 kr", "300,00 kr", "Legg i handlekurven"),
    ("fi", "fi", "Normaalihinta", "Alennushinta", "24,50 €", "30,00 €", "Lisää ostoskoriin"),
    ("pl", "pl", "Cena regularna", "Cena promocyjna", "24,50 zł", "30,00 zł", "Dodaj do koszyka"),
    ("cs", "cz", "Běžná cena", "Výprodejová cena", "245,00 Kč", "300,00 Kč", "Přidat do košíku"),
    ("sk", "sk", "Bežná cena", "Cena po zľave", "24,50 €", "30,00 €", "Pridať do košíka"),
    ("tr", "com.tr", "Normal fiyat", "İndirimli fiyat", "245,00 TL", "300,00 TL", "Sepete ekle"),
    ("ja", "jp", "通常価格", "セール価格", "¥2,450", "¥3,000", "カートに追加する"),
    ("ko", "kr", "정가", "할인가", "24,500원", "30,000원", "장바구니에 담기"),
    ("zh-TW", "com.tw", "定價", "售價", "NT$ 2,450", "NT$ 3,000", "加入購物車"),
    ("vi", "vn", "Giá thông thường", "Giá ưu đãi", "245.000₫", "300.000₫", "Thêm vào giỏ hàng"),
    ("id", "co.id", "Harga reguler", "Harga obral", "Rp 245.000", "Rp 300.000", "Tambahkan ke keranjang"),
    ("th", "co.th", "ราคาปกติ", "ราคาโปรโมชั่น", "245.00 ฿", "300.00 ฿", "เพิ่มลงในตะกร้าสินค้า"),
    ("ro", "ro", "Preț obișnuit", "Preț redus", "245,00 lei", "300,00 lei", "Adaugă în coș"),
    ("hu", "hu", "Normál ár", "Akciós ár", "2.450 Ft", "3.000 Ft", "Kosárba"),
    ("el", "gr", "Κανονική τιμή", "Τιμή έκπτωσης", "24,50 €", "30,00 €", "Προσθήκη στο καλάθι"),
    ("bg", "bg", "Обичайна цена", "Промоционална цена", "24,50 лв.", "30,00 лв.", "Добави в количката"),
    ("hr", "hr", "Redovna cijena", "Prodajna cijena", "24,50 €", "30,00 €", "Dodaj u košaricu"),
    ("sl", "si", "Redna cena", "Akcijska cena", "24,50 €", "30,00 €", "Dodaj v košarico"),
    ("ru", "ru", "Обычная цена", "Цена со скидкой", "2 450 руб.", "3 000 руб.", "Добавить в корзину"),
    ("uk", "ua", "Звичайна ціна", "Ціна зі знижкою", "245,00 грн", "300,00 грн", "Додати в кошик"),
]


def read(words: tuple[str, ...], shown: str) -> Any:
    language, place, *_, button = words
    form = f"<form action='/cart/add'><button>{button}</button></form>"
    body = f"<h1>Tivoli 4000</h1><div>{shown}</div>{form}"
    head = "<meta charset='utf-8'><title>Tivoli 4000 – Pine</title>"
    html = f"<html lang='{language}'><head>{head}</head><body>{body}</body></html>"
    return read_saved(html.encode(), f"https://pine.{place}/products/tivoli-4000", SHOPS)


def price(answer: Any) -> tuple[str, bool]:
    offer = answer.get("offer") or {}
    return str(offer.get("price")).removesuffix(".00"), (answer.get("verdict") or {}).get("status") == "ok"


AMOUNTS = {"24.50": "24.50", "24,50": "24.50", "245,00": "245", "245.00": "245", "2 450": "2450", "2,450": "2450"}
LARGE = {"2.450 Ft": "2450", "24,500원": "24500", "245.000₫": "245000", "Rp 245.000": "245000"}


def number(text: str) -> str:
    return LARGE.get(text) or next(value for amount, value in AMOUNTS.items() if amount in text)


@pytest.mark.parametrize("words", WORDS, ids=[row[0] for row in WORDS])
def test_the_regular_price_alone_is_the_price(words: tuple[str, ...]) -> None:
    _, _, regular, _, now, _, _ = words
    assert price(read(words, f"<span>{regular}</span> <span>{now}</span>")) == (number(now), True)
    assert price(read(words, f"<span>{regular}: {now}</span>")) == (number(now), True)


@pytest.mark.parametrize("words", WORDS, ids=[row[0] for row in WORDS])
def test_beside_a_sales_price_it_is_what_it_was_before(words: tuple[str, ...]) -> None:
    _, _, regular, sale, now, before, _ = words
    said = f"<span>{regular}</span> <span>{before}</span> <span>{sale}</span> <span>{now}</span>"
    turned = f"<span>{sale}</span> <span>{now}</span> <span>{regular}</span> <span>{before}</span>"
    for shown in (said, turned, f"<s>{before}</s> <span>{now}</span>"):
        assert price(read(words, shown)) == (number(now), True), shown
    only_struck = f"<span>{regular}</span> <s>{before}</s> <span>{now}</span>"
    assert price(read(words, only_struck))[0] == number(now)
