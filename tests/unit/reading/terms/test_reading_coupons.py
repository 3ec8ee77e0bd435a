"""A lower amount that only those pay who have a code or coupon is no price, however a page draws it."""

from __future__ import annotations

import pytest

from common.reading.visible.shares import coupon_shares
from tests.unit.reading.terms.test_reading_terms import stored

BOXES = [
    # language, what everybody pays, with the code, how the page calls the code, a line of its own before or behind
    ("en", "£119.00", "£95.20", "Promo code", "with code {}"),
    ("de", "119,00 €", "95,20 €", "Rabattcode", "mit Code {}"),
    ("fr", "119,00 €", "95,20 €", "Code promo", "avec le code {}"),
    ("es", "119,00 €", "95,20 €", "Código de descuento", "con el código {}"),
    ("pl", "119,00 zł", "95,20 zł", "Kod rabatowy", "z kodem {}"),
    ("pt-BR", "R$ 119,00", "R$ 95,20", "Cupom de desconto", "com o cupom {}"),
    ("ru", "11 900 ₽", "9 520 ₽", "Промокод", "по промокоду {}"),
    ("ja", "¥11,900", "¥9,520", "クーポンコード", "クーポンコード {} 利用で"),
    ("ko", "119,000원", "95,200원", "쿠폰코드", "{} 쿠폰 적용 시"),
    ("sv", "1 190 kr", "952 kr", "Rabattkod", "med rabattkoden {}"),
]
FULL = {row[0]: "11900.00" if row[0] == "ru" else "11900" if row[0] == "ja" else "119000" for row in BOXES}
FULL |= dict.fromkeys(("en", "de", "fr", "es", "pl", "pt-BR"), "119.00") | {"sv": "1190.00"}


@pytest.mark.parametrize(("language", "full", "lower", "label", "words"), BOXES)
@pytest.mark.parametrize("code", ["SAVE20", "PINE"])
@pytest.mark.parametrize(
    "body",
    [
        "<p class=price>{full}</p><p>{label} <button type=button>{code}</button> = −20 % → <b>{lower}</b></p>",
        "<p class=price>{full}</p><p><i>{label}</i> <i>{code}</i> <i>-20 %</i></p><p><b>{lower}</b></p>",
        "<p class=price>{full}</p><p>-20 % {words}</p><p><b>{lower}</b></p>",
    ],
)
def test_the_price_before_the_coupon_is_taken_or_none(
    language: str, full: str, lower: str, label: str, words: str, code: str, body: str
) -> None:
    drawn = body.format(full=full, lower=lower, label=label, code=code, words=words.format(code))
    assert stored(drawn, language) in {None, FULL[language]}


@pytest.mark.parametrize(("language", "full", "lower", "label", "words"), BOXES)
@pytest.mark.parametrize("code", ["SAVE20", "PINE"])
@pytest.mark.parametrize(
    "body",
    [
        "<p class=price>{lower}</p><p>-20 %</p><p>{words}</p><p><del>{full}</del></p>",
        "<p class=price>{lower}</p><p><del>{full}</del> -20 %</p><p>{label}: <b>{code}</b></p>",
        "<p>{label}: <b>{code}</b></p><p><del>{full}</del> <b>{lower}</b></p>",
    ],
)
def test_one_that_is_drawn_as_a_sale_is_doubted(
    language: str, full: str, lower: str, label: str, words: str, code: str, body: str
) -> None:
    drawn = body.format(full=full, lower=lower, label=label, code=code, words=words.format(code))
    assert stored(drawn, language) is None


@pytest.mark.parametrize(
    "body",
    [
        "<p class=price>£95.20</p><p><i>£23.80 voucher</i></p><p>£119.00</p>",
        "<p class=price>£95.20</p><p><label><input type=checkbox> Clip 20% coupon</label></p><p>£119.00</p>",
    ],
)
def test_what_a_coupon_takes_off_without_a_code(body: str) -> None:
    assert stored(body) in {None, "119.00"}


def test_a_code_is_known_by_its_per_cent_without_any_word() -> None:
    body = "<p class=price>£119.00</p><p>Vorrakvi <button type=button>VORRA20</button> = −20 % → <b>£95.20</b></p>"
    assert stored(body) == "119.00"


@pytest.mark.parametrize(
    "beside",
    [
        "<p>Enter a coupon code</p><input name=code><button type=button>OK</button>",
        "<p>Enter a coupon code:</p><input name=code><button type=button>APPLY</button>",
        "<p>-5 % with code HELLO5</p>",
        "<p>SKU: LAMP-20X</p>",
        "<p>Free shipping with code POST</p>",
    ],
)
def test_a_sale_beside_another_coupon_stays(beside: str) -> None:
    assert stored(f"<p><del>£119.00</del></p><p class=price>£95.20</p><p>-20 %</p>{beside}") == "95.20"


@pytest.mark.parametrize(
    ("lines", "shares"),
    [
        (["-20 % with code PINE"], {20}),
        (["Promo code", "PINE", "-20 %"], {20}),
        (["-20 %", "Enter a coupon code", "APPLY"], set()),
        (["-20 %", "-5 % with code HELLO5"], {5}),
        (["Sun lotion SPF50", "-50 %"], set()),
        (["-20 %", "Only this week"], set()),
    ],
)
def test_coupon_shares(lines: list[str], shares: set[int]) -> None:
    assert coupon_shares(lines) == shares
