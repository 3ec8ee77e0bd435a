"""Whether a product can be had, in the usual words of shops of many languages: on a line of its own, on the button
that buys or tells when it is back, or behind a label.
"""

from __future__ import annotations

from typing import Any

import pytest

from fleet.operations.read_saved import read_saved
from tests.invented.plain_page import SHOPS

NAME = "Vorra 3000"
LEFT = (
    *("Solo quedan 2", "Endast 2 kvar", "Kun 2 igjen", "Aðeins 2 eftir", "Ainult 2 tk alles", "Palikuši tikai 2"),
    *("Liko tik 2 vnt.", "Zbývají 2 ks", "Zostávajú 2 ks", "Le še 2 kosa", "Još samo 2 komada", "Још само 2 комада"),
    *("Уште 2 парчиња", "Vetëm 2 të mbetura", "Останаха само 2", "Au mai rămas 2 bucăți", "Már csak 2 db"),
    *("Μόνο 2 απομένουν", "Sadece 2 adet kaldı", "Залишилося лише 2 шт", "Осталась 1 шт.", "Засталося 2 шт."),
    *("Només en queden 2", "القطعة الأخيرة", "יחידה אחרונה", "تنها 2 عدد در انبار باقی مانده", "დარჩა მხოლოდ 2"),
    *("Մնացել է 2 հատ", "Yalnız 2 ədəd qalıb", "Тек 2 дана қалды", "Faqat 2 dona qoldi", "2 ширхэг үлдсэн"),
    *("Bijna uitverkocht", "Næsten udsolgt", "Almost sold out", "Fast ausverkauft"),
)
GONE = (
    *("Artikel wird nicht mehr hergestellt", "Article discontinué", "Non più in produzione", "Rutura de stock"),
    *("Uit assortiment", "Säljs ej längre", "Føres ikke lenger", "Ei enää saatavilla", "Ekki lengur fáanlegt"),
    *("Tootmine lõpetatud", "Ražošana pārtraukta", "Prekė nebegaminama", "Výroba ukončena", "Už sa nevyrába"),
    *("Ni več na voljo", "Više se ne proizvodi", "Више се не производи", "Повеќе не се произведува"),
    *("S'ka në stok", "Спрян от производство", "Nu se mai produce", "Megszűnt termék", "Δεν παράγεται πλέον"),
    *("Artık üretilmiyor", "Знятий з виробництва", "Больше не продаётся", "Зняты з вытворчасці", "Descatalogat"),
    *("لم يعد متوفرا", "המוצר הופסק", "دیگر تولید نمی‌شود", "აღარ იწარმოება", "Այլևս չի արտադրվում"),
    *("İstehsaldan çıxarılıb", "Өндірістен алынды", "Sotuvdan olingan", "Үйлдвэрлэлээс гарсан"),
)
NOT_YET = (
    *("Demnächst verfügbar", "Presto disponibile", "Disponível em breve", "Binnenkort leverbaar", "Snart i lager"),
    *("Pian saatavilla", "Peagi saadaval", "Drīz būs pieejams", "Kmalu na voljo", "Uskoro dostupno"),
    *("Ускоро доступно", "Наскоро достапно", "Së shpejti në stok", "Disponibil în curând", "Yakında stoklarda"),
    *("Aviat disponible", "בקרוב במלאי"),
)
TELLS = (
    *("E-Mail bei Verfügbarkeit", "Me prévenir de la disponibilité", "Notificami", "Notificarme", "Avisem-me"),
    *("Mail mij bij voorraad", "Meddela mig", "Gi meg beskjed", "Få besked", "Ilmoita minulle", "Láttu mig vita"),
    *("Teavita saabumisest", "Paziņot par pieejamību", "Informuokite mane", "Pohlídat naskladnění", "Obvestite me"),
    *("Upozorniť na naskladnenie", "Obavijestite me", "Обавестите ме", "Më njofto", "Anunță-mă", "Kérek értesítést"),
    *("Сповістити про появу", "Узнать о поступлении", "Паведаміць мне", "Notifica'm", "أعلمني"),
    *("خبرم کنید", "შემატყობინე", "Տեղեկացնել ինձ", "Mənə xəbər ver", "Маған хабарлау", "Menga xabar bering"),
    "Надад мэдэгдэх",
)
BUYS = (
    *("Bæta við körfu", "Ostukorvi", "Ielikt iepirkumu grozā", "Noriu pirkti", "Dát do košíku", "Dať do košíka"),
    *("V voziček", "Ubaci u korpu", "Додај во кошница", "Shto në karrocë", "Adaugă în coșul de cumpărături"),
    *("Megrendelés", "Sepete koy", "Пакласці ў кошык", "همین حالا بخرید", "ყიდვა ახლავე", "Sifariş ver"),
    *("Xarid qilish", "Шууд худалдан авах"),
)


def read(body: str) -> Any:
    html = f"<html><head><meta charset='utf-8'><title>{NAME}</title></head><body><h1>{NAME}</h1>{body}</body></html>"
    return read_saved(html.encode(), "https://www.pine-house.ie/p/vorra-3000", SHOPS)["offer"]["availability"]


def read_line(line: str) -> Any:
    return read(f"<p class='price'>€120.00</p><p>{line}</p>")


@pytest.mark.parametrize("line", LEFT)
def test_few_are_left(line: str) -> None:
    assert read_line(line) == "IN_STOCK"


@pytest.mark.parametrize("line", GONE + NOT_YET)
def test_it_is_no_longer_sold_or_not_yet(line: str) -> None:
    assert read_line(line) == "OUT_OF_STOCK"


@pytest.mark.parametrize("button", (*TELLS, "Verkauft", "Solgt", "Prodáno", "Vândut"))
def test_a_button_that_tells_when_it_is_back_or_that_it_is_sold(button: str) -> None:
    assert read(f"<p class='price'>€120.00</p><form><button>{button}</button></form>") == "OUT_OF_STOCK"


@pytest.mark.parametrize("button", BUYS)
def test_a_button_that_buys(button: str) -> None:
    assert read(f"<p class='price'>€120.00</p><form><button>{button}</button></form>") == "IN_STOCK"


@pytest.mark.parametrize(
    "line",
    [
        *("Notificaciones", "Hlídací pes", "Mail medewerker", "Šiuo metu nėra atsiliepimų", "Kies uit het assortiment"),
        *("Aksiya tugadi", "Սև գույնով հասանելի է", "3 rəngdə mövcuddur", "Sifariş üçün zəng edin"),
    ],
)
def test_words_like_these_that_say_nothing_of_stock(line: str) -> None:
    buys = "<form><button>Add to basket</button></form>"
    assert read(f"<p class='price'>€120.00</p><p>{line}</p><button>{line}</button>{buys}") == "IN_STOCK"
    assert read_line(line) == "UNKNOWN"
