"""What shop systems keep in a page's scripts of its product without its name, and under which keys others keep it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.invented.plain_page import read_page

BODY = "<h1>Vorra lamp</h1><p class='price'>{sign}34.00</p><button>Add to cart</button>"
MAGENTO = (
    'var optionsPrice = new Product.OptionsPrice({{"productId":"618","priceFormat":{{"pattern":"{pattern}",'
    '"precision":2,"decimalSymbol":"."}},"productPrice":{price},"productOldPrice":40,"priceInclTax":34,'
    '"priceExclTax":28.3333,"idSuffix":"_clone"}});'
)
BIGCOMMERCE = (
    'var BCData = {"product_attributes":{"sku":"VL-1063","upc":null,"price":{"without_tax":'
    '{"formatted":"$34.00","value":34,"currency":"CAD"},"tax_label":"GST"},"stock":null,"instock":true}};'
)
TIENDANUBE = (
    'LS.variants = [{"product_id":5831,"price_short":"$34.00","price_long":"$34.00 ARS","price_number":34,'
    '"compare_at_price_number":40,"stock":6,"sku":"VL-1063","available":true,"id":16733}];'
)
PRESTASHOP = (
    "var productPriceTaxExcluded = 28.333333; var productPrice = 33.999996; var productReference = 'VL-1063'; "
    "var quantityAvailable = {left}; var allowBuyWhenOutOfStock = {anyway};"
)


def read(script: str, sign: str = "$") -> dict[str, Any]:
    page = f"{BODY.format(sign=sign)}<script>{script}</script>"
    answer: dict[str, Any] = read_page(page, url="https://www.pine-house.com/p/vorra-lamp", title="Vorra lamp")
    return dict(answer["offer"])


@pytest.mark.parametrize(
    "script",
    [
        MAGENTO.format(pattern="$%s", price="34"),
        BIGCOMMERCE,
        TIENDANUBE,
        PRESTASHOP.format(left="4", anyway="false"),
        "var product_price = '40.00'; var product_sale_price = '34.00';",
    ],
)
def test_what_systems_keep_of_their_pages_product_speaks_for_its_price(script: str) -> None:
    assert "state" not in read("")["price_grounds"]
    offer = read(script)
    assert offer["price"] == "34.00"
    assert offer["price_grounds"]["state"] == 1


@pytest.mark.parametrize(("icon", "said"), [("T", "OUT_OF_STOCK"), ("F", "UNKNOWN")])
def test_cafe24_names_its_product_and_says_when_all_of_it_is_sold_out(icon: str, said: str) -> None:
    script = f"var product_name = 'Vorra lamp &amp; bulb'; var is_soldout_icon = '{icon}'; var product_price = '40.00';"
    table = "<table><caption>Vorra lamp details</caption><tr><td>Price</td><td>$34.00</td></tr></table>"
    page = f"{table}<script>{script}</script>"
    answer: dict[str, Any] = read_page(page, url="https://www.pine-house.com/p/63", title="Insert title here")
    offer = answer["offer"]
    assert (offer["title"], offer["price"], offer["availability"]) == ("Vorra lamp & bulb", "34.00", said)


@pytest.mark.parametrize(
    ("script", "currency"),
    [(MAGENTO.format(pattern="S$%s", price="34"), "SGD"), (BIGCOMMERCE, "CAD"), (TIENDANUBE, "ARS")],
)
def test_they_say_which_dollar_it_is(script: str, currency: str) -> None:
    assert read(script)["currency"] == currency


@pytest.mark.parametrize("script", [BIGCOMMERCE, TIENDANUBE, PRESTASHOP.format(left="4", anyway="false")])
def test_they_give_the_products_code_and_stock(script: str) -> None:
    offer = read(script)
    assert (offer["sku"], offer["availability"]) == ("VL-1063", "IN_STOCK")


@pytest.mark.parametrize(("anyway", "said"), [("false", "OUT_OF_STOCK"), ("true", "IN_STOCK")])
def test_none_left_is_none_unless_it_is_sold_all_the_same(anyway: str, said: str) -> None:
    assert read(PRESTASHOP.format(left="0", anyway=anyway))["availability"] == said


def test_a_shop_that_counts_no_stock_says_nothing_by_a_count_of_none() -> None:
    uncounted = PRESTASHOP.format(left="0", anyway="false") + " var stock_management = 0;"
    assert read(uncounted)["availability"] == "IN_STOCK"
    assert read(uncounted.replace("management = 0", "management = 1"))["availability"] == "OUT_OF_STOCK"


@pytest.mark.parametrize(
    "script",
    [
        MAGENTO.format(pattern="$%s", price="28.3333").replace('"priceInclTax":34', '"priceInclTax":0'),
        "var productPrice = 34.00; var productPrice = 40.00;",
        "var productPrice = basePrice;",
        "var myproductPrice = 34.00;",
        "LS.variants = [];",
        "LS.variants = {}; BCData = []; Product.OptionsPrice([]);",
    ],
)
def test_amounts_that_are_not_printed_and_broken_scripts_say_nothing(script: str) -> None:
    offer = read(script)
    assert offer["price"] == "34.00"
    assert "state" not in offer["price_grounds"]


def test_a_list_page_with_such_a_script_is_no_product() -> None:
    items = "".join(f"<li><a href='/p/{n}'>Lamp {n}</a> <span>$34.{n}</span></li>" for n in range(10, 40))
    answer = read_page(
        f"<h1>Lamps</h1><ul>{items}</ul><script>{PRESTASHOP.format(left='4', anyway='false')}</script>",
        url="https://www.pine-house.com/lamps",
        title="Lamps",
    )
    assert answer["reason"] == "LISTING"


@pytest.mark.parametrize(
    "script",
    [
        "dataLayer.push({'product_name': 'Vorra lamp', 'product_sku': 'VL-1063', 'product_price': '34.00'});",
        "var utag_data = {product_name: ['Vorra lamp'], product_sku: ['VL-1063'], product_price: ['34.00'], a: 1};",
        "_kmq.push(['record', 'Viewed', {'Product Name': 'Vorra lamp', 'Sku': 'VL-1063', 'Price': '34.00'}]);",
        "var Colorme = {page: 'product', product: {name: 'Vorra lamp', sku: 'VL-1063', sales_price: 31,"
        " sales_price_including_tax: 34}};",
    ],
)
def test_of_a_key_only_letters_and_digits_count(script: str) -> None:
    offer = read(script)
    assert (offer["price"], offer["sku"]) == ("34.00", "VL-1063")
    assert offer["price_grounds"]["state"] == 1


def test_a_list_of_several_under_a_key_is_none_of_them() -> None:
    script = "var utag_data = {product_name: ['Vorra lamp', 'Vorra shade'], product_price: ['34.00', '20.00'], a: 1};"
    assert "state" not in read(script)["price_grounds"]
