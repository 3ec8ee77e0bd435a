"""What hire, members and several pieces cost, in languages that have few words for it, is not stored for the thing."""

from __future__ import annotations

import pytest

from tests.invented.declared_page import stored_price

NAME = "Vorra Kettle 1200"


def stored(printed: str, price: str, ending: str, currency: str, button: str) -> str | None:
    return stored_price(NAME, f"{printed}<p>SKU: VK-1200</p><button>{button}</button>", price, currency, ending)


@pytest.mark.parametrize(
    ("ending", "button", "words"),
    [
        ("si", "Dodaj v košarico", "dnevna izposoja"),
        ("rs", "Dodaj u korpu", "dnevni najam"),
        ("mk", "Додади во кошничка", "дневен наем"),
        ("ee", "Lisa ostukorvi", "päevarent"),
        ("lv", "Pievienot grozam", "dienas noma"),
        ("lt", "Į krepšelį", "dienos nuoma"),
        ("is", "Setja í körfu", "dagleiga"),
        ("vn", "Thêm vào giỏ hàng", "thuê theo ngày"),
        ("kz", "Себетке қосу", "тәулігіне"),
        ("ge", "კალათაში დამატება", "დღიური ქირა"),
        ("al", "Shto në shportë", "qira ditore"),
    ],
)
def test_what_a_day_s_hire_costs(ending: str, button: str, words: str) -> None:
    body = f"<p class=price>15,00 €</p><span>{words}</span>"
    assert stored(body, "15.00", ending, "EUR", button) is None
    assert stored(body.replace(words, ""), "15.00", ending, "EUR", button) == "15.00"


@pytest.mark.parametrize(
    ("ending", "currency", "button", "sign", "words"),
    [
        ("it", "EUR", "Aggiungi al carrello", "{} €", "per tre pezzi dello stesso colore</p><p>Uno solo: {}"),
        ("es", "EUR", "Añadir al carrito", "{} €", "tres piezas del mismo color</p><p>Una sola: {}"),
        ("cz", "CZK", "Do košíku", "{} Kč", "za tři stejné barvy</p><p>Jeden kus: {}"),
        ("com.tr", "TRY", "Sepete ekle", "{} TL", "aynı renkten üç</p><p>Tek adet: {}"),
        ("gr", "EUR", "Προσθήκη στο καλάθι", "{} €", "για τρία ίδια</p><p>Ένα τεμάχιο: {}"),
        ("dk", "DKK", "Læg i kurv", "{} kr.", "for tre ens</p><p>Kun én: {}"),
    ],
)
def test_what_several_cost_beside_one(ending: str, currency: str, button: str, sign: str, words: str) -> None:
    one, three = sign.format("27,00"), sign.format("69,00")
    body = f"<p class=price>{three}</p><p>{words.format(one)}</p>"
    assert stored(body, "69.00", ending, currency, button) is None
    assert stored(f"<p class=price>{three}</p>", "69.00", ending, currency, button) == "69.00"


@pytest.mark.parametrize(
    ("ending", "currency", "button", "sign", "words"),
    [
        ("com.tw", "TWD", "加入購物車", "NT${}", "加入會員即享，一般顧客 {}"),
        ("com.cn", "CNY", "加入购物车", "{}元", "注册会员即享，普通顾客 {}"),
        ("pl", "PLN", "Do koszyka", "{} zł", "dla klubowiczów, pozostali klienci {}"),
        ("hr", "EUR", "Dodaj u košaricu", "{} €", "za naše, ostali kupci {}"),
        ("is", "ISK", "Setja í körfu", "{} kr", "fyrir okkar fólk, aðrir viðskiptavinir {}"),
        ("co.il", "ILS", "הוסף לסל", "{} ₪", "לחברים, לקוח רגיל {}"),
    ],
)
def test_what_members_pay_beside_everybody(ending: str, currency: str, button: str, sign: str, words: str) -> None:
    body = f"<p class=price>{sign.format('880')}</p><p>{words.format(sign.format('980'))}</p>"
    assert stored(body, "880", ending, currency, button) is None
