"""Amounts that are asked on terms only, said behind them: with a coupon, a month, as a deposit. They are not stored,
and a plain price beside them is.
"""

from __future__ import annotations

from typing import Any

import pytest

from common.settings import ShopsSettings
from common.shops.registry import Shops
from fleet.operations.read_saved import read_saved

SHOPS = Shops(ShopsSettings())
_HOSTS = {
    "en": ("co.uk", "Add to basket", "In stock"),
    "de": ("de", "In den Warenkorb", "Auf Lager"),
    "fr": ("fr", "Ajouter au panier", "En stock"),
    "es": ("es", "Añadir al carrito", "En stock"),
    "pl": ("pl", "Do koszyka", "Dostępny"),
    "pt-BR": ("com.br", "Comprar", "Em estoque"),
    "ru": ("ru", "В корзину", "В наличии"),
    "ja": ("jp", "カートに入れる", "在庫あり"),
    "ko": ("kr", "장바구니 담기", "재고 있음"),
    "sv": ("se", "Lägg i varukorgen", "I lager"),
}


def stored(body: str, language: str = "en", head: str = "", name: str = "Oakley 1200") -> str | None:
    """The price that is stored of a page with this between heading and button."""
    ending, button, stock = _HOSTS[language]
    html = (
        f"<html lang={language}><head><meta charset='utf-8'><title>{name}</title>{head}</head><body><h1>{name}</h1>"
        f"{body}<button>{button}</button><p>{stock}</p></body></html>"
    )
    url = f"https://www.holm.example.{ending}/p/oakley-1200.html"
    answer: dict[str, Any] = read_saved(html.encode(), url, SHOPS)
    return answer["offer"]["price"] if answer.get("verdict", {}).get("status") == "ok" else None


TERMS = [
    ("en", "£10.00", "+ 500 points"),
    ("de", "10,00 €", "+ 1.500 Punkte"),
    ("fr", "10,00 €", "+ 500 points"),
    ("pl", "10,00 zł", "+ 500 punktów"),
    ("ja", "1,000円", "＋ 500ポイント"),
    ("en", "£10.00", "pre-order deposit"),
    ("en", "£8.00", "each when you mix six"),
    ("en", "£24.50", "after cashback"),
    ("en", "£24.50", "in the app"),
    ("en", "£12.99", "p/m"),
    ("en", "£12.99", "weekly"),
    ("de", "1,00 €", "im Abo"),
    ("de", "1,00 €", "mit Vertrag"),
    ("de", "24,50 €", "nach Cashback"),
    ("de", "8,90 €", "beim Kauf von 6"),
    ("fr", "24,50 €", "avec code promo"),
    ("es", "24,50 €", "con tarjeta"),
    ("pl", "24,50 zł", "dla klubowiczów"),
    ("pt-BR", "R$ 24,50", "à vista no Pix"),
    ("ru", "990 ₽", "с картой"),
    ("ru", "990 ₽", "оптом"),
    ("ja", "980円", "会員価格"),
    ("ko", "9,800원", "쿠폰적용가"),
    ("sv", "99 kr", "för medlemmar"),
]


@pytest.mark.parametrize(("language", "amount", "words"), TERMS)
@pytest.mark.parametrize(
    "body",
    [
        "<p>{} {}</p>",
        "<p>{} ({})</p>",
        "<p>{}</p><p>{}</p>",
        "<div><b>{}</b> <small>{}</small></div>",
        "<div class=price>{} <span>{}</span></div>",
    ],
)
def test_words_behind_an_amount_make_it_another_one(language: str, amount: str, words: str, body: str) -> None:
    assert stored(body.format(amount, words), language) is None


@pytest.mark.parametrize(
    ("body", "language", "price"),
    [
        ("<p>£12.99</p><p>monthly</p><p>£249.00</p>", "en", "249.00"),
        ("<p>£24.50 with coupon</p><p>£29.50</p>", "en", "29.50"),
        ("<div class=price><b>£24.50</b> <i>in the app</i></div><div class=price>£29.50</div>", "en", "29.50"),
        ("<p>1,00 € mit Vertrag</p><p>499,00 €</p>", "de", "499.00"),
        ("<p>499,00 €</p><p>Mit Vertrag</p><p>1,00 €</p>", "de", "499.00"),
        ("<p>R$ 29,50</p><p>R$ 24,50 no Pix</p>", "pt-BR", "29.50"),
        ("<p>124,50 zł</p><p>Z kodem</p><p>99,00 zł</p>", "pl", "124.50"),
        ("<p>990 ₽</p><p>с картой</p><p>1 290 ₽</p>", "ru", "1290.00"),
        ("<p>会員価格</p><p>980円</p><p>1,280円</p>", "ja", "1280"),
        ("<p>판매가</p><p>279,000원</p><p>최적할인가</p><p>272,100원 <i>(최대 6,900원 할인)</i></p>", "ko", "279000"),
    ],
)
def test_the_plain_price_beside_it_is_taken(body: str, language: str, price: str) -> None:
    assert stored(body, language) == price


@pytest.mark.parametrize(
    "label", ["Upfront", "In the app", "New customers", "Mix six", "Pay today", "Lease", "With contract"]
)
def test_the_same_words_before_an_amount(label: str) -> None:
    assert stored(f"<p>{label} £20.00</p>") is None
    assert stored(f"<p>{label}</p><p>£20.00</p>") is None


@pytest.mark.parametrize(
    "words",
    ["Members get free shipping", "with lid", "Weekly deals", "Deposit information", "each"],
)
def test_other_words_behind_a_price_do_not(words: str) -> None:
    assert stored(f"<p>£24.50</p><p>{words}</p>") == "24.50"


@pytest.mark.parametrize(
    "body",
    [
        "<div class=price>£9.00</div><div>8 oz</div><div class=price>£70.00</div><div>5 lb</div>",
        "<ul><li>£4.90 / 250 gram</li><li>£15.90 / 1 kilo</li></ul>",
        "<p>500 g £4.90</p><p>1 kg £8.90</p>",
    ],
)
def test_of_two_weights_none_is_the_price(body: str) -> None:
    assert stored(body) is None
