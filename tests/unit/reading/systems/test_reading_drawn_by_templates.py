"""Prices, names and stock as the templates of some shop systems draw them."""

from __future__ import annotations

from typing import Any

import pytest

from tests.invented.plain_page import read_page

NAME = "Vorra rotary cutter"
ADD = "<form action='/cart/add' method='post'><input name='quantity' value='1'><button>Add to cart</button></form>"


def read(body: str, *, title: str = NAME, lang: str = "en", host: str = "www.pine-house.co.uk") -> dict[str, Any]:
    return read_page(body, url=f"https://{host}/product_info.php?products_id=212", title=title, lang=lang)


def price(answer: dict[str, Any]) -> tuple[str | None, str | None]:
    """The verdict, and the price that was read."""
    return answer.get("verdict", {}).get("status"), (answer.get("offer") or {}).get("price")


@pytest.mark.parametrize("said", ["Save: 20% off", "20% off"])
def test_what_is_saved_behind_a_per_cent_are_known_words(said: str) -> None:
    drawn = f"<span class='productSpecialPrice'>£21.49</span><span class='discount'><br>{said}</span>"
    body = f"<h1>{NAME}</h1><h2 id='prices'><span class='normalprice'>£26.95 </span>&nbsp;{drawn}</h2>{ADD}"
    assert price(read(body)) == ("ok", "21.49")
    assert price(read(body.replace(said, "with Pine Plus"))) == ("quarantine", "26.95")


def test_a_price_that_is_named_crossed_out_is_the_old_one() -> None:
    both = "<span class='price-cross-out'>£12.00</span> <span class='product-price'>£9.00</span>"
    assert price(read(f"<h1>{NAME}</h1><div class='product-price-wrap'>{both}</div>{ADD}")) == ("ok", "9.00")


def test_a_price_that_is_named_non_discounted_stands_above_the_buyers() -> None:
    offers = "<div class='prices' itemscope itemtype='http://schema.org/Offer' itemprop='offers'>{}</div>"
    drawn = (
        "<div class='{}'><span>Price:</span> <span>£23.55</span></div><div class='product-price discounted-price'>"
        "<span>Your price:</span> <span itemprop='price' content='19.85'>£19.85</span></div>"
        "<meta itemprop='priceCurrency' content='GBP'>"
    )
    page = "<div itemscope itemtype='http://schema.org/Product'><h1 itemprop='name'>{}</h1>{}{}</div>"
    body = page.format(NAME, offers.format(drawn), ADD)
    assert price(read(body.format("non-discounted-price"))) == ("ok", "19.85")
    assert price(read(body.format("some-price"))) == ("quarantine", "19.85")


BLOCK = (
    "<tr class='block-prices-row'><th class='block-prices-cell'>{} <span class='block-prices-quantity'>{}</span></th>"
    "<td class='block-prices-cell'><div>{} €*</div></td></tr>"
)


def test_the_number_of_pieces_in_a_table_named_prices_is_no_price() -> None:
    rows = (("Bis", "49", "0,59"), ("Bis", "249", "0,49"), ("Ab", "250", "0,42"))
    head = "<tr><th class='block-prices-cell'>Anzahl</th><th class='block-prices-cell'>Stückpreis</th></tr>"
    table = f"<table class='block-prices-grid'>{head}{''.join(BLOCK.format(*row) for row in rows)}</table>"
    body = f"<h1>{NAME}</h1>{table}<p>Auf Lager</p><button>In den Warenkorb</button>"
    assert price(read(body, lang="de", host="www.pine-house.de"))[1] == "0.59"


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("de", "Verfügbar in 14 Tagen, Lieferzeit 3-5 Tage nach Wiederverfügbarkeit"),
        ("en", "Available in 14 days, delivery time 3-5 days after restocking"),
    ],
)
def test_a_delivery_that_waits_for_new_stock_is_a_back_order(lang: str, said: str) -> None:
    body = f"<h1>{NAME}</h1><p class='price'>€79.00</p><p class='delivery-information delivery-restock'>{said}</p>{ADD}"
    assert read(body, lang=lang)["offer"]["availability"] == "BACKORDER"


HEADS = "<h1 style='float: right;'>{}</h1><h1>Tuning lever with star head<br><span class='small'>[TL-2]</span></h1>"


def test_a_heading_of_amounts_alone_is_the_price_and_no_name() -> None:
    body = HEADS.format("<del>£84.00</del> <span class='specialPrice'>£71.40</span>") + ADD
    answer = read(body, title="Pine House")
    assert price(answer) == ("ok", "71.40")
    assert answer["offer"]["title"] == "Tuning lever with star head [TL-2]"


def test_what_shipping_costs_by_a_carrier_competes_with_no_price() -> None:
    body = HEADS.format("£71.40") + "<p>{} by Parcel Priority, flat £9.50.</p>" + ADD
    assert price(read(body.format("Ships"), title="Pine House")) == ("ok", "71.40")
    assert price(read(body.format("Sold"), title="Pine House"))[0] == "quarantine"


BOX = (
    "<table><tr><td colspan='2'><img src='images/m5.gif' alt='Aldermoor'></td></tr>"
    "<tr><td>-</td><td><a href='index.php?{}=5'>Other products</a></td></tr></table>"
)


def test_the_logo_in_the_makers_box_is_the_brand() -> None:
    body = f"<h1>{NAME}</h1><b class='price'>£9.00</b>{ADD}"
    assert read(body + BOX.format("manufacturers_id"))["offer"].get("brand") == "Aldermoor"
    assert read(body + BOX.format("cPath"))["offer"].get("brand") is None


IN_FORM = (
    "<div><a href='#'>首页</a> &gt; 铝合金折叠小马扎</div><img src='images/145.jpg' alt='{}'>"
    "<form action='javascript:addToCart(145)' name='FORMBUY'><p class='left'>铝合金折叠小马扎</p>"
    "<ul><li>商品货号：SY-145</li><li>商品库存：<b>缺货登记中</b></li>"
    "<li>本店售价：<font class='shop'>￥39.00元</font></li></ul></form>"
)


def test_a_text_that_a_picture_repeats_in_the_form_that_sells_is_the_name() -> None:
    answer = read(IN_FORM.format("铝合金折叠小马扎"), title="户外用品专卖", lang="zh", host="www.pine-house.cn")
    assert (price(answer), answer["offer"]["title"]) == (("ok", "39.00"), "铝合金折叠小马扎")
    other = read(IN_FORM.format("山野标志大图片"), title="户外用品专卖", lang="zh", host="www.pine-house.cn")
    assert (other.get("offer") or {}).get("title") != "铝合金折叠小马扎"


RANKS = (
    "<ul><li>本店售价：<font>￥460.0元</font></li><li>注册用户：<font>￥460.0元</font></li>"
    "<li>vip：<font>￥437.0元</font></li><li>用户评价：</li><li><b>{}</b><font>￥388.0元</font></li></ul>"
)


def test_what_members_of_each_rank_pay_may_stand_before_a_sales_price() -> None:
    body = f"<h1>宜兴紫砂壶 石瓢 280ml</h1><p>商品库存：17</p>{RANKS}<button>加入购物车</button>"
    assert price(read(body.format("促销价："), lang="zh", host="www.pine-house.cn")) == ("ok", "388.00")
    assert price(read(body.format("备注："), lang="zh", host="www.pine-house.cn")) != ("ok", "388.00")


PAYMENTS = (
    "<div itemscope itemtype='http://schema.org/Product'><h1 itemprop='name'>{}</h1><div itemprop='offers' itemscope "
    "itemtype='http://schema.org/Offer'><meta itemprop='price' content='180.48'><meta itemprop='priceCurrency' "
    "content='BRL'></div><s>R$ 179,90</s><b class='price'>R$ 149,90</b><a class='btn' href='/cart/add/1'>Comprar</a>"
    "<ul><li><b>{}</b> <span>de R$ 149,90 sem juros</span></li><li><b>2x</b> <span>de R$ 78,31</span></li>"
    "<li><b>12x</b> <span>de R$ 15,04</span></li></ul></div>"
)


def test_a_declared_sum_of_all_payments_gives_way_to_the_one_payment() -> None:
    body = PAYMENTS.format(NAME, "1x")
    assert price(read(body, lang="pt-BR", host="www.pine-house.com.br"))[1] == "149.90"
    body = PAYMENTS.format(NAME, "Pix")
    assert price(read(body, lang="pt-BR", host="www.pine-house.com.br"))[1] == "180.48"


def test_a_word_in_a_box_before_the_price_is_no_part_of_its_sign() -> None:
    prices = "<span class='regular-price'>R$ 289,90</span><span class='special-price'>R$ 249,90</span>"
    body = f"<h1>{NAME}</h1><div class='product-price'><div class='sticker'>Promoção</div>{prices}</div>{ADD}"
    answer = read(body, lang="pt-BR", host="www.pine-house.com.br")
    assert (price(answer), answer["offer"]["currency"]) == (("ok", "249.90"), "BRL")


@pytest.mark.parametrize("where", ["hidden", "above", "inline", "visually_hidden"])
def test_a_name_that_says_where_a_label_stands_names_no_other_amount(where: str) -> None:
    body = f"<h1>{NAME}</h1><div class='field field--name-price field--label-{where} field__item'>£82.00</div>{ADD}"
    assert price(read(body)) == ("ok", "82.00")


def test_what_a_piece_of_ten_costs_below_the_head_of_discounts_is_not_the_price() -> None:
    more = "<table><tr><th>Order Quantity:</th><td>10</td><th>Price Per Item:</th><td>£6.40</td></tr></table>"
    body = f"<h1>{NAME}</h1><div class='product-price'>£7.25</div><label>{{}}</label>{more}<p>In stock</p>{ADD}"
    assert price(read(body.format("Quantity Discounts")))[1] == "7.25"
    assert price(read(body.format("Tube hole")))[1] == "6.40"


def test_a_code_behind_code_de_produit_needs_no_colon() -> None:
    body = f"<h1>{NAME}</h1><span>Code de produit EB-AMB-540</span><b class='price'>10,95 €</b>{ADD}"
    assert read(body, lang="fr", host="www.pine-house.fr")["offer"].get("sku") == "EB-AMB-540"
