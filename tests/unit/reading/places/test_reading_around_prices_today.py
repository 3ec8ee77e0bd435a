"""What shop systems of today print around the price: payments, a coupon, the price by measure for those who listen."""

from __future__ import annotations

import pytest

from tests.invented.plain_page import read_page, stored_of

SHOPS = {
    "es": ("com.ar", "En stock", "Agregar al carrito"),
    "vi": ("vn", "Còn hàng", "Thêm vào giỏ"),
    "de": ("at", "Auf Lager", "In den Warenkorb"),
    "fi": ("fi", "Varastossa", "Lisää ostoskoriin"),
}


def stored(lang: str, around: str, below: str = "") -> str | None:
    ending, stock, button = SHOPS[lang]
    body = f"<h1>Torvik bench</h1>{around}<p>{stock}</p><button>{button}</button>{below}"
    return stored_of(read_page(body, url=f"https://www.haven.{ending}/p/torvik", title="Torvik bench", lang=lang))


def test_what_payments_come_to_is_no_price_without_terms() -> None:
    plans = (
        "<table><tr><td>1 cuota</td><td>$189.900,00</td></tr><tr><td>3 cuotas sin interés</td><td>$63.300,00</td></tr>"
        "<tr><td>6 cuotas</td><td>$41.145,00</td><td>Total $246.870,00</td></tr></table>"
    )
    price = "<div class='price'>$189.900,00</div>"
    assert stored("es", price, plans) == "189900.00"
    assert stored("es", price, plans.replace("246.870", "246.871")) is None, "nothing says what that is"


COUPON = "<p>Nhập mã: BEP50K</p><p>{}</p>"


def test_a_sale_is_none_by_a_code_that_says_what_it_takes_off() -> None:
    price = "<b>1.690.000₫</b><del>2.490.000₫</del><span>-32%</span>"
    assert stored("vi", price + COUPON.format("Giảm 50.000₫ cho đơn từ 1.000.000₫")) == "1690000"
    assert stored("vi", price + COUPON.format("Sao chép")) is None
    assert stored("vi", price + COUPON.format("Giảm 800.000₫")) is None, "the code makes the price"


@pytest.mark.parametrize(
    "measure",
    [
        "€89,00<span class='hidden'>pro</span>/kg",
        "<span>€89,00</span><span aria-hidden='true'>/</span><span class='hidden'>pro</span><span>kg</span>",
    ],
)
def test_a_price_by_measure_behind_a_label_of_a_piece_is_none(measure: str) -> None:
    price = "<span class='price'>€8,90</span>"
    assert stored("de", f"{price}<small class='unit-price'><span>Stückpreis</span>{measure}</small>") == "8.90"


def test_a_price_is_the_one_now_though_its_second_name_says_that_it_is_reduced() -> None:
    prices = "<span class='Price_current__3b {}'>599,00 €</span><span class='Price_was__2c'>Norm. 799,00 €</span>"
    assert stored("fi", prices.format("Price_discount__e")) == "599.00"
    assert stored("fi", prices.format("Price_saving__e")) is None
