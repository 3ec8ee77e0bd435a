"""What was asked before or is asked elsewhere, what is saved, what delivery, a deposit, members' or gift wrapping cost,
and what a hundred grams cost: in the words of many languages none of these keeps the price from being stored.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.invented.plain_page import read_page

NAME = "Vorra 3000"
HIGHER = (
    *("Harga runcit disyorkan", "ราคาขายปลีก", "建议零售价", "권장소비자가", "Rekomenduojama mažmeninė kaina"),
    *("Ieteicamā mazumtirdzniecības cena", "Soovituslik jaehind", "Priporočena maloprodajna cena", "Leiðbeinandi verð"),
    *(
        "Preporučena maloprodajna cena",
        "Tavsiye edilen fiyat",
        "מחיר מומלץ לצרכן",
        "سعر التجزئة",
        "Tövsiyə olunan qiymət",
    ),
    *("რეკომენდებული ფასი", "Առաջարկվող գին", "Tavsiya etilgan narx", "Ұсынылған баға", "Препорачана цена"),
    *("Зөвлөмж үнэ", "Preu recomanat", "Рекомендована роздрібна ціна"),
    *("Price last week", "Schätzwert", "Preis letzte Woche", "Prix concurrent", "Precio de la competencia"),
    *(
        "Prezzo della concorrenza",
        "Prijs vorige week",
        "Preço da concorrência",
        "Cena u konkurencji",
        "Cena u konkurence",
    ),
    *("Versenytárs ára", "Preț concurență", "Цена на конкуренцията", "Τιμή ανταγωνισμού", "Цена у конкурентов"),
    *(
        "Ціна у конкурентів",
        "Rakip fiyatı",
        "Konkurrentens pris",
        "Kilpailijan hinta",
        "Giá đối thủ",
        "Harga kompetitor",
    ),
    *("İndirimsiz", "În loc de"),
    *("Harga pesaing", "سعر المنافسين", "מחיר מתחרים"),
    *("Our competitors", "Mitbewerber", "Competencia", "Concorrenza", "Konkurencja", "Concurrent", "Konkurrenter"),
    *("Konkurence", "Concorrência", "Конкуренты", "Rakipler", "Rebajado de", "Prix de référence", "In plaats van"),
    *("Reduziert von", "Místo"),
)
LOWER = (
    *("Nachnahmegebühr", "Letzter niedrigster Preis", "Contre-remboursement"),
    *("Najniższa cena produktu w okresie 30 dni przed wprowadzeniem obniżki", "Oszczędź", "Spórol"),
    *("Для участников клуба", "Уценка от"),
    *("Jimat", "Ietaupāt", "Säästad", "Prihranite", "Þú sparar", "Qənaət", "დაზოგავთ", "Խնայում եք", "Tejaysiz"),
    *("Үнемдейсіз", "Заштедувате", "Хэмнэлт", "Estalvies"),
    *("Harga terendah 30 hari", "ราคาต่ำสุดใน 30 วัน", "Giá thấp nhất 30 ngày", "30天最低價", "30天最低价", "30일 최저가"),
    *(
        "30日間の最安値",
        "Najniža cena u 30 dana",
        "Lægsta verð 30 daga",
        "המחיר הנמוך ב-30 יום",
        "Найнижча ціна за 30 днів",
    ),
    *("Sendingarkostnaður", "Çatdırılma", "მიწოდება", "Առաքում", "Yetkazib berish", "Жеткізу", "Достава", "Хүргэлт"),
    *("Enviament", "Cena biedriem", "Kliendikaardiga", "Verð fyrir félaga", "Гишүүний үнэ", "Rokasnauda"),
    *("Balutan hadiah", "禮品包裝", "礼品包装", "Dovanų pakuotė", "Kinkepakend", "Darilni ovoj", "Poklon pakovanje"),
    *(
        "Cena za 100 g",
        "Kaina už 100 g",
        "Hind 100 g kohta",
        "每100公克",
        "100g당",
        "Harga setiap 100 g",
        "ราคาต่อ 100 กรัม",
    ),
    *("App price", "App-Preis", "Prix appli", "Precio app", "Prezzo app", "App-prijs", "Tylko w aplikacji"),
    *("Cena v aplikaci", "Cena v aplikácii", "Applikációs ár", "Preț în aplicație", "Цена в приложението"),
    *("Τιμή εφαρμογής", "Цена в приложении", "Ціна в додатку", "Uygulamaya özel fiyat", "Sovellushinta"),
    *(
        "Giá trên app",
        "Harga aplikasi",
        "سعر التطبيق",
        "מחיר אפליקציה",
        "アプリ価格",
        "앱 할인가",
        "手机专享价",
        "APP專屬價",
    ),
    *("Customs and taxes", "Zollgebühren", "Frais de douane", "Gastos de aduana", "Spese doganali", "Opłaty celne"),
    *("Celní poplatky", "Vámköltség", "Taxe vamale", "Митнически такси", "Таможенные сборы", "Tullavgifter"),
    *("Te devolvemos", "Ti rimborsiamo", "Nous remboursons", "Vrátíme vám", "Връщаме ви", "Вернём", "Повернемо"),
    *(
        "Other sizes",
        "Andere Größen",
        "Autres tailles",
        "Otras tallas",
        "Altre misure",
        "Andere maten",
        "Další velikosti",
    ),
    *("Hai risparmiato", "Besparing", "Tasarrufunuz", "Altteilpfand", "Залог"),
    *("Port gratuit à partir de",),
    *("Crypto price", "Cena przy przedpłacie", "Prijs bij vooruitbetaling"),
    *("Pris vid banköverföring", "Цена за наличные", "Частями по", "Для участников", "Vid 10 st"),
    *("Plus bas sur 30 jours", "Mínimo 30 días", "Minimo 30 gg", "Najniższa cena przed obniżką", "Lägsta 30 dgr"),
    *("Menor preço em 30 dias", "30 gün en düşük"),
)
BEHIND = (
    *("with bank transfer", "bij overschrijving", "vid förskott", "при оплате переводом"),
    *("przy wymianie", "bij inruil", "při výměně", "na troca", "takasla"),
    *("kazanç",),
)


def read(other: str) -> Any:
    body = f"<h1>{NAME}</h1>{other}<p>€120.00</p><form action='/cart'><button>Add to basket</button></form>"
    answer = read_page(body, url="https://www.pine-house.ie/p/vorra-3000", title=NAME)
    return answer["offer"]["price"] if answer["verdict"]["status"] == "ok" else answer["verdict"]["reason"]


@pytest.mark.parametrize("drawn", ["<p>{}: {}</p>", "<div><span>{}</span> <b>{}</b></div>"])
@pytest.mark.parametrize(
    ("words", "amount"), [*((one, "€160.00") for one in HIGHER), *((one, "€24.00") for one in LOWER)]
)
def test_the_price_beside_another_amount(words: str, amount: str, drawn: str) -> None:
    assert read(drawn.format(words, amount)) == "120.00"


@pytest.mark.parametrize("words", BEHIND)
def test_the_price_before_another_amount(words: str) -> None:
    assert read(f"<p>€24.00 {words}</p>") == "120.00"


@pytest.mark.parametrize(
    "said",
    ["Expédition", "Consegna", "Leverans", "Barzahlung", "Contant", "Hotově", "Retour", "Tillbaka", "Hediye çeki"],
)
def test_the_same_words_in_a_line_of_their_own(said: str) -> None:
    assert read(f"<p>{said}</p>") == "120.00"


def test_what_250_grams_cost_may_be_the_price() -> None:
    assert read("").startswith("120") and "24.00" not in read("<p>Cena za 250 g: €24.00</p>")
