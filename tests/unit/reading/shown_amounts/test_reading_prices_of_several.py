"""What several pieces cost together may follow the price on its line: "$5.49, 3/$15.00"; and labels of amounts that
the shop pays."""

from __future__ import annotations

import pytest

from tests.invented.plain_page import read_page

NAME = "Vorra deep diver D1"


def read(line: str, ending: str = "com", lang: str = "en-US") -> str:
    """The price that is stored of a page with this between heading and button; else why none is."""
    body = f"<h1>{NAME}</h1><p>SKU: VR-1063</p><p>In stock</p>{line}<button>Add to cart</button>"
    answer = read_page(body, url=f"https://www.pine-house.{ending}/p/vorra-d1", title=NAME, lang=lang)
    is_stored = answer.get("verdict", {}).get("status") == "ok"
    return str(answer["offer"]["price"] if is_stored else answer.get("verdict", {}).get("reason"))


@pytest.mark.parametrize(
    ("line", "ending", "lang"),
    [
        ("<p>Sale price: $5.49, 3/$15.00</p>", "com", "en-US"),
        ("<p>Price: $5.49 (3/$15.00)</p>", "com", "en-US"),
        ("<p>Regular price: $7.99</p><p><b>Sale price: $5.49, 3 for $15.00</b></p>", "com", "en-US"),
        ("<p>$5.49, 2 for $9.99</p>", "com", "en-US"),
        ("<p>$5.49 or 2 for $9.99</p>", "com", "en-US"),
        ("<p>Preis: 5,49 €, 3 Stück für 15,00 €</p>", "de", "de"),
        ("<p>Prijs: € 5,49, 3 voor € 15,00</p>", "nl", "nl"),
        ("<p>Cena: 5,49 zł, 3 za 15,00 zł</p>", "pl", "pl"),
    ],
)
def test_the_price_of_one_stands_before_that_of_several(line: str, ending: str, lang: str) -> None:
    assert read(line, ending, lang) == "5.49"


@pytest.mark.parametrize(
    "line",
    [
        "<p>Deposit: $5.49, 3/$15.00</p>",
        "<p>$5.49, 3/$60.00</p>",
        "<p>$5.49, 3 payments of $15.00</p>",
        "<p>$5.49, 2/$9.99 with coupon</p>",
        "<p>$5.49 a month for 12 months</p>",
        "<p>$5.49 for 3 days</p>",
        "<p>Members: $5.49, 3/$15.00</p><p>Price: $6.99, 3/$18.00</p>",
        "<p>3/$15.00</p>",
        "<p>Shipping $5.49, 3/$15.00</p>",
        "<p>$5.49 per 100 g, 3/$15.00</p>",
    ],
)
def test_no_other_amount_becomes_the_price_by_it(line: str) -> None:
    assert read(line) in {"6.99", "NO_PRICE", "UNCONFIRMED_PRICE", "AMBIGUOUS_PRICE"}


@pytest.mark.parametrize(
    ("price", "line", "ending", "lang"),
    [
        ("980円", "<p>買取価格</p><p>700円</p>", "jp", "ja"),
        ("980円", "<p class='price'><span>買取価格：</span><span>700円</span></p>", "jp", "ja"),
        ("98,00 €", "<p>Ankaufspreis: <b class='price'>70,00 €</b></p>", "de", "de"),
        ("98,00 €", "<p>Prix de rachat</p><p class='price'>70,00 €</p>", "fr", "fr"),
        ("$98.00", "<div class='price'><span>We buy for</span><span>$70.00</span></div>", "com", "en-US"),
        ("$98.00", "<div class='price'><span>Buyback price</span><span>$70.00</span></div>", "com", "en-US"),
        ("98,00 €", "<p class='price'>Precio de recompra: 70,00 €</p>", "es", "es"),
        ("R$ 98,00", "<p class='price'>Preço de recompra: R$ 70,00</p>", "com.br", "pt-BR"),
        ("98,00 €", "<p class='price'>Prezzo di riacquisto: 70,00 €</p>", "it", "it"),
        ("€ 98,00", "<p class='price'>Inruilprijs: € 70,00</p>", "nl", "nl"),
        ("98,00 zł", "<p class='price'>Cena skupu: 70,00 zł</p>", "pl", "pl"),
        ("980 Kč", "<p class='price'>Výkupní cena: 700 Kč</p>", "cz", "cs"),
        ("98 kr", "<p class='price'>Inbytespris: 70 kr</p>", "se", "sv"),
        ("980 ₽", "<p class='price'>Цена выкупа: 700 ₽</p>", "ru", "ru"),
        ("¥98", "<p class='price'>回收价：¥70</p>", "cn", "zh-CN"),
        ("NT$98", "<p class='price'>收購價：NT$70</p>", "tw", "zh-TW"),
        ("9,800원", "<p class='price'>매입가: 7,000원</p>", "kr", "ko"),
        ("9 800 Ft", "<p class='price'>Felvásárlási ár: 7 000 Ft</p>", "hu", "hu"),
    ],
)
def test_what_the_shop_pays_is_no_price(price: str, line: str, ending: str, lang: str) -> None:
    assert read(line, ending, lang) in {"NO_PRICE", "UNCONFIRMED_PRICE", "NO_CURRENCY"}
    assert read(f"<p class='cost'>{price}</p>{line}", ending, lang).startswith("98")
