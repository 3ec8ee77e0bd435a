"""A lower amount that only those pay who have a code or coupon is no price, however a page draws it."""

from __future__ import annotations

import pytest

from common.reading.visible.discounts.coupons import coupon_shares, names_coupon
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
        "<p>Free shipping with code FREE20</p>",
        "<p>Free gift with code LAMPSHADE</p>",
        "<p>The 20% reduction cannot be combined with other voucher codes</p>",
        "<p>Buy now and get a £23.80 voucher for your next order</p>",
        "<p>Vouchers are valid until May, minimum order £23.80</p>",
        "<p>Product code: LAMP20</p>",
        "<table><tr><th>Product code</th><td>LAMP20</td></tr></table>",
        "<p>£90.44 with code TREE</p>",
        "<p>Use code <button>HELLO5</button> for -5 %</p>",
        "<p>-5 % with code <button>HELLO5</button></p>",
        "<p>Enter the code <button>HELLO5</button> and save 5 %</p>",
        "<p>Voucher <b>POST</b> for free shipping</p>",
        "<div><label>Promo code</label><input name=code><span>APPLY</span></div>",
        "<p>Price with coupon:</p><p>£90.44</p>",
    ],
)
def test_a_sale_beside_another_coupon_stays(beside: str) -> None:
    assert stored(f"<p><del>£119.00</del></p><p class=price>£95.20</p><p>-20 %</p>{beside}") == "95.20"


@pytest.mark.parametrize("before", ["<p>LAMP20</p>", "<p>Product code: LAMP20</p>"])
def test_a_code_of_the_product_that_ends_in_the_discount(before: str) -> None:
    assert stored(f"{before}<p><del>£119.00</del></p><p class=price>£95.20</p><p>-20 %</p>") == "95.20"


@pytest.mark.parametrize(
    "box",
    [
        "<p><i>Promo code</i> <b>pine20</b> <button type=button>Copy</button></p>",
        "<p><i>Promo code</i> <b>Pine-X1</b> <button type=button>Copy</button></p>",
        "<p><i>Promo code</i> <b>BF2026</b> <button type=button>Copy</button></p>",
        "<p>Promo code: Pine-20</p>",
        "<p>Price with coupon</p>",
        "<p>Promo code: <button type=button>PINE</button></p>",
        "<p>Promo code: <input readonly value=PINE></p>",
        "<p>with code pine20</p>",
        "<p>with code Pine-20</p>",
    ],
)
@pytest.mark.parametrize("place", ["{box}{sale}", "{sale}{box}"])
def test_codes_of_many_kinds_beside_what_is_drawn_as_a_sale(box: str, place: str) -> None:
    sale = "<p><del>£119.00</del></p><p class=price>£95.20</p>"
    assert stored(place.format(box=box, sale=sale)) is None


def test_points_that_are_earned_on_the_line_of_the_price() -> None:
    assert stored("<p>£119.00 – Earn 120 points</p>") == "119.00"
    assert stored("<p>119,00 € – Sammeln Sie 120 Punkte</p>", "de") == "119.00"


def test_a_price_that_is_said_aloud_to_have_been() -> None:
    old = "<s aria-hidden=true>£119.00</s> <span class=sr-only>Was £119.00</span>"
    assert stored(f"<div class=price>{old} <strong>£95.20</strong></div>") == "95.20"


def test_a_footnote_says_the_code_and_what_it_takes_off() -> None:
    between = "".join(f"<p>{said}</p>" for said in ("Lamp of pine", "For every room", "E27", "A+", "Made to last"))
    sale = "<p><del>£119.00</del></p><p class=price>£95.20*</p><p>-20 %</p>"
    assert stored(f"{sale}{between}<p>* -20 % with code PINE</p>") is None
    assert stored(f"{sale}{between}<p>-10 % with code PINE</p>") == "95.20"


def test_a_coupon_that_makes_a_lower_amount_of_the_price() -> None:
    body = "<p><del>£125.00</del></p><p class=price>£100.00</p><p>-20 %</p><p>£80.00 with code PINE20</p>"
    assert stored(body) == "100.00"


@pytest.mark.parametrize(
    ("text", "is_coupons"),
    [
        ("20 % Rabatt mit Code PINE", True),
        ("Der Rabatt von 20 % ist nicht mit anderen Gutscheinen kombinierbar", False),
        ("-20 % – kein Gutscheincode nötig", False),
        ("Versandkostenfrei mit Code PINE", False),
        ("La remise de 20 % n'est pas cumulable avec un autre code promo", False),
        ("Sans code promo", False),
        ("Livraison offerte avec le code PINE", False),
        ("Lo sconto del 20 % non è cumulabile con altri codici sconto", False),
        ("El descuento del 20 % no es acumulable con otros cupones", False),
        ("Pas 20% coupon toe", True),
        ("Nu 20% korting met kortingscode", True),
        ("De korting van 20% is niet te combineren met andere kortingscodes", False),
        ("Rabat 20% nie łączy się z innymi kodami rabatowymi", False),
        ("Darmowa dostawa z kodem PINE", False),
        ("Slevu 20 % nelze kombinovat s jinými slevovými kódy", False),
        ("A 20% kedvezmény más kuponnal nem vonható össze", False),
        ("O desconto de 20% não é cumulativo com outros cupons", False),
        ("Скидка 20% не суммируется с другими промокодами", False),
        ("Промокод не нужен", False),
        ("Скидка 20% по промокоду", True),
        ("%20 indirim diğer kuponlarla birleştirilemez", False),
        ("20%割引は他のクーポンと併用できません", False),
        ("20%OFFクーポン", True),
        ("20%折扣不可与其他优惠券同时使用", False),
        ("20% 할인은 다른 쿠폰과 중복 사용 불가", False),
        ("20 % off with voucher, not combinable with other offers", True),
    ],
)
def test_what_speaks_of_a_coupon_that_lowers_the_price(text: str, *, is_coupons: bool) -> None:
    assert names_coupon(text) is is_coupons


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
