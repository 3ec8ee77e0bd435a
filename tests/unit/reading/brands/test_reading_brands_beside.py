"""The brand in running text, in attributes where two places of a page agree; and what looks like one but is none."""

from __future__ import annotations

from typing import Any

import pytest

from common.settings import ShopsSettings
from common.shops.registry import Shops
from fleet.operations.read_saved import read_saved

SHOPS = Shops(ShopsSettings())
NAME = "Blaue Tasse mit Henkel"
URL = "https://www.tassen-laden.example/p/17"
TRAIL = "<div class='breadcrumb'><a href='/'>Start</a> / <a href='/tassen'>Tassen</a></div>"


def read(
    body: str = "", *, before: str = "", head: str = "", name: str = NAME, url: str = URL, trail: str = TRAIL
) -> dict[str, Any]:
    title = "" if "<title>" in head else f"<title>{name} | Tassen-Laden</title>"
    html = (
        f"<html lang='de'><head><meta charset='utf-8'>{title}{head}</head><body><header><a href='/'>Tassen-Laden</a>"
        f"<nav><a href='/marken/'>Marken</a></nav></header>{trail}<main><div>{before}<h1>{name}</h1>"
        f"<p class='price'>12,50 €</p><p>Art.-Nr.: CUP-100</p><form action='/cart'><button>In den Warenkorb</button>"
        f"</form>{body}<p>Von Hand gedreht, in einem Ofen gebrannt und warm verpackt.</p></div></main>"
        "<section class='related'><a href='/p/2' data-brand='Lomel'>Teller</a> <span>9,90 €</span></section>"
    )
    found: dict[str, Any] = read_saved(html.encode(), url, SHOPS)["offer"]
    return found


@pytest.mark.parametrize(
    "body",
    [
        "<p>Aus Ton, 400 V. Hersteller: Kresno. Spülmaschinenfest.</p>",
        "<p>Ручной шов. Бренд: Kresno. Доставка бесплатна.</p>",
        "<p>尺寸:60 x 45 cm。品牌:Kresno。</p>",
        "<p>Farbe: Blau | Marke: Kresno | Gewicht: 300 g</p>",
        "<p>Farbe: Blau, Marke: Kresno, Gewicht: 300 g</p>",
        "<p>Marke: Kresno, Deutschland</p>",
        "<p>■ブランド：Kresno</p>",
        "<p>［メーカー］Kresno</p>",
        "<p>《ブランド》 Kresno</p>",
        "<p>✓ Marke: Kresno</p>",
        "<p>Бренд (производитель): Kresno</p>",
        "<p>제조사(수입사) : Kresno</p>",
        "<p>Marke*: Kresno</p>",
        "<p>Marke ............ Kresno</p>",
        "<p>Hersteller / Importeur - Kresno</p>",
        "<table><tr><td>窯元</td><td>Kresno</td></tr></table>",
        "<table><tr><td>Nom de la marque</td><td>Kresno</td></tr></table>",
        "<table><tr><td>Nazwa producenta</td><td>Kresno</td></tr></table>",
        "<table><tr><th>Marke</th><th>Farbe</th></tr><tr><td>Kresno</td><td>Blau</td></tr></table>",
        "<ul><li>Farbe: <a href='/b'>Blau</a></li><li>Marke: <a href='/k'>Kresno</a></li></ul>",
        "<a href='/producent/kresno'>Kresno</a>",
        "<a href='/vyrobce/kresno/'>Kresno</a>",
        "<a href='/firm-pol-1-Kresno.html'><img alt='Kresno' src='/d.png'></a>",
        "<img src='/brands/4.png' alt='Kresno'>",
        "<p class='product__vendor'>Kresno</p>",
        "<span itemprop='manufacturer'>Kresno</span>",
        "<div data-brand='Kresno'></div>",
        "<input type='hidden' name='brand' value='Kresno'>",
        "<input type='hidden' id='ProductBrand' value='Kresno'>",
        "<input type='hidden' name='product[manufacturer]' value='Kresno'>",
        "<div data-gtm-brand='Kresno'></div>",
        """<div id='product-details' data-product='{"id_product": 4, "manufacturer_name": "Kresno"}'></div>""",
        """<input type='hidden' name='gtm4wp_product_data' value='{"price": 12.5, "item_brand": "Kresno"}'>""",
    ],
)
def test_the_brand_in_text_tables_links_and_attributes(body: str) -> None:
    assert read(body)["brand"] == "Kresno"


@pytest.mark.parametrize("body", ["<p>Marke ... was sonst</p>", "<p>Marke (siehe Boden)</p>"])
def test_a_label_goes_on_in_no_other_way(body: str) -> None:
    assert read(body)["brand"] is None


@pytest.mark.parametrize(
    ("said", "brand"), [("UAB „Kresno“", "UAB „Kresno“"), ("ООО «Kresno»", "ООО «Kresno»"), ("«Kresno»", "Kresno")]
)
def test_quotes_that_are_a_part_of_a_firms_name_stay(said: str, brand: str) -> None:
    assert read(f"<p>Hersteller: {said}</p>")["brand"] == brand


def test_a_name_in_capitals_behind_a_label_without_a_colon() -> None:
    assert read("<p>Bohrfutter 13 mm, Koffer. Marke KRESNO.</p>")["brand"] == "KRESNO"
    assert read("<p>Bohrfutter 13 mm. Marke Eigenbau ist fremd.</p>")["brand"] is None
    assert read("<p>Never used. Brand NEW.</p>")["brand"] is None


@pytest.mark.parametrize("word", ["von", "by", "par", "di"])
def test_a_link_behind_by_whose_address_is_the_name(word: str) -> None:
    early = f"<p>{word} <a href='%s'>Kresno</a></p>"
    page = f"</h1>{early}<h1 hidden>"
    assert read(name=f"{NAME}{page % '/kresno'}")["brand"] == "Kresno"
    assert read(name=f"{NAME}{page % '/author/kresno'}")["brand"] is None
    assert read(name=f"{NAME}{page % '/x/4'}")["brand"] is None


@pytest.mark.parametrize(
    ("before", "url", "brand"),
    [
        ("<p class='product__text caption-with-letter-spacing'>Kresno</p>", URL, "Kresno"),
        ("<span>Kresno</span>", "https://s.example/p/kresno-blaue-tasse-mit-henkel.html", "Kresno"),
        ("<span>Tassen</span>", "https://s.example/tassen/blaue-tasse-mit-henkel.html", None),
        (f"<span>{NAME}</span>", URL, None),
    ],
)
def test_the_line_above_the_name(before: str, url: str, brand: str | None) -> None:
    assert read(before=before, url=url)["brand"] == brand


def test_what_the_title_says_before_the_name_and_the_page_says_alone() -> None:
    head = f"<title>Kresno {NAME} | Tassen-Laden</title>"
    assert read("<p>Kresno</p>", head=head)["brand"] == "Kresno"
    assert read("<p>Blau</p>", head=head)["brand"] is None
    assert read("<p>Kresno,</p>", head=head.replace("Kresno", "Kresno,"))["brand"] is None


def test_the_link_home_above_the_name_is_called_by_the_shop() -> None:
    head = f"<title>{NAME} | Lomelin</title>"
    assert read(before="<span><a href='/k/7'><b>Lomelin</b></a></span>", head=head)["brand"] == "Lomelin"
    assert read(before="<span><a href='/'><b>Lomelin</b></a></span>", head=head)["brand"] is None


def test_the_words_that_breadcrumb_and_address_leave_out() -> None:
    whole, url = "Kresno Verde Blaue Tasse", "https://s.example/blaue-tasse.html"
    trail = "<div class='breadcrumbs'><a href='/'>Start</a> / <a href='/blaue-tasse.html'>Blaue Tasse</a></div>"
    assert read(name=whole, url=url, trail=trail)["brand"] == "Kresno Verde"
    assert read(name=whole, url="https://s.example/p/17", trail=trail)["brand"] is None
    assert read(name=whole, url=url, trail=TRAIL)["brand"] is None


@pytest.mark.parametrize(
    "body",
    [
        "<p>Marke</p><ul><li>Kresno</li><li>Lomel</li></ul>",
        "<h3>Hersteller</h3><h3>Kategorien</h3>",
        "<p>Marke: siehe Beschreibung</p>",
        "<p>Thương hiệu: Đang cập nhật</p>",
        "<p>Hersteller</p><p>14,50 €</p>",
        "<div class='related'><a href='/rote-tasse/'><img alt='Rote Tasse' src='/r.jpg'></a></div>",
        "<a href='/marken/'>Marken</a>",
        "<input type='hidden' id='brand_id' value='Kresno'>",
        "<input name='product_brand' value='Kresno'>",
        """<div data-product='{"manufacturer_name": "Kresno"}'></div><div data-product='{"brand": "Lomel"}'></div>""",
    ],
)
def test_what_is_no_brand(body: str) -> None:
    assert read(body)["brand"] is None


def declared(brand: str) -> str:
    return (
        '<script type="application/ld+json">{"@type":"Product","name":"Blaue Tasse mit Henkel",'
        f'"brand":"{brand}","offers":{{"@type":"Offer","price":"12.50","priceCurrency":"EUR"}}}}</script>'
    )


def test_a_declared_brand_that_is_the_shops_own_name_gives_way_to_one_that_is_shown() -> None:
    assert read("<p>Marke: Kresno</p>", head=declared("Tassen-Laden"))["brand"] == "Kresno"
    assert read(head=declared("Tassen-Laden"))["brand"] == "Tassen-Laden"
    assert read("<p>Marke: Lomel</p>", head=declared("Kresno"))["brand"] == "Kresno"
    assert read("<p>Marke: Kresno</p>", head=declared("Marke"))["brand"] == "Kresno"


@pytest.mark.parametrize(
    "head",
    [
        "<meta name='manufacturer' content='Kresno'>",
        "<meta name='twitter:label1' content='Marke'><meta name='twitter:data1' content='Kresno'>",
    ],
)
def test_labels_in_the_head_that_name_the_brand(head: str) -> None:
    assert read(head=head)["brand"] == "Kresno"


def test_a_label_of_another_thing_names_no_brand() -> None:
    head = "<meta name='twitter:label1' content='Farbe'><meta name='twitter:data1' content='Blau'>"
    assert read(head=head)["brand"] is None


def test_a_picture_before_a_label_is_no_makers_logo() -> None:
    """A box of makers to choose from stands in the column beside that of a product that sells well."""
    column = (
        "<div><div><a href='/p/9'><img src='/9.jpg' alt='Kanne, grün'></a></div>"
        "<h2>Hersteller</h2><form><select><option>Bitte wählen</option></select></form></div>"
    )
    assert read("<p><strong>Hersteller:</strong> Kresno</p>", before=column)["brand"] == "Kresno"


def test_a_page_named_after_its_brand_makes_no_brand_of_a_text_that_stands_right_in_it() -> None:
    html = (
        f"<html lang='de'><head><meta charset='utf-8'><title>{NAME} | Tassen-Laden</title></head>"
        "<body class='product product-manufacturer-kresno'><a class='skip-link' href='#main'>Skip to content</a>"
        f"<main id=main><h1>{NAME}</h1>"
        "<p class='price'>12,50 €</p><p>Marke: Kresno</p><button>In den Warenkorb</button></main></body></html>"
    )
    assert read_saved(html.encode(), URL, SHOPS)["offer"]["brand"] == "Kresno"
    without = html.replace("<p>Marke: Kresno</p>", "")
    assert read_saved(without.encode(), URL, SHOPS)["offer"]["brand"] is None


@pytest.mark.parametrize(
    ("value", "brand"),
    [
        ("크레스노[Kresno]", "크레스노[Kresno]"),
        ("Kresno(KRS)", "Kresno(KRS)"),
        ("Kresno]", "Kresno"),
        ("Kresno (England)", "Kresno"),
        ("クレスノ（新潟県）", "クレスノ"),
        ("クレスノ (新潟県)", "クレスノ"),
    ],
)
def test_a_bracket_that_a_brand_opens_itself_belongs_to_it(value: str, brand: str) -> None:
    assert read(f"<table><tr><th>Marke</th><td>{value}</td></tr></table>")["brand"] == brand


@pytest.mark.parametrize(
    ("title", "name", "brand"),
    [
        ("Tassen :: Tasse Luna mit Henkel", "Tasse Luna mit Henkel", None),  # the kind, in another number
        ("Tassen » Blaue Tasse mit Henkel", "Blaue Tasse mit Henkel", None),
        ("Kresno :: Tasse Luna mit Henkel", "Tasse Luna mit Henkel", "Kresno"),
    ],
)
def test_the_kind_of_goods_before_the_name_is_no_brand(title: str, name: str, brand: str | None) -> None:
    step = title.replace("::", "").replace("»", "").split()[0]
    found = read(head=f"<title>{title}</title>", body=f"<p>{step}</p>", name=name)
    assert found["brand"] == brand


@pytest.mark.parametrize(
    ("title", "brand"),
    [
        ("Muuto Tip Lampe | Kupfer | Tassen-Laden", "Muuto"),
        ("Muuto - Tip Lampe | Tassen-Laden", None),  # may be whose shop it is
        ("Neue Tip Lampe | Tassen-Laden", None),
        ("Rowan Tip Lampe | Tassen-Laden", None),  # also a tree and a first name
    ],
)
def test_a_known_name_that_only_the_title_has_before_the_products(title: str, brand: str | None) -> None:
    assert read(head=f"<title>{title}</title>", name="tip lampe")["brand"] == brand


@pytest.mark.parametrize(
    ("said", "name", "brand"),
    [
        ("Leander Bett", "Leander Luna Umbausatz für Babybett", "Leander"),
        ("Leander Bett", "Leander Bett Luna", "Leander Bett"),  # the name goes on in the same way
        ("Leander Bett", "Luna Umbausatz für Babybett", "Leander Bett"),
        ("Kresno Bett", "Kresno Luna Umbausatz", "Kresno Bett"),  # nobody knows it
    ],
)
def test_a_logo_that_says_a_kind_of_goods_as_well(said: str, name: str, brand: str) -> None:
    assert read(f"<img src='/brands/4.png' alt='{said}'>", name=name)["brand"] == brand
