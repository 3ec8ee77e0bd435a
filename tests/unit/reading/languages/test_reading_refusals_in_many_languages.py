"""What stands in place of a product, in languages with few words so far: nothing of it is stored as a product."""

from __future__ import annotations

from typing import Any

import pytest

from tests.invented.plain_page import read_page

CARD = "<div><a href='/p/9'>Vorra 9</a> <span>€45.00</span></div>"
MISSING = (
    *("الصفحة غير موجودة", "Səhifə tapılmadı", "Старонка не знойдзена", "הדף לא נמצא", "Էջը չի գտնվել"),
    *("გვერდი ვერ მოიძებნა", "Бет табылмады", "Хуудас олдсонгүй", "Strani ni mogoče najti", "Sahifa topilmadi"),
)
LOGINS = (
    *("تسجيل الدخول", "Daxil ol", "Увайсці", "Inicia la sessió", "Logi sisse", "ورود", "התחברות", "Մուտք գործել"),
    *("შესვლა", "Жүйеге кіру", "Prisijungimas", "Pieslēgties", "Нэвтрэх", "Identifikohu", "Prijavi se", "Kirish"),
)
CARTS = ("Səbətim", "Ваш кошык", "Զամբյուղ", "კალათა", "Себет", "Миний сагс", "Savatcha")
BROKEN = (
    *("حدث خطأ ما", "Xəta baş verdi", "Адбылася памылка", "Възникна грешка", "S'ha produït un error", "Tekkis viga"),
    *("خطایی رخ داده است", "Tapahtui virhe", "Παρουσιάστηκε σφάλμα", "אירעה שגיאה", "Došlo je do pogreške"),
    *("Սխալ է տեղի ունեցել", "Villa kom upp", "მოხდა შეცდომა", "Қате орын алды", "Įvyko klaida", "Radās kļūda"),
    *("Настана грешка", "Алдаа гарлаа", "Det oppstod en feil", "A apărut o eroare", "Prišlo je do napake"),
    *("Ndodhi një gabim", "Дошло је до грешке", "Xatolik yuz berdi"),
)
CHECKS = (
    *(
        "што вы не робат",
        "que no ets un robot",
        "שאינכם רובוט",
        "որ ռոբոտ չեք",
        "sért ekki vélmenni",
        "რომ არ ხართ რობოტი",
    ),
    *("Робот емес екеніңізді растаңыз", "дека не сте робот", "робот биш гэдгээ", "që nuk jeni robot", "да нисте робот"),
    "Robot emasligingizni tasdiqlang",
)
GONE = ("Məhsul artıq satılmır", "Produkt se již neprodává", "Produkt sa už nepredáva", "Mahsulot endi sotilmaydi")


def read(title: str, body: str) -> dict[str, Any]:
    return read_page(f"<h1>{title}</h1>{body}", url="https://www.pine-house.ie/p/1", title=title)


def reason(title: str, body: str = "") -> Any:
    return read(title, body).get("reason")


@pytest.mark.parametrize("said", MISSING)
def test_a_page_that_does_not_exist(said: str) -> None:
    assert reason(said, CARD) == "NOT_FOUND"


@pytest.mark.parametrize("said", LOGINS)
def test_a_login(said: str) -> None:
    form = f"<form><input name='email'><input type='password' name='password'><button>{said}</button></form>"
    assert reason(said, f"{form}<p>€50.00</p>") == "LOGIN_WALL"


@pytest.mark.parametrize("said", CARTS)
def test_a_cart(said: str) -> None:
    row = "<table><tr><td>Vorra 9</td><td>1</td><td>€45.00</td></tr></table><p>€45.00</p>"
    assert reason(said, row) == "NOT_A_PRODUCT"


@pytest.mark.parametrize(
    ("said", "why"), [*((one, "ERROR_PAGE") for one in BROKEN), *((one, "CAPTCHA") for one in CHECKS)]
)
def test_an_error_and_a_traffic_check(said: str, why: str) -> None:
    assert reason("Pine House", f"<p>{said}</p>") == why


@pytest.mark.parametrize("said", GONE)
def test_it_is_no_longer_sold(said: str) -> None:
    assert reason("Vorra 3000", f"<p>{said}</p>") == "REMOVED"
    priced = read("Vorra 3000", f"<p>{said}</p><p class='price'>€60.00</p>")
    assert priced["offer"]["availability"] == "OUT_OF_STOCK"
