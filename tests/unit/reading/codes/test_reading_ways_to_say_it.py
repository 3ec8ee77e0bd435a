"""Codes, brands and stock in further ways that shops say them, and what looks like one and is none."""

from __future__ import annotations

from typing import Any

import pytest

from tests.invented.plain_page import read_page

PRICE = "<p class='price'>£12.50</p>"
BUY = "<form action='/cart'><button>Add to cart</button></form>"
URL = "https://shop.example/p/blue-cup"


def of(body: str, field: str, *, lang: str = "en-GB", url: str = URL) -> Any:
    return (read_page(body, url=url, title="Blue cup", lang=lang).get("offer") or {}).get(field)


@pytest.mark.parametrize(
    ("code", "sku"),
    [
        ("<p>Manufacturer part no.: OC 1063</p>", "OC 1063"),
        ("<p>Bestell-Nr.: 44 180</p>", "44 180"),
        ("<p>Mfr Part #: 13X1200-LI</p><p>Our stock code: VB0099</p>", "VB0099"),
        ("<p>ISBN: 9781861972712</p><p>SKU: BK-771</p>", "BK-771"),
        ("<p>ISBN: 9781861972712</p><p>Model: X-22</p>", "9781861972712"),
        ("<p>Référence fabricant : PC160</p>", "PC160"),
        ("<p>Art. 40-400</p>", "40-400"),
        ("<p>ISBN / barcode: 9781861972712</p>", "9781861972712"),
        ("<p>Ref: F1</p>", "F1"),
        ("<p>Product Code: Product 15</p>", "Product 15"),
        ("<p>【品番】BC100</p>", "BC100"),
        ("<p>Cat# BC100</p>", "BC100"),
        ("<p>Promo code: SAVE10</p>", None),
        ("<p>SKU: blue-cup</p>", "blue-cup"),
        ("<p>Colour: blue-cup</p>", None),
        ("<p>Brand: <b>Oak</b> | Model: VV30 | Ref: 7788</p>", "7788"),
        ("<table><tr><th>Item no.</th><th>Size</th></tr><tr><td>BC-30</td><td>30</td></tr></table>", "BC-30"),
        (
            "<table><tr><th>Item no.</th><th>Size</th></tr><tr><td>BC-30</td><td>30</td></tr>"
            "<tr><td>BC-40</td><td>40</td></tr></table>",
            None,
        ),
        ("<p>Model: F1</p>", None),
        ("<div>(#CP-30)</div>", "CP-30"),
        ("<p>Number #1 in cups</p>", None),
        ("<div class='product' data-sku='TA-15W'><p>Of clay.</p></div>", "TA-15W"),
        ("<input type='hidden' name='item_number' value='TA-15W'>", "TA-15W"),
        ("<span itemprop='sku' content='TA-15W'></span>", "TA-15W"),
        ("<a data-sku='TA-15W'>Red</a><a data-sku='TA-16W'>Blue</a>", None),
        ("<div class='related'><a data-sku='TA-15W'>Jug</a></div>", None),
        ('<textarea class=\'hide\'>[{"sku":"TA-15W"}]</textarea>', "TA-15W"),
        ('<textarea>[{"sku":"TA-15W"},{"sku":"TA-16W"}]</textarea>', None),
        (
            "<select><option selected data-sku='TA-15W'>S</option><option data-sku='TA-16W'>L</option></select>",
            "TA-15W",
        ),
        ("<select><option data-sku='TA-15W'>S</option><option data-sku='TA-16W'>L</option></select>", None),
        ("<div class='related'><select><option selected data-sku='TA-15W'>S</option></select></div>", None),
    ],
)
def test_codes(code: str, sku: str | None) -> None:
    assert of(f"<div><h1>Blue cup</h1>{PRICE}{code}{BUY}</div>", "sku") == sku


def test_a_code_in_brackets_inside_the_heading() -> None:
    assert of(f"<h1>Blue cup<br><small>[BC-200]</small></h1>{PRICE}{BUY}", "sku") == "BC-200"
    assert of(f"<h1>Blue cup [set of 2]</h1>{PRICE}{BUY}", "sku") is None


def test_codes_below_other_products() -> None:
    other = "<h2>You may also like</h2><p>Red cup</p><p>Code: RC-100</p>"
    assert of(f"<h1>Blue cup</h1>{PRICE}{BUY}{other}<p>Green cup</p><p>Code: GC-100</p>", "sku") is None
    assert of(f"<h1>Blue cup</h1>{PRICE}{BUY}<p>Code: BC-100</p>{other}", "sku") == "BC-100"
    below = "<h2>You may also like</h2><p>Red cup</p><h2>Details</h2><p>Code: BC-100</p>"
    assert of(f"<h1>Blue cup</h1>{PRICE}{BUY}{below}", "sku") == "BC-100"


@pytest.mark.parametrize(
    ("said", "brand"),
    [
        ("<p>Made by Pinewood in Sheffield</p>", "Pinewood"),
        ("<p>Fabriqué par Valbois</p>", "Valbois"),
        ("<p>Made by hand</p>", None),
        ("<div>Hersteller</div><div><img src='x.png' alt='Brunnfeld'></div>", "Brunnfeld"),
        ("<p>Manufacturer: Pinewood Ltd.</p>", "Pinewood Ltd."),
        ("<p>Designer: Ann Hill</p><p>Brand: Pinewood</p>", "Pinewood"),
        ("<p>Designer: Ann Hill</p>", "Ann Hill"),
        ("<p>Brand — Pinewood</p>", "Pinewood"),
        ("<p>Brand: Pinewood (12 items)</p>", "Pinewood"),
        ("<p>【ブランド】Pinewood</p>", "Pinewood"),
        ("<p>Марка Pinewood</p>", "Pinewood"),
        ("<p>Brand new</p>", None),
        ("<div class='vendor'>Pinewood</div>", "Pinewood"),
        ("<a href='/manufacturer/pinewood' title='Pinewood'><img src='a.png'></a>", "Pinewood"),
        ("<p>Brand: </p><p>Colour: Green</p>", None),
        ("<ul><li>Další zboží značky <a href='#'>Magnolia</a></li></ul>", "Magnolia"),
        ("<p>More from <a href='/c'>Cups</a></p>", None),
        ("<h6>Manufacturer</h6><img src='/img/cup.png' alt=''><p>Fine</p>", "cup"),
        ("<h6>Manufacturer</h6><img src='/img/x1.png' alt=''><p>Price</p>", None),
        ("<p>Publisher/brand: Pinewood</p>", "Pinewood"),
        ("<p>Width/height: 12 cm</p>", None),
    ],
)
def test_brands(said: str, brand: str | None) -> None:
    assert of(f"<div><h1>Blue cup</h1>{said}{PRICE}<p>SKU: BC-100</p>{BUY}</div>", "brand") == brand


@pytest.mark.parametrize(
    ("name", "brand"),
    [
        ("Apple iPhone 17e", "Apple"),
        ("Apple juice", None),
        ("Brother DCP-L2530DW printer", "Brother"),
        ("Noctua NH-D15", "Noctua"),
    ],
)
def test_brands_whose_name_is_a_common_word(name: str, brand: str | None) -> None:
    assert of(f"<h1>{name}</h1>{PRICE}<p>SKU: BC-100</p>{BUY}", "brand") == brand


@pytest.mark.parametrize(
    ("said", "state"),
    [
        ("<p><img src='g.gif' alt='In stock'></p>", "IN_STOCK"),
        ("<p><img src='r.gif' title='Sold out'></p>", "OUT_OF_STOCK"),
        ("<div class='related'><img src='g.gif' alt='In stock'></div>", "UNKNOWN"),
        ("<div class='stock_status'><span class='in_stock'>(12 pcs)</span></div>", "IN_STOCK"),
        ("<button class='btn' data-back-in-stock>None - write to me</button>", "OUT_OF_STOCK"),
        ("<p>Availability: 12 pcs</p>", "IN_STOCK"),
        ("<p>Availability: 0</p>", "OUT_OF_STOCK"),
        ("<p>Stock: <span>●</span> ready for dispatch</p>", "IN_STOCK"),
        ("<p>Back in stock soon</p>", "OUT_OF_STOCK"),
        ("<p>Available: 5</p>", "IN_STOCK"),
        ("<p>Available in 3 colours</p>", "UNKNOWN"),
        ("<p>Stock: Low</p>", "IN_STOCK"),
        ("<p>Stock: Out</p>", "OUT_OF_STOCK"),
        ("<p>Only one left!</p>", "IN_STOCK"),
        ("<p>1200 sold</p>", "UNKNOWN"),
        ("<p>Lieferzeit: sofort</p>", "IN_STOCK"),
        ("<p>Sorry, this item has sold.</p>", "OUT_OF_STOCK"),
        ("<p>Voor 17:00 besteld, morgen in huis</p>", "IN_STOCK"),
        ("<p>Sur commande (2 semaines)</p>", "BACKORDER"),
    ],
)
def test_stock(said: str, state: str) -> None:
    assert of(f"<h1>Blue cup</h1><p>SKU: BC-100</p>{PRICE}{said}", "availability") == state


def test_a_short_page_with_a_price_is_no_error_page() -> None:
    body = f"<h1>Kubek niebieski</h1><p>SKU: BC-100</p>{PRICE}<p>Chwilowo niedostępny</p>"
    assert of(body, "availability", lang="pl") == "OUT_OF_STOCK"


@pytest.mark.parametrize(
    ("lang", "price", "brand", "code", "stock", "none"),
    [
        ("sr", "1.990 дин", "Бренд: Марковић", "Шифра артикла: 110-22", "На стању", "Нема на стању"),
        ("is", "3.990 ISK", "Vörumerki: Hamrar", "Vörunúmer: 110-22", "Til á lager", "Uppselt"),
        ("hi", "₹499", "ब्रांड: Kisan", "उत्पाद कोड: 110-22", "स्टॉक में है", "स्टॉक में नहीं है"),
        ("bn", "৳499", "ব্র্যান্ড: Padma", "পণ্য কোড: 110-22", "স্টকে আছে", "স্টক আউট"),
        ("ka", "29.90 ₾", "ბრენდი: Rioni", "პროდუქტის კოდი: 110-22", "მარაგშია", "არ არის მარაგში"),
        ("hy", "4 900 ֏", "Բրենդ: Masis", "Ապրանքի կոդ: 110-22", "Առկա է", "Առկա չէ"),
        ("kk", "4 990 ₸", "Өндіруші: Алтай", "Тауар коды: 110-22", "Қоймада бар", "Қоймада жоқ"),
        ("sq", "19,90 €", "Marka: Drini", "Kodi i produktit: 110-22", "Në stok", "Nuk ka në stok"),
        ("mk", "990 MKD", "Производител: Вардар", "Шифра: 110-22", "На залиха", "Распродадено"),
        ("ca", "19,90 €", "Marca: Montseny", "Referència: 110-22", "En estoc", "Esgotat"),
        ("az", "19,90 ₼", "Brend: Kür", "Məhsul kodu: 110-22", "Anbarda var", "Stokda yoxdur"),
        ("mn", "29,900₮", "Брэнд: Туул", "Барааны код: 110-22", "Бэлэн байгаа", "Нөөц дууссан"),
    ],
)
def test_further_languages(lang: str, price: str, brand: str, code: str, stock: str, none: str) -> None:
    page = f"<h1>Blue cup</h1><p class='price'>{price}</p><p>{brand}</p><p>{code}</p>"
    assert of(page, "brand", lang=lang) == brand.partition(": ")[2]
    assert of(page, "sku", lang=lang) == "110-22"
    assert of(f"{page}<p>{stock}</p>", "availability", lang=lang) == "IN_STOCK"
    assert of(f"{page}<p>{none}</p>", "availability", lang=lang) == "OUT_OF_STOCK"


def test_a_button_whose_last_sign_is_a_vowel() -> None:
    assert of(f"<h1>Blue cup</h1>{PRICE}<button>कार्ट में जोड़ें</button>", "availability", lang="hi") == "IN_STOCK"
