"""Whether a product can be had where words for in stock say that it will be there: from a day on, soon, or once it is
back. And words for in stock that stand beside a day, a number or a small word and say that it is there.
"""

from __future__ import annotations

import pytest

from tests.unit.reading.languages.test_reading_stock_in_many_languages import read, read_line

FROM_A_DAY = (
    *("Verfügbar ab 12. März", "Lieferbar ab 12.03.2027", "Ab April wieder auf Lager", "Disponible le 12 mars"),
    *("Disponible à partir du 12 mars", "Disponibile dal 12 marzo", "Disponible en abril", "Skladem od 12. března"),
    *("Disponível a partir de 12 de março", "Leverbaar vanaf 12 maart", "Saatavilla 12.3. alkaen"),
    *("Fáanlegt frá 12. mars", "Saadaval alates 12. märtsist", "Pieejams no 12. marta", "Dostępny od 12 marca"),
    *("Na sklade od apríla", "Na voljo od 12. marca", "Dostupno od 12. ožujka", "Доступно од 12. марта"),
    *("На залиха од 12 март", "Në stok nga 12 marsi", "В наличност от 12 март", "Disponibil din 12 martie"),
    *("Raktáron április 1-től", "Διαθέσιμο από 12 Μαρτίου", "12 Mart'ta stokta", "В наличии с 12 марта"),
    *("В наявності з 12 березня", "У наяўнасці з 12 сакавіка", "Disponible a partir del 12 de març"),
    *("متوفر ابتداء من 12 مارس", "ხელმისაწვდომია 12 მარტიდან", "12 मार्च से उपलब्ध", "Có hàng từ 12/3"),
    *("Tersedia mulai 12 Maret", "3월 12일부터 구매 가능", "Available from 12 March"),
)
SOON = (
    *("Voraussichtlich in 2-3 Wochen lieferbar", "Versand sobald wieder auf Lager", "Wieder lieferbar in 2 Wochen"),
    *("Expédié dès le retour en stock", "Presto di nuovo disponibile", "Pronto de nuevo en stock"),
    *("Brevemente em stock", "Weer op voorraad in april", "Väntas i lager", "Ventes på lager", "Pian taas varastossa"),
    *("Væntanlegt á lager", "Varsti jälle laos", "Drīz atkal noliktavā", "Dostępny wkrótce", "Brzy opět skladem"),
    *("Bude skladom 12. 3.", "Kmalu spet na zalogi", "Uskoro ponovno na zalihi", "Ускоро поново на стању"),
    *("Наскоро повторно на залиха", "Së shpejti përsëri në stok", "Скоро отново в наличност", "Revine în stoc"),
    *("Szállítás amint újra raktáron", "Διαθέσιμο σύντομα", "Yakında tekrar stokta", "Скоро снова в наличии"),
    *("Появится в наличии через 2 недели", "Скоро знову в наявності", "Хутка зноў у наяўнасці"),
    *("Aviat de nou en estoc", "متاح قريبا", "به‌زودی موجود می‌شود", "जल्द ही स्टॉक में", "มีสินค้าเร็วๆ นี้"),
    *("Sắp có hàng trở lại", "Segera kembali tersedia", "即将有货", "Ships when back in stock"),
)
ORDERED = (
    *(
        "Beim Lieferanten bestellt",
        "En commande chez le fournisseur",
        "Ordinato al fornitore",
        "Beställd från leverantör",
    ),
    *(
        "Fremstilles på bestilling",
        "Objednáno u dodavatele",
        "Zamówiony u dostawcy",
        "На замовлення",
        "متوفر عند الطلب",
    ),
    *("Sifarişlə hazırlanır", "Buyurtma bilan", "受注発注品", "接單製作", "Made to order, ships in 4 weeks"),
)
AWAITED = (
    *("Kommer snart", "Prochainement", "In arrivo", "En camino", "Na cestě", "W drodze", "Úton", "Yolda", "В пути"),
    *("Očekuje se za 2-3 tjedna", "Се очекува за 2-3 недели", "Очаква се", "Αναμένεται παραλαβή", "Væntanlegt"),
    *("Gaidāms 12. martā", "Laukiama kovo 12 d.", "Tulekul", "Tulossa", "Pròximament", "قريباً", "בקרוב", "მალე"),
    *("Շուտով", "Tezliklə", "Жақында", "Tez orada", "Удахгүй ирнэ", "শীঘ্রই আসছে স্টকে", "สินค้ากำลังจะเข้า"),
    *("即将到货", "即將到貨", "곧 출시", "まもなく入荷", "ໄວໆນີ້", "မကြာမီ", "Malapit na"),
)
THERE = (
    *("In stock, get it by March 12", "In stock may ship today", "In stock in 3/4 inch", "Back in stock"),
    *("Only 3 left in stock - order soon", "In stock and will be dispatched today", "Sofort lieferbar ab 10 Stück"),
    *("Wieder auf Lager", "Ab sofort wieder lieferbar", "Lieferbar in 1-3 Tagen", "En stock à partir de 2 pièces"),
    *("Disponible dès maintenant", "De nouveau en stock", "Disponibile, pronto per la spedizione"),
    *("De nuevo en stock", "Weer op voorraad", "Skladem od 3 ks", "Opět skladem", "Снова в наличии"),
    *("W magazynie, będzie u Ciebie jutro", "Stok tersedia dan akan dikirim hari ini", "Có hàng trở lại"),
    *("Uskoro rasprodano", "Snart udsolgt", "Скоро закончится", "Hamarosan elfogy", "Σχεδόν εξαντλημένο"),
    *("Sendes inden for 24 timer", "通常2～3日以内に発送予定"),
    *("الصغير متوفر", "الحجم الصغير متوفر حاليا", "مدل صغیر موجود است", "在庫あり（予約不要）"),
)


SENT = (
    *("Delivery tomorrow", "Morgen bei dir", "Livraison demain", "Consegna domani", "Llega mañana", "Chega amanhã"),
    *("Binnen 24 uur verzonden", "Leverans imorgon", "Levering i morgen", "Toimitus huomenna", "Kohale homme"),
    *("Piegāde rīt", "Išsiunčiame šiandien", "Dostawa pojutrze", "Zítra u vás", "Zajtra u vás", "Dostava jutri"),
    *("Isporuka sutra", "Доставка утре", "Livrare mâine", "Holnapra nálad", "Παράδοση αύριο", "Yarın kapında"),
    *("Отправим сегодня", "Відправимо завтра", "شحن فوري", "אספקה מיידית", "تحویل فردا", "Առաքում վաղը"),
    *("Çatdırılma müddəti: 1-3 gün", "Tiba besok", "Giao ngày mai", "明日お届け", "당일 출고", "次日达", "隔日到貨"),
)
IN_GENERAL = (
    *("Fast delivery", "Snabb leverans", "Nopea toimitus", "Livraison rapide", "Delivery information"),
    *("Retours sous 30 jours", "Доставка и оплата", "配送について", "Doprava a platba"),
)


@pytest.mark.parametrize("line", (*FROM_A_DAY, *ORDERED))
def test_it_can_be_ordered_before_it_is_there(line: str) -> None:
    assert read_line(line) == "BACKORDER"


@pytest.mark.parametrize("line", (*SOON, *AWAITED))
def test_it_will_be_there_and_is_not(line: str) -> None:
    assert read_line(line) in {"OUT_OF_STOCK", "BACKORDER"}


@pytest.mark.parametrize("line", THERE)
def test_it_is_there(line: str) -> None:
    assert read_line(line) == "IN_STOCK"


@pytest.mark.parametrize("line", SENT)
def test_how_soon_it_is_sent_says_that_it_is_there(line: str) -> None:
    assert read_line(line) == "IN_STOCK"


@pytest.mark.parametrize("line", IN_GENERAL)
def test_what_a_shop_says_of_delivery_in_general_says_nothing(line: str) -> None:
    assert read_line(line) == "UNKNOWN"


def test_what_is_there_from_a_day_on_is_sold_in_advance() -> None:
    buys = "<form><button>In den Warenkorb</button></form>"
    assert read(f"<p class='price'>€120.00</p><p>Verfügbar ab 12. März</p>{buys}") == "BACKORDER"
