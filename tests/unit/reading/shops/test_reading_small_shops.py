"""Amounts of small shops' pages: drawn in pieces, told twice, counted, in elements with wrong names; names of products
in small headings.
"""

from __future__ import annotations

from typing import Any

from common.settings import ShopsSettings
from common.shops.registry import Shops
from fleet.operations.read_saved import read_saved

SHOPS = Shops(ShopsSettings())
URL = "https://shop.example/p/blue-cup-of-the-hills"
HEADING = "<h1>Blue cup of the hills</h1>"


def read(body: str, lang: str = "en-GB", url: str = URL, head: str = "") -> dict[str, Any]:
    top = f"<meta charset='utf-8'><title>Blue cup of the hills</title>{head}"
    return read_saved(f"<html lang='{lang}'><head>{top}</head><body>{body}</body></html>".encode(), url, SHOPS)


def stored(answer: dict[str, Any]) -> tuple[Any, ...]:
    offer = answer["offer"]
    return answer["verdict"]["status"], offer["price"], offer["currency"]


def test_cents_behind_a_whole_part_with_a_mark_of_thousands_are_cents() -> None:
    def pieces(whole: str, cents: str) -> str:
        return f"<p><span class='fraction'>R$</span><span>{whole}</span><span class='cents'>{cents}</span></p>"

    page = f"<div class='price'>{pieces('4.620', '49')}</div><p>em 10x</p>{pieces('513', '38')}<p>sem juros</p>"
    answer = read(f"{HEADING}{page}<p>Estoque disponível</p><button>Comprar agora</button>", lang="pt-BR")
    assert stored(answer) == ("ok", "4620.49", "BRL")


def test_what_a_pack_costs_at_the_price_of_a_piece_is_no_reason_to_doubt_it() -> None:
    page = (
        f"{HEADING}<table><tr><th>Cena za kus</th><td>12,40 Kč</td></tr><tr><th>Cena za balení ({{}} ks)</th>"
        "<td>74,40 Kč</td></tr></table><button>Přidat do košíku</button>"
    )
    assert stored(read(page.format(6), lang="cs-CZ")) == ("ok", "12.40", "CZK")
    assert stored(read(page.format(8), lang="cs-CZ"))[0] == "quarantine"


def test_the_same_in_a_currency_that_is_not_the_page_s_is_no_second_price() -> None:
    page = f"{HEADING}<p class='price'>7 240 PLN</p><p>/ 2,375 {{}}</p><button>Do koszyka</button>"
    assert stored(read(page.format("$"), lang="pl-PL")) == ("ok", "7240.00", "PLN")
    assert stored(read(page.format("zł"), lang="pl-PL"))[0] == "quarantine"


def test_so_many_items_are_no_amount() -> None:
    page = f"{HEADING}<p class='toolbar-amount'>{{}}</p><p>In stock</p><button>Add to cart</button>"
    assert read(page.format("<span>3</span> Items"))["offer"]["price"] is None
    assert read(page.format("3.50"))["offer"]["price"] == "3.50"


def test_an_amount_and_its_sign_on_lines_of_their_own() -> None:
    page = f"{HEADING}<div>\n{' ' * 60}<span>1237</span>\n{' ' * 60}<span>руб.</span>\n</div><p>В наличии</p>"
    assert stored(read(f"{page}<button>В корзину</button>", lang="ru-RU")) == ("ok", "1237.00", "RUB")


def test_the_name_of_a_page_without_h1_is_the_small_heading_that_ends_the_trail() -> None:
    body = (
        "<ul class='breadcrumbs'><li><a href='/p'>Produk</a></li><li><a href='/x'>Pashmina Dusty Pink</a></li></ul>"
        "<h3>{}</h3><h3>Rp67.000</h3><p>Stok tersedia</p>"
    )
    page = "<html lang='id'><head><title>HIJAB STORE</title></head><body>{}</body></html>"
    own, other = (
        read_saved(page.format(body.format(name)).encode(), "https://hijab.example/detail.html", SHOPS)
        for name in ("Pashmina Dusty Pink", "Pashmina")
    )
    assert own["offer"]["title"] == "Pashmina Dusty Pink"
    assert "offer" not in other


def test_a_brand_s_page_is_a_list() -> None:
    body = f"{HEADING}<p class='price'>£55.95</p><button>Add to cart</button>"
    assert "offer" not in read(body, url="https://shop.example/brand/blue-cup-of-the-hills")
    assert stored(read(body, url="https://shop.example/brand/hills/blue-cup"))[0] == "ok"


def test_a_theme_s_american_locale_makes_no_american_dollar_of_an_australian_one() -> None:
    page = f"{HEADING}<p class='price'>$40.00</p><p>In stock</p><button>Add to cart</button><p>{{}}</p>"
    for foot, currency in (
        ("Fitzroy VIC 3065", "AUD"),
        ("ABN 53 004 085 616", "AUD"),
        ("214 2nd Ave N, Saskatoon S7K 2B8", "CAD"),
        ("Austin, TX 78701", "USD"),
        ("VIC 3065 and Austin, TX 78701", "USD"),
        ("Fitzroy VIC 3065 and our office: (212) 555-0188", "USD"),
    ):
        assert stored(read(page.format(foot), lang="en-US")) == ("ok", "40.00", currency), foot
    scripts = "<script>var shop = {currency: 'USD'}</script>"
    assert read(page.format(f"Fitzroy VIC 3065{scripts}"), lang="en")["verdict"]["reason"] == "NO_CURRENCY"


def test_a_country_that_the_path_begins_with_says_whose_dollar() -> None:
    page = f"{HEADING}<p class='price'>$40.00</p><p>In stock</p><button>Add to cart</button>"
    for path, currency in (("sg", "SGD"), ("au", "AUD"), ("ca", None), ("ar", None)):
        assert read(page, lang="en", url=f"https://shop.example/{path}/item/2719")["offer"]["currency"] == currency


def test_what_an_article_sells_beside_its_text_is_not_what_it_is_about() -> None:
    text = "<h1>Magnesium and what it can do</h1><p>All that we know.</p>"
    sold = "<aside><{0}>Magnesium 400, 120 pieces</{0}> <span>£14.95</span> <button>Add to basket</button></aside>"
    for path in ("advice", "ratgeber", "recipes"):
        for tag in ("h3", "b"):
            answer = read(f"{text}{sold.format(tag)}", url=f"https://shop.example/{path}/magnesium")
            assert answer["reason"] == "ARTICLE", (path, tag)
    own = f"{HEADING}<p class='price'>£14.95</p><button>Add to basket</button>"
    assert stored(read(own, url="https://shop.example/advice/blue-cup"))[0] == "ok"


def test_prices_behind_labels_that_go_on_with_a_word_or_a_dash() -> None:
    page = f"{HEADING}<p>{{}}</p><p>{{}}</p><p>Disponível</p><button>Comprar</button>"
    both = page.format("Preço online 34,90 €", "Preço loja 39,90 €")
    assert stored(read(both, lang="pt-PT")) == ("ok", "34.90", "EUR")
    dashes = f"{HEADING}<p>Vejl. 1.299,-</p><p>Pris 899,-</p><p>På lager</p><button>Læg i kurv</button>"
    assert stored(read(dashes, lang="da-DK")) == ("ok", "899.00", "DKK")


def test_the_sign_where_the_cents_begin_small() -> None:
    page = f"{HEADING}<p class='prix'>129€<sup>90</sup></p><p>Prix avec carte fidélité : 119€90</p><p>En stock</p>"
    assert stored(read(f"{page}<button>Ajouter au panier</button>", lang="fr-FR")) == ("ok", "129.90", "EUR")


def test_what_follows_with_an_amount_of_its_own_says_nothing_of_the_one_before() -> None:
    page = f"{HEADING}<p class='price'>£249.00</p><p>With trade-in from £199.00</p><p>Student price £219.00</p>"
    answer = read(f"{page}<p>In stock</p><button>Add to basket</button>")
    assert stored(answer) == ("ok", "249.00", "GBP")


def test_a_box_of_six_is_not_the_price_of_one() -> None:
    page = f"{HEADING}<p>9,50 € / Flasche (12,67 €/l)</p><p>6er Karton 54,00 €</p><button>In den Warenkorb</button>"
    assert stored(read(page, lang="de-DE")) == ("ok", "9.50", "EUR")


OLD_SHOP = """<html dir="LTR" lang="it"><head><meta charset='utf-8'><title>Casa del Pino - ricambi</title></head><body>
<table><tr><td><a href='/'>Top</a> &raquo; <a href='/index.php?cPath=24'>Meccaniche</a></td>
<td><a href='/account.php'>Il Mio Account</a> | <a href='/cart.php'>Carrello</a> | <a href='/pay.php'>Acquista</a></td>
</tr></table><form name="cart_quantity" action="/product_info.php?id=131&amp;action=add_product" method="post"><table>
<tr><td class="pageHeading">Lampada Vorra cromata<br><span class="smallText">[VL-381]</span></td>
<td class="pageHeading"><s>EUR 72,00</s> <span class="productSpecialPrice">EUR 64,80</span></td></tr>
<tr><td class="main"><p>Una lampada di ottone con un piede pesante, fatta a mano.</p></td></tr>
<tr><td><input type="hidden" name="products_id" value="131"><input type="image" src="{picture}" {called}></td></tr>
</table></form></body></html>"""


def test_an_old_shop_with_a_link_called_buy_in_its_head() -> None:
    """osCommerce names only the shop in its title, and the checkout's link "Acquista" as a button is called."""
    for called in ("alt='Aggiungi al carrello'", ""):
        page = OLD_SHOP.format(picture="includes/italian/button_in_cart.gif", called=called)
        answer = read_saved(page.encode(), "http://www.casadelpino.it/product_info.php?cPath=24&products_id=131", SHOPS)
        assert answer["offer"]["title"].startswith("Lampada Vorra cromata")
        assert (*stored(answer), answer["offer"]["sku"]) == ("ok", "64.80", "EUR", "VL-381")


def test_the_code_in_a_box_for_code_and_brand_is_no_brand() -> None:
    body = "<div class='sku-brand'><div class='product_sku'><label>SKU :</label> IM617</div></div>"
    answer = read(f"{HEADING}<p class='price'>£24.50</p>{body}<button>Add to cart</button>")
    assert (answer["offer"]["sku"], answer["offer"]["brand"]) == ("IM617", None)


def test_a_telephone_number_with_a_blank_and_a_hyphen_says_whose_dollar() -> None:
    page = f"{HEADING}<p class='price'>$24.50</p><button>Add to cart</button><p>Call the shop at {{}} for more.</p>"
    american = read(page.format("650 555-0199"), lang="en", url="http://cups.example/p/blue-cup-of-the-hills")
    assert stored(american) == ("ok", "24.50", "USD")
    other = read(page.format("04 555-0199"), lang="en", url="http://cups.example/p/blue-cup-of-the-hills")
    assert other["verdict"] == {"status": "quarantine", "reason": "AMBIGUOUS_CURRENCY"}


def test_a_word_in_capitals_behind_the_shops_own_label_is_its_code() -> None:
    page = f"{HEADING}<p class='price'>£24.50</p><p><b>Item Id:</b> <span>{{}}</span></p><button>Add to cart</button>"
    assert read(page.format("GLOWROLL"))["offer"]["sku"] == "GLOWROLL"
    assert read(page.format("AVAILABLE"))["offer"]["sku"] is None
    assert read(page.format("Glowing"))["offer"]["sku"] is None


def test_the_cart_with_one_article_is_a_cart() -> None:
    body = (
        "<h1>Resumo do carrinho de compras <span>O seu carrinho de compras contém: 1 produto</span></h1>"
        "<p><a href='/mel'>Mel de Rosmaninho</a></p><small>REF : MEL-ROS</small><p>Em stock</p>"
        "<li class='price'>8,90 €</li>"
        "<a href='/carrinho?add=1&amp;id=5&amp;op=down'><i></i></a><span class='price'>17,80 €</span>"
    )
    answer = read(body, lang="pt-PT", url="http://mel.example/encomenda", head="<title>Encomenda - Mel</title>")
    assert answer["reason"] == "NOT_A_PRODUCT" and "cart" in answer["detail"]


def test_a_list_whose_cards_say_much_is_a_list() -> None:
    def card(name: str, price: str, button: str) -> str:
        facts = "".join(
            f"<li>{fact} of the {name}\n{' ' * 40}</li>" for fact in ("Weight", "Height", "Clay", "Glaze") * 3
        )
        return (
            f"<div class='row'><a href='/p/{name}'><img src='/{name}.jpg'></a><div>{name}</div><ul>{facts}</ul>"
            f"<div>{price}</div>{button}</div>"
        )

    rows = card("jug", "£29.00", "<button>Add to cart</button>") + card("bowl", "£7.00", "") + card("dish", "£9.00", "")
    answer = read(f"<h1>Cups that can be bought now</h1>{rows}", url="https://shop.example/buy/uk")
    assert answer.get("reason") == "LISTING"


def test_a_label_with_the_tax_in_a_bracket_is_a_label() -> None:
    rows = (
        "<dl><dt>通常価格(税込):</dt><dd><span>3,850</span> 円</dd><dt>販売価格(税込):</dt>"
        "<dd><span>3,080</span> 円</dd></dl>"
    )
    answer = read(
        f"<h1>青い茶碗</h1>{rows}<a href='/cart'>カゴに入れる</a>", lang="ja", url="https://shop.example.jp/p/9"
    )
    assert stored(answer) == ("ok", "3080", "JPY")


def test_a_picture_that_the_page_hides_says_nothing_of_stock() -> None:
    picture = "<span class='{}'><img src='/btn_soldout.gif' alt='SOLD OUT'></span>"
    page = f"{HEADING}<p class='price'>£24.50</p><button>Add to cart</button>"
    assert read(page + picture.format("displaynone"))["offer"]["availability"] == "IN_STOCK"
    assert read(page + picture.format("mark"))["offer"]["availability"] == "UNKNOWN"


def test_what_a_framework_hides_until_it_has_decided_is_not_shown() -> None:
    page = f"{HEADING}<p class='price'>£24.50</p><div ng-cloak {{}}>Sold out</div><button>Add to cart</button>"
    assert read(page.format("ng-show='isGone()'"))["offer"]["availability"] == "IN_STOCK"
    assert read(page.format(""))["offer"]["availability"] == "UNKNOWN"


def test_any_two_of_them_are_another_amount() -> None:
    several = "<h1>蜜香紅茶</h1><p>紅茶任二罐 900</p><p>買任二罐 NT$900</p>"
    page = f"{several}<p class='price'>NT$480</p><button>加入購物車</button>"
    answer = read(page, lang="zh-TW", url="https://shop.example.tw/p/9")
    assert stored(answer) == ("ok", "480.00", "TWD")


def test_a_list_that_prints_the_code_of_each_product_below_its_name_has_none_of_its_own() -> None:
    entries = "".join(
        f"<a href='/p/{code}'>Reeds of cane number {code}</a><br><font>Code: {code}</font><br>"
        f"<font>Price: £{price}.99</font><br><input type='submit' value='Add One To Basket'><br>"
        for code, price in (("CR10", 21), ("CR19", 25), ("RCA", 34))
    )
    answer = read(f"<b>Clarinet reeds</b>{entries}", head="<title>Pine House: Clarinet reeds</title>")
    assert answer.get("reason") == "LISTING"


def test_a_list_with_prices_in_the_text_above_it_is_one() -> None:
    text = f"<p>{'All about kits and how they are made. ' * 4}Every can makes 23 litres, from £13.50 a kit.</p>"
    rows = "".join(
        f"<div class='item'><a href='/p/{n}'>Kit {n}</a><b class='price'>£1{n}.50</b></div>" for n in range(5)
    )
    tools = "<p>Sort by</p><p>Filter by price</p><p>Under <span>£20.00</span></p>"
    body = f"<h1>Coopersfield</h1>{text}{tools}{rows}"
    answer = read(body, url="https://shop.example/m/2/coopersfield", head="<title>Coopersfield. Pine House</title>")
    assert answer.get("reason") == "LISTING"


def test_the_price_from_which_it_is_sold_yields_to_that_of_one_piece() -> None:
    table = (
        "<table><tr><td>1 Stück</td><td>je 59,90 EUR</td></tr><tr><td>2 - 4 Stück</td><td>je 57,50 EUR</td></tr>"
        "<tr><td>> 4 Stück</td><td>je 54,90 EUR</td></tr></table>"
    )
    page = f"{HEADING}<div class='price'>ab 54,90 EUR</div>{table}<button>In den Warenkorb</button>"
    assert stored(read(page, lang="de")) == ("ok", "59.90", "EUR")


def test_a_label_before_what_was_asked_until_now() -> None:
    prices = "<p>Fiyat :</p><p>₺1.899,00</p><p>(KDV Dahil)</p><p>₺1.499,00</p><p>(KDV Dahil)</p><p>%21 İndirim</p>"
    page = f"{HEADING}{prices}<p>Stokta var</p><button>Sepete Ekle</button>"
    assert stored(read(page, lang="tr", url="https://kupa.example.tr/p/9")) == ("ok", "1499.00", "TRY")


def test_an_element_named_for_the_price_with_the_tax_holds_the_price() -> None:
    rows = (
        "<table><tr><td>Cena před slevou:</td><td class='before'>849 Kč</td></tr><tr><td>Naše cena s DPH:</td><td>"
        "<strong class='price-vat'><span id='price'>749</span> Kč</strong></td></tr><tr class='novat'>"
        "<td>Cena bez DPH:</td><td>619,01 Kč</td></tr></table>"
    )
    answer = read(
        f"{HEADING}{rows}<p>Skladem</p><button>Do košíku</button>", lang="cs", url="https://shop.example.cz/p/9"
    )
    assert stored(answer) == ("ok", "749.00", "CZK")


def test_a_sentence_says_in_what_currency_prices_are() -> None:
    page = f"{HEADING}<p class='price'>$40.00</p><button>Add to cart</button><p>© Pine House. Prices in USD.</p>"
    assert stored(read(page, lang="en", url="http://cups.example/p/blue-cup-of-the-hills")) == ("ok", "40.00", "USD")


def test_the_shops_name_before_the_products_in_the_title_is_no_brand() -> None:
    name = "Kresno Skagit straight shaft"
    title = f"Tidewater Kayak Outfitters - {name}"
    head = f"<meta charset='utf-8'><title>{title}</title><meta name='keywords' content='{title}'>"
    body = f"<h1>{name}</h1><p class='price'>£24.50</p><p>In stock</p><button>Add to cart</button>"
    html = f"<html lang='en'><head>{head}</head><body>{body}</body></html>"
    answer = read_saved(html.encode(), "http://www.tidewaterkayak.example/p-318", SHOPS)
    assert answer["offer"]["brand"] is None
