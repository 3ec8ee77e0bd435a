"""One table of currencies: what parses a price and what sees money in running text know the same ones."""

from __future__ import annotations

from decimal import Decimal

import pytest

from common.currencies import BY_CODE, CURRENCIES, WITHOUT_HINT
from common.money import exponent, format_minor, to_minor
from common.reading.text.currencies.amounts import BESIDE_CURRENCY, ends_in_sign, may_go_on
from common.reading.text.currencies.named import currency_of
from common.reading.text.money import amounts_in
from common.reading.text.places.currency_hint import currency_hint
from common.reading.text.price import Money, minor_units, parse_price
from common.shops.shopee.answers import CURRENCIES as SHOPEE_CURRENCIES

OWN_SIGNS = [
    (currency.code, sign, side)
    for currency in CURRENCIES
    for side, signs in (
        ("before", (*currency.signs, *currency.before)),
        ("behind", (*currency.signs, *currency.behind)),
    )
    for sign in signs
]


@pytest.mark.parametrize(
    ("text", "amount", "currency", "minor"),
    [
        ("ISK 4.990", "4990", "ISK", 4990),
        ("4.990 ISK", "4990", "ISK", 4990),
        ("JOD 12.500", "12.500", "JOD", 12500),
        ("12.500 د.أ", "12.500", "JOD", 12500),
        ("KWD 3.250", "3.250", "KWD", 3250),
        ("3.250 د.ك", "3.250", "KWD", 3250),
        ("CLP 12.990", "12990", "CLP", 12990),
        ("CLP$ 12.990", "12990", "CLP", 12990),
        ("JPY 1,980", "1980", "JPY", 1980),
        ("1,980円", "1980", "JPY", 1980),
        ("VND 50.000", "50000", "VND", 50000),
        ("50.000 đồng", "50000", "VND", 50000),
        ("TND 12.500", "12.500", "TND", 12500),
        ("1.250,500 TND", "1250.500", "TND", 1250500),
        ("XOF 15.000", "15000", "XOF", 15000),
        ("₲ 150.000", "150000", "PYG", 150000),
        ("₾ 24.90", "24.90", "GEL", 2490),
        ("270,00 Kn", "270.00", "HRK", 27000),
        ("149,90 Lei", "149.90", "RON", 14990),
        ("12,90 Euro", "12.90", "EUR", 1290),
        ("RMB 128.00", "128.00", "CNY", 12800),
        ("KSh 1,200", "1200", "KES", 120000),
        ("৳ 1,200", "1200", "BDT", 120000),
        ("1 200 тг", "1200", "KZT", 120000),
        ("12.500 د.ت", "12.500", "TND", 12500),
    ],
)
def test_a_price_is_parsed_and_seen_alike(text: str, amount: str, currency: str, minor: int) -> None:
    assert parse_price(text) == Money(Decimal(amount), currency)
    assert amounts_in([f"Now only {text}, while it lasts"]) == {Decimal(amount)}
    assert minor_units(Decimal(amount), currency) == minor


@pytest.mark.parametrize("code", [one.code for one in CURRENCIES if not one.is_word])
def test_every_code_is_parsed_and_seen(code: str) -> None:
    for text in (f"{code} 17", f"17 {code}"):
        assert parse_price(text) == Money(Decimal(17), code)
        assert BESIDE_CURRENCY.fullmatch(text), text


@pytest.mark.parametrize(("code", "sign", "side"), OWN_SIGNS)
def test_every_sign_is_known_on_its_side(code: str, sign: str, side: str) -> None:
    text = f"{sign} 17" if side == "before" else f"17 {sign}"
    assert currency_of(text) == code
    assert BESIDE_CURRENCY.search(text), text


@pytest.mark.parametrize("sign", sorted({sign for currency in CURRENCIES for sign in currency.shared}))
def test_a_shared_sign_is_settled_by_the_hint_alone(sign: str) -> None:
    sharing = [currency.code for currency in CURRENCIES if sign in currency.shared]
    assert len(sharing) > 1 or sign == "S/"  # also a size: "S/ 38"
    for text in (f"{sign} 17", f"17 {sign}"):
        assert BESIDE_CURRENCY.search(text), text
        assert [currency_of(text, code) for code in sharing] == sharing
        assert currency_of(text, "EUR") == WITHOUT_HINT.get(sign)


AT_HOME = [
    (currency.code, sign, side)
    for currency in CURRENCIES
    for side, signs in (("before", currency.local_before), ("behind", currency.local_behind))
    for sign in signs
]


@pytest.mark.parametrize(("code", "sign", "side"), AT_HOME)
def test_letters_of_one_country_mean_its_currency_there_and_none_elsewhere(code: str, sign: str, side: str) -> None:
    for amount in ("1,250.00", "185.00", "1 250"):
        text = f"{sign} {amount}" if side == "before" else f"{amount} {sign}"
        assert BESIDE_CURRENCY.fullmatch(text), text
        assert [currency_of(text, hint) for hint in (code, "EUR", None)] == [code, None, None]
    few = "7" if len(sign) > 3 else "17"  # behind two digits a whole word is enough
    number_of_a_model = f"{sign}17" if side == "before" else f"{few} {sign}"
    assert BESIDE_CURRENCY.search(number_of_a_model) is None


@pytest.mark.parametrize(
    ("text", "hint", "code"),
    [
        ("1200 lei", "MDL", "MDL"),
        ("1200 lei", "EUR", "RON"),
        ("25 руб.", "BYN", "BYN"),
        ("25 руб.", None, "RUB"),
        ("25 pуб.", None, "RUB"),
        ("25 ₽", "BYN", "RUB"),
        ("25 €", "ALL", "EUR"),
        ("15 000 FCFA", "XAF", "XAF"),
    ],
)
def test_a_country_calls_its_money_as_another_does(text: str, hint: str | None, code: str) -> None:
    assert currency_of(text, hint) == code


@pytest.mark.parametrize("text", ["DRM 12", "12 krone", "ABC 12", "Paris 12", "12 Rpm", "XRM12"])
def test_letters_inside_words_are_no_currency(text: str) -> None:
    assert currency_of(text) is None
    assert BESIDE_CURRENCY.search(text) is None


@pytest.mark.parametrize("text", ["ALL 17", "TOP 10", "5 KGS", "17 BAM", "SOS 12"])
def test_a_code_that_is_a_word_names_no_currency_in_a_text(text: str) -> None:
    assert currency_of(text) is None
    assert BESIDE_CURRENCY.search(text) is None


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("18.500 Lekë", "ALL"),
        ("1 200,00 złotych", "PLN"),
        ("12 500 теңге", "KZT"),
        ("12 500 դրամ", "AMD"),
        ("150 000 сўм", "UZS"),
        ("150 000 so’m", "UZS"),
        ("45 000 төгрөг", "MNT"),
        ("40,000 ៛", "KHR"),
        ("₭150,000", "LAK"),
        ("1,250 रुपये", "INR"),
        ("GH₵125.00", "GHS"),
        ("RD$1,250", "DOP"),
        ("BZ$25", "BZD"),
        ("N$250.00", "NAD"),
        ("S/. 125.00", "PEN"),
        ("B/. 12.50", "PAB"),
        ("C$ 125.00", "CAD"),
        ("450 درهم مغربي", "MAD"),
        ("250 جنيه مصري", "EGP"),
        ("78.500,00 РСД", "RSD"),
        ("250 evrov", "EUR"),
    ],
)
def test_a_word_of_its_own_goes_over_the_currency_of_the_page(text: str, code: str) -> None:
    assert [currency_of(text, hint) for hint in (None, "USD", code)] == [code, code, code]
    assert BESIDE_CURRENCY.search(text) is not None


def test_a_sign_that_two_countries_write_alike() -> None:
    assert [currency_of("C$ 1,250.00", hint) for hint in ("NIO", "CAD", "USD", None)] == ["NIO", "CAD", "CAD", "CAD"]


@pytest.mark.parametrize("text", ["T$ 25", "Z$25", "U$ 25"])
def test_letters_before_a_dollar_that_nobody_knows_are_no_dollar_of_the_page(text: str) -> None:
    assert currency_of(text, "USD") is None


def test_places_name_currencies_of_the_table() -> None:
    named = {
        currency_hint(f"https://shop.{ending}/", None) for ending in "de co.uk tw is vn cl jp co.id com.br pl".split()
    }
    assert named == {"EUR", "GBP", "TWD", "ISK", "VND", "CLP", "JPY", "IDR", "BRL", "PLN"}
    assert named | set(SHOPEE_CURRENCIES.values()) <= set(BY_CODE)


ACTIVE = {
    0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF",
    3: "BHD IQD JOD KWD LYD OMR TND",
    2: "AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY COP CRC "
    "CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR "
    "JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD "
    "NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN "
    "SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG",
}
"""What ISO 4217 lists as in use in 2026, by digits; without what nobody pays with, but for UYI."""
WITHDRAWN = "ANG BGN CUC HRK SLL ZWL"


def test_the_table_has_the_money_of_every_country_with_its_digits() -> None:
    stated = {code: digits for digits, codes in ACTIVE.items() for code in codes.split()}
    assert stated | dict.fromkeys(WITHDRAWN.split(), 2) == {row.code: row.digits for row in CURRENCIES}


def test_codes_and_signs_stand_once() -> None:
    assert len(BY_CODE) == len(CURRENCIES)
    owners = {(code, sign) for code, sign, _ in OWN_SIGNS}
    assert len({sign for _, sign in owners}) == len(owners)


@pytest.mark.parametrize(("code", "digits"), [("JPY", 0), ("ISK", 0), ("EUR", 2), ("JOD", 3), ("QQQ", 2)])
def test_minor_units_follow_the_table(code: str, digits: int) -> None:
    assert exponent(code) == digits
    assert to_minor(Decimal(7), code) == 7 * 10**digits
    assert Decimal(format_minor(7 * 10**digits, code)) == 7


@pytest.mark.parametrize(("code", "sign"), [(code, sign) for code, sign, side in OWN_SIGNS if side == "before"])
def test_an_amount_may_begin_with_a_sign_at_the_end_of_a_piece(code: str, sign: str) -> None:
    assert may_go_on(f"Price net {sign}")
    assert ends_in_sign(f"Price net {sign}")


@pytest.mark.parametrize(
    ("text", "goes_on"), [("24", True), ("24,", True), ("USD", True), ("Colour", False), ("", True)]
)
def test_no_amount_goes_on_behind_a_word(text: str, goes_on: bool) -> None:
    assert may_go_on(text) is goes_on


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("from $", True),
        ("Price: Rs.", True),
        ("￥", True),
        ("Preis EUR", True),
        ("रु", True),
        ("Price:", False),
        ("(net)", False),
    ],
)
def test_no_amount_begins_in_a_text_without_digits_that_ends_in_no_sign(text: str, ends: bool) -> None:
    assert ends_in_sign(text) is ends


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("us/en", "USD"), ("en/us", "USD"), ("en-us", "USD"), ("us-en", "USD"), ("ca/fr", "CAD"), ("fr/ca", "CAD"),
        ("es/mx", "MXN"), ("es/ar", "ARS"), ("ar/es", "ARS"), ("pt/br", "BRL"), ("br/pt", "BRL"), ("ar/ae", "AED"),
        ("et/ee", "EUR"), ("es/ca", "EUR"), ("de/ch", "CHF"), ("ch/de", "CHF"), ("dk/da", "DKK"), ("da/dk", "DKK"),
    ],
)  # fmt: skip
def test_of_a_language_and_a_country_in_the_path_the_country_counts(path: str, code: str) -> None:
    assert currency_hint(f"https://pinehouse.com/{path}/p/tin-cup", None) == code
