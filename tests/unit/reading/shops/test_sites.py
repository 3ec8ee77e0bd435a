"""Rules that hold for one site only: each on a small invented page in that site's manner."""

from __future__ import annotations

from typing import Any

from tests.invented.plain_page import read_page

BUY = "<button>Add to cart</button>"
PRICE = "<span class='price'>€12.50</span>"


def offer(body: str, url: str = "https://shop.example/p/blue-cup") -> dict[str, Any]:
    answer = read_page(f"<h1>Blue cup</h1>{body}", url=url, title="Blue cup")
    assert answer["ok"], answer
    return dict(answer["offer"])


def test_amazons_number_wins_over_other_codes() -> None:
    codes = "<p>SKU: CUP-100</p><p>ASIN: B0CUP00001</p>"
    assert offer(f"{PRICE}{codes}{BUY}")["sku"] == "B0CUP00001"
    assert offer(f"{PRICE}<p>Item model number: CUP-9</p><p>ASIN: B0CUP00001</p>{BUY}")["sku"] == "B0CUP00001"


def test_amazons_byline_holds_the_brand() -> None:
    for byline in (
        "Visit the Pinewood Store",
        "Besuchen Sie den Pinewood-Store",
        "Visiter la boutique Pinewood",
        "Visita la tienda de Pinewood",
        "Visita lo Store di Pinewood",
        "Bezoek de Pinewood-store",
    ):
        assert offer(f"<a href='/stores/1'>{byline}</a>{PRICE}{BUY}")["brand"] == "Pinewood", byline


def test_amazons_boxes_of_other_products_hold_no_price_of_this_one() -> None:
    for name in ("sims-consolidated", "bxgy-box"):
        others = f"<div id='{name}'><span class='price'>€3.00</span></div>"
        assert offer(f"{others}{PRICE}{BUY}")["price"] == "12.50", name


def test_ebays_element_of_the_price() -> None:
    amounts = "<p>Was it <b>€3.00</b> ever</p><p id='prcIsum'>€12.50</p>"
    assert offer(f"{amounts}{BUY}")["price"] == "12.50"


def test_ebays_number_of_an_offer_is_read_when_the_address_ends_with_it() -> None:
    for label in (
        "eBay item number",
        "Numéro de l'objet eBay",
        "eBay-Artikelnummer",
        "Número de artículo de eBay",
    ):
        found = offer(f"{PRICE}<p>{label}: 284112233</p>{BUY}", "https://shop.example/itm/284112233")
        assert found["sku"] == "284112233", label


def test_coupangs_number_of_a_product() -> None:
    assert offer(f"{PRICE}<li>쿠팡상품번호: 7101112 - 1701213</li>{BUY}")["sku"] == "7101112"


def test_coupangs_price_for_members_is_not_the_price() -> None:
    amounts = "<p class='price'>와우 <b>9,900원</b></p><p class='price'>12,900원</p>"
    assert offer(f"{amounts}{BUY}")["price"] in {"12900", "12900.00"}


def test_ikeas_price_for_members_is_not_the_price() -> None:
    by_words = "<p>IKEA Family price</p><i class='price'>€9.00</i>"
    by_name = "<i class='pip-price family'>€9.00</i>"
    for members in (by_words, by_name):
        assert offer(f"{members}{PRICE}{BUY}")["price"] == "12.50", members
