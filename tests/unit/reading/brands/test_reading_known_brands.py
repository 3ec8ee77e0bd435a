"""The names of makers that people know, as a product's name holds them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from common.reading.visible.brands.known.names import FOLDER, is_known, known_names
from common.settings import ShopsSettings
from common.shops.registry import Shops
from fleet.operations.read_saved import read_saved

SHOPS = Shops(ShopsSettings())
FILES = sorted(FOLDER.glob("*.txt"))


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Makita DHP484Z", [("Makita", True)]),
        ("Treasure Garden 9 ft Patio Umbrella", [("Treasure Garden", True)]),
        ("Cordless Bosch-Akkuschrauber", [("Bosch", True)]),
        ("TP Link Archer, TP-LINK Deco", [("TP Link", True), ("TP-LINK", True)]),
        ("Black+Decker BD and Black & Decker AB", [("Black+Decker", True), ("Black & Decker", True)]),
        ("L’Oréal Paris Elvital", [("L’Oréal Paris", True)]),
        ("Whiskey JACK DANIEL'S 0,7 l", [("JACK DANIEL'S", True)]),
        ("adidas Superstar", [("adidas", True)]),
        ("Ipone 12 case", [("Ipone", False)]),  # oils, and how many write a telephone
        ("3-piece Non-Makita set", []),  # nothing that a hyphen glues to what stands before
        ("a makita drill", []),
        ("Apple iPhone 17e", [("Apple", True)]),
        ("Apple tree", [("Apple", False)]),
        ("Ford Model A Camp Shirt", [("Ford", False)]),
        ("Silver Cross", [("Silver Cross", False)]),
        ("Silver cross", []),
        ("UDG Creator stand", [("UDG", True)]),
        ("Stand UDG", [("UDG", False)]),
        ("Uni-T UT61E, a unit", [("Uni-T", True)]),
        ("小米Xiaomi手机", [("Xiaomi", True)]),
        ("象印ZOJIRUSHI 水筒", [("象印", True), ("ZOJIRUSHI", True)]),
        ("花王ハンドソープ 250ml", [("花王", True)]),
        ("ロート製薬 目薬", [("ロート製薬", True)]),
        ("", []),
    ],
)
def test_known_names_in_a_text(text: str, names: list[tuple[str, bool]]) -> None:
    assert [(one.said, one.sure) for one in known_names(text)] == names


@pytest.mark.parametrize(
    ("text", "known"),
    [("Makita", True), ("ford", True), ("Makita DHP484Z", False), ("", False), ("Pinewood Cup", False)],
)
def test_a_text_that_is_a_known_name(text: str, *, known: bool) -> None:
    assert is_known(text) is known


@pytest.mark.parametrize(
    ("name", "brand"),
    [
        ("Treasure Garden 9 ft Patio Umbrella", "Treasure Garden"),
        ("Umbrella Treasure Garden 9 ft", "Treasure Garden"),
        ("Detské lyžiarske okuliare Speedy Pro Makita", "Makita"),
        ("Раница Deuter Futura 32", "Deuter"),
        ("Pouzdro pro Makita", None),
        ("Pouzdro tvrzené Pro Makita", None),
        ("Pouzdro Pro Makita", None),
        ("Cover for Treasure Garden umbrella", None),
        ("Pump motor, 2 HP", None),
        ("Ford Model A Camp Shirt", None),
        ("Laptop 14 inch, Intel Core Ultra", None),
        ("Laptop Lenovo 14 inch, Intel Core Ultra", "Lenovo"),
        ("Intel Core i5 boxed", "Intel"),
        ("Krups Vertuo Nespresso", "Krups"),
        ("Makita or Metabo charger", None),
    ],
)
def test_the_brand_of_a_name(name: str, brand: str | None) -> None:
    html = (
        f"<html lang='de-DE'><head><meta charset='utf-8'><title>{name}</title></head><body><h1>{name}</h1>"
        f"<b class='price'>12,50 €</b><p>Art.-Nr.: CUP-100</p><button>Add to cart</button>{40 * 'Of clay. '}</body>"
    )
    assert read_saved(html.encode(), "https://shop.example/p/1", SHOPS)["offer"]["brand"] == brand


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_each_file_holds_its_names_in_order(path: Path) -> None:
    names = path.read_text("utf-8").replace("\n", " ").strip().split(", ")
    assert names == sorted(names, key=str.casefold)
    assert all(name.strip("?^").strip() == name.strip("?^") != "" for name in names)


def test_no_name_stands_twice() -> None:
    names = [
        one.strip(" ?^").casefold() for path in FILES for one in path.read_text("utf-8").replace("\n", " ").split(", ")
    ]
    assert len(names) == len(set(names)) > 12_000


def read(body: str, head: str = "", url: str = "https://shop.example/p/1") -> dict[str, Any]:
    html = (
        f"<html lang='de-DE'><head><meta charset='utf-8'>{head}</head><body>{body}<b class='price'>12,50 €</b>"
        f"<p>Auf Lager</p><button>In den Warenkorb</button>{40 * 'Of clay. '}</body></html>"
    )
    offer: dict[str, Any] = read_saved(html.encode(), url, SHOPS)["offer"]
    return offer


@pytest.mark.parametrize(
    ("name", "vendor", "brand"),
    [
        ("Medeco mortise cylinder", "Hilltop Lock & Key", "Medeco"),  # the shop's own name yields to a known one
        ("Medeco mortise cylinder", "Oakley Hill", "Oakley Hill"),
        ("Mortise cylinder", "Hilltop Lock & Key", "Hilltop Lock & Key"),
    ],
)
def test_a_declared_brand_that_is_what_the_page_calls_the_shop(name: str, vendor: str, brand: str) -> None:
    labels = f"<meta property='og:type' content='product'><meta property='product:brand' content='{vendor}'>"
    head = f"<title>{name} – Hilltop Lock &amp; Key</title>{labels}"
    assert read(f"<h1>{name}</h1>", head)["brand"] == brand


@pytest.mark.parametrize(
    ("name", "brand"),
    [
        ("Pinehouse Cedar – inspired by Makita", "Pinehouse"),  # a maker, whose goods are called after it
        ("Makita DHP484Z", "Makita"),
        ("Pinehouse", "Makita"),
    ],
)
def test_a_shop_that_calls_its_goods_after_itself_makes_them(name: str, brand: str) -> None:
    node = f'{{"@type": "Product", "name": "{name}", "brand": "Pinehouse", "sku": "W-100"}}'
    head = f"<title>{name}</title><script type='application/ld+json'>{node}</script>"
    body = "<h1>DHP484Z</h1><p>Makita</p>"
    assert read(body, head, "https://www.pinehouse.example/p/1")["brand"] == brand


def test_a_maker_in_the_state_beside_a_name_without_price_or_code() -> None:
    product = '{"id": 39, "name": "Pinewood tissue box", "manufacturer": "Pinewood", "priceWithVat": 50, "weight": 0}'
    script = f"<script>dataLayer.push({{'shop': {{'product': {product}}}}});</script>"
    head = f"<title>Pinewood tissue box - Shop</title>{script}"
    assert read("<h1>Pinewood tissue box</h1>", head)["brand"] == "Pinewood"


@pytest.mark.parametrize(("declared", "brand"), [("408", "Casio"), ("Oakley", "Oakley")])
def test_a_brand_s_number_is_no_brand(declared: str, brand: str) -> None:
    node = f'{{"@type": "Product", "name": "Casio watch", "brand": "{declared}", "sku": "W-100"}}'
    head = f"<title>Casio watch</title><script type='application/ld+json'>{node}</script>"
    assert read("<h1>Casio watch</h1>", head)["brand"] == brand


@pytest.mark.parametrize(
    ("name", "brand"),
    [("5 ft Pinewood Tower", "Pinewood"), ("5 ft pinewood tower", None), ("5 ft Pinewoods Tower", None)],
)
def test_the_shop_s_own_name_inside_the_heading(name: str, brand: str | None) -> None:
    head = f"<title>{name}</title><meta property='og:site_name' content='Pinewood'>"
    assert read(f"<h1>{name}</h1>", head)["brand"] == brand


@pytest.mark.parametrize("code", ["RNT 447 37/01", "tall clay cups", "陶杯"])
def test_the_code_of_woocommerce_s_product_page_is_all_that_stands_there(code: str) -> None:
    meta = f"<div class='product_meta'><span class='sku_wrapper'>SKU: <span class='sku'>{code}</span></span></div>"
    assert read(f"<h1>Clay cup</h1>{meta}", "<title>Clay cup</title>")["sku"] == code


def test_woocommerce_s_word_for_no_code() -> None:
    meta = "<div class='product_meta'><span class='sku_wrapper'>SKU: <span class='sku'>N/A</span></span></div>"
    assert read(f"<h1>Clay cup</h1>{meta}", "<title>Clay cup</title>")["sku"] is None


@pytest.mark.parametrize(
    ("above", "below", "brand"),
    [
        ("<p>CARAN D'ACHE</p>", "", "CARAN D'ACHE"),
        ("", "<p>Maison Francis Kurkdjian®</p>", "Maison Francis Kurkdjian"),
        ("<p>Makita</p>", "<p>Metabo</p>", None),
        ("<p>Ford</p>", "", None),  # none by itself
        ("<p>Makita:</p>", "", None),
        ("<p>Makita tools</p>", "", None),
        ("", 14 * "<p>Of clay</p>" + "<p>Makita</p>", None),  # too far away
        ("<p>Makita</p>", "<p>Marke: Pinewood</p>", "Pinewood"),
    ],
)
def test_a_known_name_alone_beside_the_heading(above: str, below: str, brand: str | None) -> None:
    assert read(f"{above}<h1>Felt pen medium</h1>{below}", "<title>Felt pen medium</title>")["brand"] == brand


def test_a_known_name_that_is_a_word_too_before_one_other_products() -> None:
    """ "Apple" is a fruit, "Lodge" a house: one more thing must say that it is the brand."""
    name = "<h1>Lodge 12 inch skillet</h1>"
    assert read(name, "<title>Lodge 12 inch skillet</title>")["brand"] is None
    other = "<p><a href='/p/2'>Lodge Hot handle holder</a></p>"
    assert read(name + other, "<title>Lodge 12 inch skillet</title>")["brand"] == "Lodge"
    unknown = (name + other).replace("Lodge", "Kresno")
    assert read(unknown, "<title>Kresno 12 inch skillet</title>")["brand"] is None


def test_a_heading_that_is_a_known_name_though_a_word_too() -> None:
    assert read("<h1>Kryptonite</h1><p>Lock for two wheels</p>", "<title>Kryptonite</title>")["brand"] == "Kryptonite"
    assert read("<h1>Kresno</h1><p>Lock for two wheels</p>", "<title>Kresno</title>")["brand"] is None


def test_a_link_in_brackets_to_a_makers_page() -> None:
    link = "<a href='/index.php?page=shop.manufacturer_page&manufacturer_id=3'>[ Kresno Living ]</a>"
    assert read(f"<h1>Pump Eco 5500</h1>{link}", "<title>Pump Eco 5500</title>")["brand"] == "Kresno Living"


@pytest.mark.parametrize(
    ("name", "brand"),
    [
        ("Smartphone XIAOMI Redmi 13 256 GB", "XIAOMI"),
        ("Gaming-Maus ASUS ROG Gladius", "ASUS"),
        ("Smartphone Redmi 13 256 GB", "Redmi"),
        ("Redmi Xiaomi 13 256 GB", None),  # not behind its maker
        ("Xiaomi 13 und Redmi 13 256 GB", None),
        ("Filter Bosch Siemens 17 cm", None),  # for either
    ],
)
def test_a_line_of_goods_yields_to_its_maker(name: str, brand: str | None) -> None:
    page = (
        f"<html lang='de'><title>{name}</title><h1>{name}</h1><p class='price'>12,50 €</p>"
        "<p>Art.-Nr.: CUP-100</p><form action='/cart'><button>In den Warenkorb</button></form>"
    )
    assert read_saved(page.encode(), "https://www.laden.example/p/17", SHOPS)["offer"]["brand"] == brand


TRAIL = "<p class='breadcrumb'><a href='/'>Home</a> &gt; <a href='/t'>Trailers</a> &gt; <a href='/t/x'>{}</a></p>"


@pytest.mark.parametrize(
    ("title", "above", "below"),
    [
        ("Cross 2 trailer | Thule | Wheels", "", ""),
        ("Cross 2 trailer Thule - Wheels", "", ""),
        ("Cross 2 trailer - Wheels", TRAIL.format("Thule"), ""),
        ("Cross 2 trailer - Wheels", "", "<img src='/i/7.png' alt='Thule logo'>"),
    ],
)
def test_a_known_maker_is_named_outside_the_products_name(title: str, above: str, below: str) -> None:
    page = f"{above}<div><h1>Cross 2 trailer</h1>{below}</div>"
    assert read(page, f"<title>{title}</title>")["brand"] == "Thule"
    assert read(page.replace("Thule", "Kresno"), f"<title>{title.replace('Thule', 'Kresno')}</title>")["brand"] is None


def test_two_known_makers_or_what_a_thing_is_made_for_are_none() -> None:
    page = f"{TRAIL.format('Thule')}<div><h1>Cross 2 trailer</h1><img src='/i/7.png' alt='Croozer'></div>"
    assert read(page, "<title>Cross 2 trailer</title>")["brand"] is None
    made_for = f"{TRAIL.format('Thule')}<h1>Wheel for trailers</h1>"
    assert read(made_for, "<title>Wheel for trailers</title>")["brand"] is None
