"""What the templates of whole shop systems do that a page's reader must know: a range whose currency is drawn apart,
titles in steps, headings that are pictures.
"""

from __future__ import annotations

import pytest

from tests.invented.plain_page import read_page

POT = "鉄瓶 あられ"
OTHER = "<h3><a href='/products/15'>急須 亀甲</a></h3><p>販売価格(税込)：<span class='price'>8,800円</span></p>"


def price(body: str, *, title: str, ending: str, lang: str) -> tuple[str | None, str | None]:
    """(price, kind of price) of a page with this body, stored or quarantined."""
    offer = read_page(body, url=f"https://www.pine-house.{ending}/products/12", title=title, lang=lang)["offer"]
    return offer["price"], offer["price_kind"]


def pot(shown: str, behind: str = "") -> str:
    return (
        f"<h2>{POT}</h2><dl><dt>販売価格(税込)：</dt>"
        f"<dd class='price'><span>{shown}</span><span></span>\n        円</dd></dl>"
        f"<a href='javascript:send()'><img src='btn_cartin.jpg' alt='カゴに入れる'></a>{behind}"
    )


@pytest.mark.parametrize(
    ("shown", "expected"),
    [
        ("16,500～22,000", ("16500", "from")),
        ("16,500 - 22,000", ("16500", "from")),
        ("16,500", ("16500", "regular")),
    ],
)
def test_a_range_is_one_although_its_currency_stands_in_the_next_element(shown: str, expected: tuple[str, str]) -> None:
    assert price(pot(shown, OTHER), title=POT, ending="jp", lang="ja") == expected


@pytest.mark.parametrize(
    "opens",
    [
        "<h2><img src='tit.png' alt='その他のオススメ商品'></h2>",
        "<div id='whobought_area'>",
    ],
)
def test_other_products_begin_at_a_heading_that_is_a_picture_or_a_box_of_what_others_bought(opens: str) -> None:
    body = f"<h2>{POT}</h2><a href='javascript:send()'><img src='b.jpg' alt='カゴに入れる'></a>{opens}{OTHER}"
    answer = read_page(body, url="https://www.pine-house.jp/products/12", title=POT, lang="ja")
    assert (answer.get("offer") or {}).get("price") is None


def test_a_picture_in_a_heading_that_says_nothing_of_others_ends_no_product() -> None:
    body = (
        "<h1>Vorra cup</h1><h2><img src='t.png' alt='Our promise to you'></h2><p class='price'>£12.50</p>"
        "<p>In stock</p><button>Add to cart</button>"
    )
    assert price(body, title="Vorra cup", ending="co.uk", lang="en")[0] == "12.50"


def test_an_underscore_between_chinese_words_parts_a_title() -> None:
    name = "原矿紫泥石瓢壶 200ml"
    body = (
        f"<div>当前位置: <a href='.'>首页</a> &gt; <a href='category.php?id=8'>紫砂壶</a> &gt; {name}</div>"
        f"<h3><span>相关商品</span></h3><a href='goods.php?id=71'>原矿朱泥西施壶</a><p class='f_l'>{name}</p>"
        "<ul><li><dd><strong>商品货号：</strong>TRJ000068</dd><dd><strong>商品库存：</strong>23 把</dd></li>"
        "<li><dd><strong>商品点击数：</strong>1294</dd></li><li><dd><strong>市场价格：</strong><s>￥525.60元</s></dd></li>"
        "<li><dd><strong>本店售价：</strong><font class='shop'>￥438.00元</font></dd></li>"
        "<li><a href='javascript:addToCart(68)'><img src='bnt_cat.gif'></a></li></ul>"
    )
    title = f"{name}_紫砂壶_茶具_陶然居茶器商城 - Powered by ECShop"
    answer = read_page(body, url="http://www.pine-house.cn/goods.php?id=68", title=title, lang="zh")
    assert (answer["offer"]["title"], answer["offer"]["price"]) == (name, "438.00")


def test_a_heading_that_says_the_way_gives_way_to_the_one_that_is_a_step_of_it() -> None:
    body = (
        "<h1 id='hd_h1'>무쇠 프라이팬 24cm &gt; 프라이팬</h1><ul><li><a href='/cart.php'>장바구니</a></li></ul>"
        "<h2>무쇠 프라이팬 24cm <span>요약정보 및 구매</span></h2>"
        "<table><tr><th>판매가격</th><td>38,000원</td></tr></table>"
        "<p id='sit_ov_soldout'>상품의 재고가 부족하여 구매할 수 없습니다.</p>"
        "<a href='#' id='sit_btn_buy'>재입고알림</a>"
    )
    title = "무쇠 프라이팬 24cm &gt; 프라이팬"
    answer = read_page(body, url="https://www.pine-house.kr/shop/item.php?it_id=1531190772", title=title, lang="ko")
    offer = answer["offer"]
    assert (offer["title"], offer["price"], offer["availability"]) == ("무쇠 프라이팬 24cm", "38000", "OUT_OF_STOCK")


def test_a_price_named_with_discount_is_the_price_now() -> None:
    body = (
        "<h1>Moka Vorra 250 g</h1><span class='hika_price hika_price_with_discount'>7,65 €</span>"
        "<del class='hika_price_before_discount'>8,50 €</del><p>En stock</p><button>Ajouter au panier</button>"
    )
    answer = read_page(body, url="https://www.pine-house.fr/p/22", title="Moka Vorra 250 g", lang="fr")
    assert (answer["offer"]["price"], answer["verdict"]["status"]) == ("7.65", "ok")
