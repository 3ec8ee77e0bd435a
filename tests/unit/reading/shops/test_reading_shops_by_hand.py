"""Pages that somebody wrote by hand: a name, a picture, an amount as one writes it, and how to order."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from common.offer import Availability
from common.reading.text.availability import of_button
from common.reading.text.currencies.amounts import BESIDE_CURRENCY
from common.reading.text.currencies.named import currency_of
from common.reading.text.money import amount_of, dashed
from common.reading.text.price import Money, parse_price
from common.settings import ShopsSettings
from common.shops.registry import Shops
from fleet.operations.read_saved import read_saved

SHOPS = Shops(ShopsSettings())


def read(page: str, url: str) -> dict[str, Any]:
    return read_saved(f"<!DOCTYPE html>{page}".encode(), url, SHOPS)


def offer(page: str, url: str) -> dict[str, Any]:
    answer = read(page, url)
    return dict(answer["offer"]) if answer["ok"] else {}


@pytest.mark.parametrize(
    ("text", "amount", "currency"),
    [
        ("Fr. 12.-", "12", "CHF"),
        ("Fr. 12.50", "12.50", "CHF"),
        ("EUR 42 / US$ 45", "42", "EUR"),
        ("Dkk 1,250.00", "1250.00", "DKK"),
        ("Eur 25,00", "25.00", "EUR"),
        ("249,00 Kc", "249.00", "CZK"),
        ("249,= €", "249", "EUR"),
        ("€. 2.900,00", "2900.00", "EUR"),
        ("€.25,00", "25.00", "EUR"),
        ("£. 25", "25", "GBP"),
        ("25 EUROS TTC", "25", "EUR"),
        ("6 800= руб.", "6800", "RUB"),
        ("1500=Kč", "1500", "CZK"),
        ("350-00 руб", "350", "RUB"),
        ("350=00 грн", "350", "UAH"),
        ("25,00 $ CAD", "25.00", "CAD"),
        ("CAN$ 25", "25", "CAD"),
        ("AU $25", "25", "AUD"),
        ("u$s 25", "25", "USD"),
        ("250 Tk", "250", "BDT"),
        ("S/.25", "25", "PEN"),
        ("S/.25.90", "25.90", "PEN"),
    ],
)
def test_amounts_as_they_are_written_by_hand(text: str, amount: str, currency: str) -> None:
    found = BESIDE_CURRENCY.search(text)
    assert found is not None
    assert (amount_of(found), currency_of(found[0])) == (Decimal(amount), currency)


def test_the_dot_behind_the_sign_of_peru_is_no_decimal_mark() -> None:
    assert parse_price("S/.249") == Money(Decimal(249), "PEN")


@pytest.mark.parametrize(
    ("text", "hint", "amount"), [("350 pesos", "MXN", 350), ("25 000 F CFA", "XOF", 25000), ("250 birr", "ETB", 250)]
)
def test_a_country_s_own_word_is_enough_there(text: str, hint: str, amount: int) -> None:
    found = BESIDE_CURRENCY.search(text)
    assert found is not None
    assert (amount_of(found, hint), currency_of(found[0], hint)) == (Decimal(amount), hint)


@pytest.mark.parametrize(
    "text",
    [
        "2 soles",
        "5 dram",
        "Der 25",
        "Cup 25",
        "Rub 25",
        "30 rand",
        "€.25",
        "10-20",
        "45 Sek",
        "Sek 45",
        "740/-S",
        "740/- km",
        "Mo-Fr 9",
        "Fr 14:00",
        "Fr 9-18",
        "Fr. 12.5.",
        "Fr. 12. Mai",
        "EUR 42 / UK 8",
    ],
)
def test_words_and_numbers_that_are_none(text: str) -> None:
    assert BESIDE_CURRENCY.search(text) is None


@pytest.mark.parametrize("said", ["<b class='price'>149,00 <i>in 45 Sek</i></b>", "45 Sek", "Typ 740/-S"])
def test_seconds_and_a_model_are_no_price(said: str) -> None:
    body = f"<p>{said}</p><form action='/cart/add'><button name='add'>In den Warenkorb</button></form>"
    page = f"<html lang='de'><head><title>Vorra Kessel</title></head><body><h1>Vorra Kessel</h1>{body}</body></html>"
    found = offer(page, "https://www.haus-tanne.de/p/vorra-kessel")
    assert (found.get("price_minor"), found.get("currency")) in {(None, "EUR"), (14900, "EUR")}


@pytest.mark.parametrize("text", ["1250/-", "4,500/=", "1.250/-"])
def test_an_amount_without_cents_by_the_mark_behind_it(text: str) -> None:
    assert dashed(text) == Decimal("".join(filter(str.isdigit, text)))


@pytest.mark.parametrize(
    "text",
    [
        "Bestel nu via e-mail",
        "Order now via WhatsApp",
        "Buy on WhatsApp now",
        "Jetzt per E-Mail bestellen",
        "Pedir ahora por WhatsApp",
        "Naruči e-mailom",
        "Megrendelem e-mailben",
        "Купить в Telegram",
        "카톡으로 주문하기",
    ],
)
def test_a_button_orders_by_whatever_way(text: str) -> None:
    assert of_button(text) is Availability.IN_STOCK


@pytest.mark.parametrize(
    "text",
    ["Share via WhatsApp", "Contact by email", "Log in with email", "Order status email", "Kaufen Mailand", "Mail"],
)
def test_a_way_alone_orders_nothing(text: str) -> None:
    assert of_button(text) is Availability.UNKNOWN


CUP = """<html><head><title>{title}</title></head><body><a href="/">Start</a> <a href="/cups.html">Cups</a>
<{tag}>{name}</{tag}><img src="cup.jpg"><p>{text}</p><p><b>{price}</b></p><p>{order}</p></body></html>"""


def test_an_amount_and_its_word_in_two_elements() -> None:
    page = CUP.format(
        title="Кружка «Сосна» большая - Мастерская Зимина",
        tag="h1",
        name="Кружка «Сосна» большая",
        text="Медь, лужёная внутри",
        price="6 800=</b> <span>руб.</span><b>",
        order="Пишите: zimin@kruzhki.example",
    )
    found = offer(page, "http://kruzhki-zimina.ru/photo/kruzhki/9-0-442")
    assert (found["price"], found["currency"]) == ("6800.00", "RUB")


def test_the_only_heading_whose_word_the_address_says_without_its_accents() -> None:
    page = CUP.format(
        title="Réz műhely",
        tag="h2",
        name='Kerek bögre, "fenyős" mintával',
        text="Kézzel vert",
        price="18.900.-Ft",
        order="",
    )
    found = offer(page, "http://www.rezmuhely.hu/bogre_fenyos_160.html")
    assert (found["title"], found["price"]) == ('Kerek bögre, "fenyős" mintával', "18900.00")


def test_a_name_of_japan_that_ends_a_part_of_the_title() -> None:
    page = CUP.format(
        title="秋野焼　長湯呑み（上）｜やきもの工房　あきの",
        tag="div",
        name="長湯呑み（上）",
        text="一本一本手作り",
        price="１２，９６０円",
        order="（税込・送料別）※在庫あり。",
    )
    found = offer(page, "http://www.akinoyaki.example/naga_jo.html")
    assert (found["title"], found["price"], found["currency"]) == ("長湯呑み（上）", "12960", "JPY")


def test_the_script_tells_the_country_where_nothing_else_does() -> None:
    page = """<html><head><title>ถ้วยทองแดงใบใหญ่ | Pine</title></head><body><h2>ถ้วยทองแดงใบใหญ่</h2>
    <img src="a.jpg"><table><tr><td>ราคา</td><td><span class="price">4,500.-</span></td></tr></table></body></html>"""
    assert offer(page, "http://www.pinewood-cups.com/detail.php?id=118")["currency"] == "THB"


@pytest.mark.parametrize(
    ("name", "money"), [("保溫杯・大容量水壺", "CNY"), ("保溫杯ー大容量水壺", "CNY"), ("ほうき・大", "JPY")]
)
def test_a_mark_between_chinese_words_is_no_script(name: str, money: str) -> None:
    page = f"""<html><head><title>{name}</title></head><body><h1>{name}</h1><p>¥99</p><p>材質是不銹鋼</p><p>快速出貨</p>
    <form action="/cart/add"><button name="add">加入購物車</button></form></body></html>"""
    assert offer(page, "https://www.pine-house.com/p/7")["currency"] == money


def test_words_of_a_button_are_no_name() -> None:
    page = """<html><head><title>Het Koperspel</title></head><body><h1>Bestellen</h1><h2>Het Koperspel</h2>
    <img src="spel.jpg"><span>€ 39,95</span><a href="mailto:a@b.example">Bestel nu via e-mail</a></body></html>"""
    found = offer(page, "https://koperspel.example/bestellen")
    assert (found["title"], found["availability"]) == ("Het Koperspel", "IN_STOCK")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("Ugađanje pianina", "Dolazim na adresu. Naručiti se možete pozivom ili porukom na 098 551 7720."),
        ("Servis klavírů", "Objednat se můžete na tel. 602 551 772."),
        ("Klavierstimmung", "Termin vereinbaren oder bestellen: Tel. 0431 551 772 08"),
        ("Piano tuning", "To order, make an appointment on 020 7946 0018."),
    ],
)
def test_work_that_is_done_by_appointment_is_not_in_stock(name: str, text: str) -> None:
    page = CUP.format(title=f"{name} | Bilic", tag="h2", name=name, text="", price="90 €", order=text)
    assert read(page, "https://www.bilic.example/work").get("verdict", {}).get("status") != "ok"


@pytest.mark.parametrize(
    ("name", "price", "named", "money"),
    [
        ("미샤 쿠션", "$25.00", "USD", ("25.00", "USD")),
        ("미샤 쿠션", "25.00", "USD", ("25.00", "USD")),
        ("미샤 쿠션", "25,000", "", ("25000", "KRW")),
        ("Totoro トトロ mug", "25.00", "", (None, None)),
    ],
)
def test_what_a_page_says_of_its_money_wins_over_the_script(
    name: str, price: str, named: str, money: tuple[str | None, str | None]
) -> None:
    script = f"<script>window.Shop = {{'currencyCode': '{named}'}}</script>".replace("'", '"')
    page = f"""<html><head><title>{name}</title>{script}</head><body><h1>{name}</h1><p class="price">{price}</p>
    <form action="/cart/add"><button name="add">Add to cart</button></form></body></html>"""
    found = offer(page, "https://www.pine-house.com/p/7")
    assert (found["price"], found["currency"]) == money
