"""Pages whose elements have no names that say what they hold: words and arithmetic tell what their amounts are."""

from __future__ import annotations

from typing import Any

import pytest

from common.settings import ShopsSettings
from common.shops.registry import Shops
from fleet.operations.read_saved import read_saved

SHOPS = Shops(ShopsSettings())


def read(language: str, url: str, name: str, around: str) -> dict[str, Any]:
    body = f'<html lang="{language}"><head><title>{name} - Tavi</title></head><body>{around}</body></html>'
    return read_saved(body.encode(), url, SHOPS)


def stored(answer: dict[str, Any]) -> tuple[str, str | None]:
    """(status, price); ("refused", None) without an offer"""
    if not answer["ok"]:
        return "refused", None
    return answer["verdict"]["status"], answer["offer"].get("price")


def test_an_amount_behind_a_number_of_pieces_and_a_share_is_not_stored() -> None:
    around = """<h1>Plecak Tavi 50</h1><div><del>1 049,00 zł</del> <b>899,00 zł</b></div>
    <div><span>od 2 szt.</span> <span>-3%</span> <span>872,03 zł</span></div><p>Dostępny</p>
    <button>Do koszyka</button>"""
    answer = read("pl", "https://tavi.example.pl/plecak-tavi-50", "Plecak Tavi 50", around)
    assert stored(answer) != ("ok", "872.03")


@pytest.mark.parametrize("tax", ["<small>KDV Dahil</small>", ""])
def test_a_sixth_less_is_a_reduction_where_the_page_says_so_and_not_the_tax(tax: str) -> None:
    around = f"""<h1>Granit Tava Tavi</h1><div>%17</div><div><span>1.199,90 TL</span></div>
    <div><span>999,90</span> TL {tax}</div><p>Stokta <b>14</b> adet var</p><a href='#'>Sepete Ekle</a>"""
    status, price = stored(read("tr", "https://tavi.example.com.tr/granit-tava", "Granit Tava Tavi", around))
    assert price == "999.90" or status != "ok"


def test_words_for_tax_behind_the_lower_amount_say_nothing_of_the_higher_one_before_it() -> None:
    around = """<h1>Granit Tava Tavi</h1><div><span>1.199,90 TL</span></div>
    <div><span>999,90</span> TL <small>KDV Dahil</small></div><p>Stokta var</p><a href='#'>Sepete Ekle</a>"""
    status, price = stored(read("tr", "https://tavi.example.com.tr/granit-tava", "Granit Tava Tavi", around))
    assert price == "999.90" or status != "ok"


@pytest.mark.parametrize(("saved", "share"), [("Экономия", "14"), ("Вы экономите", "14")])
def test_the_higher_amount_is_not_stored_where_what_is_saved_leads_to_the_lower(saved: str, share: str) -> None:
    around = f"""<h1>Анкер Тави М12</h1><div>Розничная цена</div><div><span>1 250 руб.</span><span>/упак</span></div>
    <div><span>1 450 руб.</span></div><div>-<span>{share}</span>%</div><div><span>{saved}</span> <span>200 руб.</span>
    </div><p>Есть в наличии</p><button>В корзину</button>"""
    status, price = stored(read("ru", "https://tavi.example.ru/catalog/anker", "Анкер Тави М12", around))
    assert price == "1250.00" or status != "ok"


@pytest.mark.parametrize(
    ("behind", "is_told"),
    [
        ("<strong>Transferencia o depósito bancario</strong>", True),
        ("<strong>tarjeta, Bizum o transferencia</strong>", False),
    ],
)
def test_a_way_to_pay_may_stand_behind_its_word_in_an_element_of_its_own(behind: str, is_told: bool) -> None:
    around = f"""<script>LS.currency={{code:'ARS'}}</script><h1>Cuchillo Tavi 8</h1><div><span>$48.900,00</span></div>
    <div><span>$41.565,00</span> con {behind}</div><p>En stock</p><button>Comprar</button>
    <footer>Mitre 480, Buenos Aires, Argentina</footer>"""
    offer = read("es", "https://tavi.example.com.ar/cuchillo", "Cuchillo Tavi 8", around)["offer"]
    told = [one["beside"] for one in offer["candidates"] if one["price_minor"] == 4156500]
    assert told == [("part, shipping or members",) if is_told else ()]


@pytest.mark.parametrize(
    "around",
    [
        "<div>18+</div><div>-20%</div><div>95,00 zł</div><div>118,75 zł</div>",
        "<div>118,75 zł</div><div>18+</div><div>-20%</div><div>95,00 zł</div>",
        "<div>od 12</div><div>-20%</div><div>95,00 zł</div><div>118,75 zł</div>",
        "<div>-20%</div><div><b>118,75 zł</b></div><div><b>95,00 zł</b> <span>przelew, karta, BLIK</span></div>",
    ],
)
def test_words_that_may_mean_something_else_never_make_the_higher_amount_the_price(around: str) -> None:
    page = f"<h1>Plecak Tavi 50</h1>{around}<p>Dostępny</p><button>Do koszyka</button>"
    assert stored(read("pl", "https://tavi.example.pl/plecak-tavi-50", "Plecak Tavi 50", page)) == ("ok", "95.00")


def test_a_way_to_pay_before_the_next_amount_is_that_ones() -> None:
    around = """<h1>Tavi oak bench</h1><div><span>£48.00</span> with <strong>Bank transfer</strong> <span>£41.00</span>
    </div><p>In stock</p><button>Add to basket</button>"""
    answer = read("en-GB", "https://tavi.example.co.uk/bench", "Tavi oak bench", around)
    assert stored(answer) != ("ok", "41.00")


@pytest.mark.parametrize("free", ["税込11,000円以上送料無料", "11,000円以上送料無料"])
def test_from_what_sum_on_delivery_is_free_is_no_price(free: str) -> None:
    around = f"""<h2>三徳包丁 タビ 170mm</h2><div><span>￥8,580</span><span>税込</span></div>
    <button>カートに入れる</button><p>在庫あり<br>送料：全国一律 660円（{free}）</p>"""
    answer = read("ja", "https://tavi.example.jp/products/detail/58", "三徳包丁 タビ 170mm", around)
    assert stored(answer) == ("ok", "8580")


@pytest.mark.parametrize("prices", ["<span>Incl. BTW:</span><span>€ 119,00</span>", "<span>€ 119,00</span>"])
def test_what_several_cost_is_said_again_with_its_tax_in_a_bracket(prices: str) -> None:
    around = f"""<h1>Tavi schroefmachine</h1><div>{prices}</div><ul><li>Koop 3 voor <span>€ 93,39</span> (
    <span>Incl. BTW:</span> <span>€ 113,00</span>) per stuk en <b>bespaar</b> <span>6</span><b>%</b></li></ul>
    <p>Op voorraad</p><button>In winkelwagen</button>"""
    answer = read("nl", "https://tavi.example.nl/schroefmachine", "Tavi schroefmachine", around)
    assert stored(answer) == ("ok", "119.00")


@pytest.mark.parametrize("label", ["本店售价：", "价格："])
def test_of_two_amounts_with_the_same_label_none_is_stored(label: str) -> None:
    around = f"""<div><span>塔维 8寸钳 70303A</span></div><div><span>销售排行</span><div><a href="/g2">卷尺 5米</a>
    <span>{label}</span><b>￥18.00元</b></div></div><p>塔维 8寸钳 70303A</p><div><i>商品货号：</i><i>LWJ212</i></div>
    <div><i>商品库存：</i><i>36 把</i></div><div><i>上架时间：</i><i>2014-03-10</i></div>
    <div><i>{label}</i><b>￥69.00元</b></div><a href="#" class="add-cart">加入购物车</a>"""
    assert stored(read("zh-CN", "http://tavi.example.cn/goods.php?id=212", "塔维 8寸钳 70303A", around)) != (
        "ok",
        "18.00",
    )


@pytest.mark.parametrize(
    ("language", "behind", "buys"),
    [
        ("en", "With PayPal, card or cheque", "Add to cart"),
        ("de", "Mit Lastschrift, PayPal oder Kreditkarte", "In den Warenkorb"),
    ],
)
def test_a_list_of_ways_to_pay_below_the_price_takes_nothing_off(language: str, behind: str, buys: str) -> None:
    around = f"""<h1>Tavi oak bench</h1><div>-21%</div><div><b>€120.00</b></div><div><b>€95.00</b></div>
    <div>{behind}</div><p>In stock</p><p>Auf Lager</p><button>{buys}</button>"""
    answer = read(language, "https://tavi.example.com/bench", "Tavi oak bench", around)
    assert stored(answer) != ("ok", "120.00")


def test_what_members_do_not_pay_in_a_bracket_is_no_tax() -> None:
    around = """<h1>Tavi oak bench</h1><div>Club price <b>£20.00</b> (<b>£24.00</b>)</div><p>In stock</p>
    <button>Add to basket</button>"""
    assert stored(read("en-GB", "https://tavi.example.co.uk/bench", "Tavi oak bench", around)) == ("ok", "24.00")


@pytest.mark.parametrize(
    ("language", "url", "amounts", "buys"),
    [
        (
            "pl",
            "https://tavi.example.pl/lawka",
            "<span>9,80 zł</span><div><i>netto</i> <b>8,17 zł</b></div>",
            "Do koszyka",
        ),
        (
            "cs",
            "https://tavi.example.cz/lavice",
            "<small>2 450 Kč</small><div>bez DPH <i>2 040 Kč</i></div>",
            "Do košíku",
        ),
    ],
)
def test_the_lower_amount_behind_words_for_net_is_not_stored_at_a_rate_that_nobody_knows(
    language: str, url: str, amounts: str, buys: str
) -> None:
    around = f"<h1>Tavi oak bench</h1><div>{amounts}</div><p>Skladem</p><p>Dostępny</p><button>{buys}</button>"
    status, price = stored(read(language, url, "Tavi oak bench", around))
    assert status != "ok" or price in {"9.80", "2450.00"}
