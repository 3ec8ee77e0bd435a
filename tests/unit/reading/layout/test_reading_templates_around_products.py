"""What templates of common shop systems put around a product: names that hide, names that set type, blocks without a
blank between them, tables of instalments, rows about points.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.invented.plain_page import read_page

NAME = "Harbour lantern XR 20 with brass frame"
ABOUT = f"<p>{'It burns for nine hours and hangs on any hook. ' * 40}</p>"
URL = "https://www.harbour-lights.example.co.uk/p/harbour-lantern-xr-20"


def read(body: str, *, url: str = URL, lang: str = "") -> dict[str, Any]:
    return read_page(f"{body}{ABOUT}", url=url, title=f"{NAME} - Harbour Lights", lang=lang)


def stored(answer: dict[str, Any]) -> tuple[str, str] | None:
    """(price, kind), if it may be stored."""
    offer = answer.get("offer") or {}
    return (offer["price"], offer["price_kind"]) if (answer.get("verdict") or {}).get("status") == "ok" else None


@pytest.mark.parametrize("named", ["no-display", "is--hidden", "vm-nodisplay", "uk-hidden", "is-invisible"])
def test_what_a_shop_system_hides_by_a_class_is_not_shown(named: str) -> None:
    choices = "".join(f"<span class='choose {named} {n}'>£{amount}.00</span>" for n, amount in enumerate((84, 84, 99)))
    shown = "<span class='choose default'>from <span>£84.00</span></span>"
    answer = read(f"<h1>{NAME}</h1><div class='price'>{choices}{shown}</div><button>Add to basket</button>")
    assert stored(answer) == ("84.00", "from")


@pytest.mark.parametrize(
    "named",
    ["text-xs font-regular", "body-2-regular", "h3-regular", "before:content-none", "origin-top", "label-large"],
)
def test_how_letters_are_set_does_not_make_a_price_an_old_one(named: str) -> None:
    body = f"<h1>{NAME}</h1><p><b class='{named}'>£84.00</b></p><p><b>£79.00</b></p><button>Add to basket</button>"
    answer = read(body)
    assert stored(answer) is None  # which of the two is asked, nothing tells
    assert not any("old" in kind for one in answer["offer"]["candidates"] for kind in one["beside"])


def test_a_regular_price_beside_a_lower_one_is_the_old_one_still() -> None:
    body = f"<h1>{NAME}</h1><p><b class='price--regular'>£84.00</b></p><p><b class='price'>£79.00</b></p>"
    assert stored(read(f"{body}<button>Add to basket</button>")) == ("79.00", "regular")


TRANSFER = (
    "<div class='product-price-container'><div class='discount-badge'><span>%</span>20<br>indirim</div>"
    "<div class='price-area'><div class='price-old'>560,00 TL</div><div class='price-new'>448,00 TL</div></div>"
    "<div class='transfer'>Havale ile: <b>434,56 TL</b></div></div>"
)


def test_a_sign_and_the_word_of_the_next_block_are_two_words() -> None:
    body = f"<h1>{NAME}</h1>{TRANSFER}<button>Sepete Ekle</button>"
    assert stored(read(body, url="https://www.fener.com.tr/fener-20", lang="tr")) == ("448.00", "regular")


@pytest.mark.parametrize(
    ("lang", "url", "heads", "gone", "sign"),
    [
        ("tr", "https://www.fener.com.tr/fener-20", ("Taksit", "Taksit Tutarı", "Toplam"), "Stokta Yok", "₺"),
        ("pt", "https://www.farol.com.br/farol-20", ("Vezes", "Valor da parcela", "Total"), "Esgotado", "R$"),
    ],
)
def test_the_sum_of_the_instalments_is_no_rival(
    lang: str, url: str, heads: tuple[str, ...], gone: str, sign: str
) -> None:
    head = "".join(f"<th>{one}</th>" for one in heads)
    rows = "".join(f"<tr><td>{n}</td><td>{sign} {one}</td><td>{sign} {all_}</td></tr>" for n, one, all_ in INSTALMENTS)
    body = f"<h1>{NAME}</h1><p class='price'>{sign} 448,00</p><p>{gone}</p><table><tr>{head}</tr>{rows}</table>"
    assert stored(read(body, url=url, lang=lang)) == ("448.00", "regular")


INSTALMENTS = ((3, "155,31", "465,92"), (6, "81,39", "488,32"))


@pytest.mark.parametrize("row", ["购买此商品可使用：<b>0 积分</b>", "购买数量：<input name='number' value='1'>"])
def test_a_row_about_points_does_not_turn_the_page_to_other_products(row: str) -> None:
    body = (
        f"<form action='javascript:addToCart(31)'><h1>{NAME}</h1><li>本店售价：<font class='shop'>￥28.00元</font></li>"
        f"<li><dd>{row}</dd></li><li><a href='javascript:addToCart(31)'><img src='i/bnt_cat.gif'></a></li></form>"
    )
    assert stored(read(body, url="http://www.denglong.example.cn/goods.php?id=31")) == ("28.00", "regular")


def test_those_who_bought_it_turn_it() -> None:
    body = f"<h1>{NAME}</h1><h3>购买此商品的顾客也购买</h3><p>￥28.00</p><button>加入购物车</button>"
    assert stored(read(body, url="http://www.denglong.example.cn/goods.php?id=31")) is None


@pytest.mark.parametrize("row", ["商品库存：126 支", "库存量：3 把", "当前库存：12"])
def test_a_stock_that_is_counted_in_any_measure(row: str) -> None:
    body = f"<h1>{NAME}</h1><p class='price'>￥28.00</p><p>{row}</p>"
    assert read(body, url="http://www.denglong.example.cn/goods.php?id=31")["offer"]["availability"] == "IN_STOCK"


CARDS = "".join(f"<a href='/p/{one}'>Lantern {one}</a><span>£{one}.00</span>" for one in (84, 91))


@pytest.mark.parametrize(
    "counted",
    [
        "1,482 products", "Showing 1–24 of 96 results", "1.482 Produkte", "24 produits", "Hay 24 productos.",
        "36 prodotti",
        "Znaleziono 24 produkty", "24 položek celkem", "Найдено 24 товара", "24 produkter", "24 ürün listeleniyor",
        "全120件", "共 35 件商品", "총 120개 상품", "12 sản phẩm", "120 prekių",
    ],
)  # fmt: skip
def test_a_line_that_counts_many_right_behind_the_heading_makes_a_list(counted: str) -> None:
    answer = read(f"<h1>{NAME}</h1><p>{counted}</p>{CARDS}")
    assert answer["reason"] == "LISTING", answer


@pytest.mark.parametrize(
    "counted", ["3 items", "24 reviews", "Pack of 24 items", "No. 24", "m²", "(12件)", "12 ชิ้น", "6 styles"]
)
def test_other_numbers_there_do_not(counted: str) -> None:
    buys = "<p class='price'>£84.00</p><button>Add to basket</button>"
    body = f"<h1>{NAME}</h1><p>{counted}</p><p>Brass and glass</p>{buys}"
    assert stored(read(body)) == ("84.00", "regular")
