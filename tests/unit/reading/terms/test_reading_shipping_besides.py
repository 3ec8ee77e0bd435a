"""A price with words that what it costs to bring it is in it, or comes on top, is a price all the same."""

from __future__ import annotations

import pytest

from common.reading.visible.prices.amount_kinds import OTHER, kinds_of
from tests.unit.reading.terms.test_reading_terms import stored


@pytest.mark.parametrize(
    "line",
    [
        "£65.00 (shipping extra)",
        "£65.00 postage not included",
        "65 € livraison offerte",
        "65,00 € Versandkosten nicht enthalten",
        "65 € spedizione a parte",
        "65 € envío no incluido",
        "R$ 65 frete à parte",
        "65 zł przesyłka gratis",
        "6500 Ft postaköltség nélkül",
        "65 lei fără transport",
        "65 € χωρίς μεταφορικά",
        "125 TL kargo hariç",
        "65 € be pristatymo",
        "65 € ilma postikuluta",
        "65 € brez poštnine",
        "Rp 65.000 (belum ongkir)",
        "650.000đ chưa gồm phí ship",
        "650 บาท ไม่รวมค่าส่ง",
        "65,000원 (배송비 별도)",
        "650元 不含运费",
        "NT$650 運費另計",
    ],
)
def test_it_is_no_other_amount(line: str) -> None:
    assert OTHER not in kinds_of("", line)


@pytest.mark.parametrize(
    "line", ["Shipping £6.50", "Versand 6,50 €", "Frete R$ 6,50", "Ongkir Rp 65.000", "배송비 3,000원", "运费 6元"]
)
def test_what_it_costs_to_bring_it_is(line: str) -> None:
    assert OTHER in kinds_of("", line)


def test_a_sentence_before_it_says_nothing_of_the_amount() -> None:
    body = "<div>Size: 40 cm<br>{}<br><b>£65.00</b> + shipping</div>"
    assert stored(body.format("Ready for delivery!")) == "65.00"
    assert stored(body.format("The delivery of it costs another")) is None
