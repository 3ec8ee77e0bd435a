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
    *("Last pieces", "Laatste exemplaren", "Begränsat antal", "Begrenset antall", "Rajoitettu erä", "Piiratud kogus"),
    *("Pēdējā prece", "Mažas likutis", "Końcówka", "Omezené množství", "Majhna zaloga", "Posljednji primjerak"),
    *("Ограничена количина", "Sasi e kufizuar", "Остават 2 броя", "Stoc redus", "Korlátozott készlet"),
    *("Χαμηλό απόθεμα", "Sınırlı stok", "Последняя пара", "Остання пара", "Засталося мала", "Queden poques unitats"),
    *("على وشك النفاد", "נותרו רק 3", "მცირე მარაგი", "Քիչ է մնացել", "Məhdud stok"),
    *("Kam qoldi", "Үлдэгдэл бага", "सीमित स्टॉक", "কম স্টক", "สินค้าเหลือน้อย", "Còn ít hàng", "Stok menipis"),
    *("2 na lang", "あと3点", "库存不多", "庫存僅剩 2"),
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
DENIED = (
    *("We do not have this in stock", "We don't have it in stock at the moment"),
    *("There are not enough products in stock", "Keine Lagerware verfügbar", "Ce produit n'est pas disponible"),
    *("Nous n'avons plus ce produit en stock", "Questo prodotto non è più disponibile in magazzino"),
    *("Articolo non al momento disponibile", "Non abbiamo questo articolo in magazzino"),
    *("Il prodotto non risulta disponibile", "Ya no hay en stock", "El artículo no se encuentra disponible"),
    *("No quedan unidades disponibles", "Produto já não se encontra disponível", "Não temos em estoque"),
    *("Niet voldoende op voorraad", "Produkten finns inte längre i lager", "Varen er ikke lenger på lager"),
    *("Tuote ei ole tällä hetkellä saatavilla", "Toodet ei ole hetkel saadaval"),
    *("Ten produkt nie jest już dostępny", "Nie ma już na stanie", "Produkt není momentálně skladem"),
    *("Nemáme na sklade", "Raktáron nincs", "Nu mai este pe stoc", "В наличии нет", "Товар не в наличии"),
    *("В наявності немає", "Produkti nuk është i disponueshëm", "Δεν είναι πλέον διαθέσιμο"),
    *("Ürün stoklarda yok", "لا يوجد في المخزون", "উপলব্ধ নেই", "Sản phẩm không còn trong kho", "目前没有现货"),
    *("目前沒有現貨", "მარაგში არ არის", "Aquest producte no està disponible"),
)
"""Words for in stock, and a word for not before or behind them."""
HAD_ALL_THE_SAME = (
    *("Don't miss it, in stock", "Not just online: in stock in our shop", "Nicht verpassen! Sofort lieferbar"),
    *("Il ne reste plus que 3 en stock", "Pas de panique, en stock", "Non perdertelo, disponibile"),
    *("No esperes más, disponible", "Não perca: em stock", "Nu in voorraad", "Nu i lager"),
    *("Missa inte, finns i lager", "Raktáron, nincs szállítási díj", "Acum în stoc", "Не упустите! В наличии"),
    *(
        "В наличии, доставка не включена",
        "Stokta var, kargo yok",
        "在庫あり 送料なし",
        "المنتج متوفر لدينا",
        "כמות מלאה במלאי",
    ),
)
"""The word for not belongs to something else, or is another language's word for now."""
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
    *("Надад мэдэгдэх", "Stock alert", "Auf die Warteliste", "Liste d'attente", "Lista d'attesa", "Lista de espera"),
    *(
        "Op de wachtlijst",
        "Väntelista",
        "Venteliste",
        "Jonotuslista",
        "Biðlisti",
        "Lista oczekujących",
        "Dejte mi vědět",
    ),
    *("Čakalna lista", "Lista čekanja", "Листа чекања", "Списък на чакащите", "Várólista", "Λίστα αναμονής"),
    *("Bekleme listesi", "Лист ожидания", "Лист очікування", "قائمة الانتظار", "רשימת המתנה", "لیست انتظار"),
    *(
        "Daftar tunggu",
        "Senarai menunggu",
        "入荷したらメールを受け取る",
        "입고 시 알림",
        "到货时通知我",
        "有貨時通知我",
    ),
)
BUYS = (
    *("Bæta við körfu", "Ostukorvi", "Ielikt iepirkumu grozā", "Noriu pirkti", "Dát do košíku", "Dať do košíka"),
    *("V voziček", "Ubaci u korpu", "Додај во кошница", "Shto në karrocë", "Adaugă în coșul de cumpărături"),
    *("Megrendelés", "Sepete koy", "Пакласці ў кошык", "همین حالا بخرید", "ყიდვა ახლავე", "Sifariş ver"),
    *("Xarid qilish", "Шууд худалдан авах", "Warenkorb hinzufügen", "Adicionar ao saco", "Encomendar", "Osta nüüd"),
    *("Kupuj teraz", "Vstavi v košarico", "Dodaj u torbu", "Dodajte u korpu", "Додади во количка", "Купете"),
    *("Παραγγείλετε τώρα", "Çantaya ekle", "Придбати", "Afegir al carretó", "לקנייה מהירה", "خرید سریع", "შეიძინე"),
    *("ऑर्डर करें", "Umorder", "買い物カゴへ", "구입하기", "现在购买", "現在購買"),
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


@pytest.mark.parametrize("line", DENIED)
def test_words_for_in_stock_are_denied(line: str) -> None:
    assert read_line(line) == "OUT_OF_STOCK"


@pytest.mark.parametrize("line", HAD_ALL_THE_SAME)
def test_a_word_for_not_denies_its_own_clause_alone(line: str) -> None:
    assert read_line(line) == "IN_STOCK"


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
