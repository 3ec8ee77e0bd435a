"""Wide digits, signs and marks, as pages in Japanese and Chinese have them, mean what the narrow ones mean; and scripts
with blanks between words are read as such, Latin or not.
"""

from __future__ import annotations

import unicodedata
from typing import Any

import pytest

from common.reading.text.currencies.named import currency_of
from common.settings import ShopsSettings
from common.shops.registry import Shops
from fleet.operations.read_saved import read_saved

SHOPS = Shops(ShopsSettings())
NAME = "青いカップ 大きめ"
BUY = "<button>カートに入れる</button>"


def read(body: str, *, name: str = NAME, lang: str = "ja", url: str = "https://shop.jp/p/1") -> dict[str, Any]:
    html = f"<html lang={lang}><meta charset=utf-8><title>{name}</title><body><h1>{name}</h1>{body}</body></html>"
    return read_saved(html.encode(), url, SHOPS)


def stored(answer: dict[str, Any]) -> str | None:
    """The price that would be stored."""
    return answer["offer"]["price"] if answer["ok"] and answer["verdict"]["status"] == "ok" else None


@pytest.mark.parametrize(
    ("printed", "price"),
    [
        ("<p>１２，８００円</p>", "12800"),
        ("<p class=price>１２，８００円</p>", "12800"),
        ("<p>価格：１，２００円</p>", "1200"),
        ("<p>10,000円</p><p>8,000円</p><p>20％OFF</p>", "8000"),
        ("<p>１０，０００円</p><p>８，０００円</p><p>２０％ＯＦＦ</p>", "8000"),
    ],
)
def test_wide_digits_and_signs_are_those_of_an_amount(printed: str, price: str) -> None:
    assert stored(read(printed + BUY)) == price


def test_a_wide_comma_between_plain_digits_parts_them() -> None:
    assert read(f"<p>サイズ12，13，14</p><p>価格：1,200円</p>{BUY}")["offer"]["price"] == "1200"


def test_the_sign_for_per_cent_of_arabic_is_one() -> None:
    body = "<p>100 درهم</p><p>80 درهم</p><p>خصم 20٪</p><button>أضف إلى السلة</button>"
    assert stored(read(body, name="كوب أزرق كبير", lang="ar-AE", url="https://shop.ae/p/1")) == "80.00"


@pytest.mark.parametrize("colon", [":", "："])
def test_a_label_in_an_element_named_brand_is_no_part_of_the_name(colon: str) -> None:
    offer = read(f"<p class=brand>取扱い会社{colon}松葉</p><p>1,200円</p>{BUY}")["offer"]
    assert offer["brand"] in {None, "松葉"}


@pytest.mark.parametrize(
    "said", ["在庫あり。商品コード：T-6012", "在庫あり. 商品コード: T-6012", "送料無料。品番：T-6012"]
)
def test_a_code_behind_a_sentence(said: str) -> None:
    assert read(f"<p>{said}</p><p>1,200円</p>{BUY}")["offer"]["sku"] == "T-6012"


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("he", "המוצר קיים במלאי באתר ובסניפים"),
        ("ar", "المنتج متوفر في المخزون لدينا الآن"),
    ],
)
def test_a_phrase_of_stock_may_have_several_words_in_any_script_with_blanks(lang: str, said: str) -> None:
    answer = read(
        f"<p class=price>₪ 80.00</p><p>{said}</p>", name="Vorra K-1200", lang=lang, url="https://shop.co.il/p/1"
    )
    assert answer["offer"]["availability"] == "IN_STOCK"


def test_what_stands_above_the_head_of_a_column_is_not_below_it() -> None:
    table = (
        "<table><tr><td>Oak</td><td>Large</td></tr><tr><th>Brand</th><th>Weight</th></tr>"
        "<tr><td>Vorra</td><td>3 kg</td></tr></table>"
    )
    body = f"<p class=price>£12.50</p><button>Add to cart</button>{table}"
    assert read(body, name="Blue cup", lang="en-GB", url="https://shop.co.uk/p/1")["offer"]["brand"] == "Vorra"


BUYS = [("cs", "Přidat do košíku"), ("vi", "Thêm vào giỏ hàng"), ("ko", "장바구니 담기")]


@pytest.mark.parametrize(("lang", "said"), BUYS)
def test_letters_may_be_written_in_parts(lang: str, said: str) -> None:
    body = f"<p>£12.50</p><button>{unicodedata.normalize('NFD', said)}</button>"
    answer = read(body, name="Blue cup", lang=lang, url="https://shop.co.uk/p/1")
    assert answer["offer"]["availability"] == "IN_STOCK"


@pytest.mark.parametrize(
    ("said", "state"),
    [("<button>ΠΡΟΣΘΗΚΗ ΣΤΟ ΚΑΛΑΘΙ</button>", "IN_STOCK"), ("<p>ΕΞΑΝΤΛΗΜΕΝΟ</p>", "OUT_OF_STOCK")],
)
def test_capitals_of_greek_have_no_accents(said: str, state: str) -> None:
    answer = read(f"<p>12,50 €</p>{said}", name="Blue cup", lang="el", url="https://shop.gr/p/1")
    assert answer["offer"]["availability"] == state


@pytest.mark.parametrize(
    ("text", "hint", "code"),
    [
        ("￥49,800(税込) 498ポイント還元", "JPY", "JPY"),
        ("￥500 元箱つき", "JPY", "JPY"),
        ("$49 무료 지원", "USD", "USD"),
        ("€20 円形", "EUR", "EUR"),
        ("199元", None, "CNY"),
        ("199 元起", None, "CNY"),
        ("兩千元", "TWD", "TWD"),
        ("价格(元)", None, "CNY"),
        ("元", None, "CNY"),
        ("1,980 円税込", None, "JPY"),
        ("3만 원", None, "KRW"),
        ("100원대", None, "KRW"),
    ],
)
def test_a_sign_that_is_a_letter_of_words_counts_where_it_stands_for_money(
    text: str, hint: str | None, code: str
) -> None:
    assert currency_of(text, hint) == code


def test_points_given_back_make_no_yuan_of_a_yen() -> None:
    body = f"<p class=price>￥49,800<span>(税込)</span></p><p>498ポイント還元</p><p>在庫あり</p>{BUY}"
    for inside in (body, body.replace("</p><p>498", "<span>498").replace("還元</p>", "還元</span></p>")):
        answer = read(inside)
        assert (stored(answer), answer["offer"]["currency"]) == ("49800", "JPY")
