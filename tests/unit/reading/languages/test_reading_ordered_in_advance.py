"""What can be ordered before it is there is neither in stock nor of unknown availability, in the words of many
languages: on the button that orders, or on a line of its own above one that puts it into the basket.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.invented.plain_page import read_page

NAME = "Vorra 3000"
BUTTONS = (
    *("Išankstinis užsakymas", "Priekšpasūtījums", "Eeltellimus", "Zamów w przedsprzedaży", "Předobjednat"),
    *("Predobjednať", "Jetzt vorbestellen", "Pré-commander", "Preordina", "Pré-encomendar", "Precomandă"),
    *("Előrendelés", "Предварителна поръчка", "Προπαραγγελία", "Prednaruči", "Prednaročilo", "Предзаказ"),
    *("Передзамовлення", "Ön sipariş", "Förbeställ", "Forudbestil", "Forhåndsbestill", "Ennakkotilaa", "Forpanta"),
    *("Pra-tempah", "Đặt hàng trước", "預購", "预售", "예약 주문", "הזמנה מוקדמת", "اطلب مسبقا", "Նախապատվիրել"),
    "Пренарачка",
)
LINES = (
    *("On back order, ships in 14 days", "Pre order", "По нарачка, 14 дена", "Po porudžbini, 14 dana"),
    "حسب الطلب، 14 يوم",
)


def read(line: str, button: str) -> Any:
    form = f"<form action='/cart'><button>{button}</button></form>"
    body = f"<h1>{NAME}</h1><p class='price'>€120.00</p><p>{line}</p>{form}"
    return read_page(body, url="https://www.pine-house.ie/p/vorra-3000", title=NAME)["offer"]["availability"]


@pytest.mark.parametrize("button", BUTTONS)
def test_a_button_that_orders_in_advance(button: str) -> None:
    assert read("", button) == "BACKORDER"


@pytest.mark.parametrize("line", LINES)
def test_a_line_above_the_button(line: str) -> None:
    assert read(line, "Add to basket") == "BACKORDER"
