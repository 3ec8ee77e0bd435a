"""Amounts that do not buy the thing by themselves: deposits, what is paid by the month, what an order must come to. And
prices that the page tells to nobody, or on request only. Shops without markup, in many languages.
"""

from __future__ import annotations

import pytest

from tests.invented.plain_page import read_page

NAME = "Vorra Kettle 1200"
PLACES = {
    "bg": ("bg", "28,00 €", "В наличност", "Добави в количката"),
    "cs": ("cz", "280 Kč", "Skladem", "Do košíku"),
    "da": ("dk", "280 kr.", "På lager", "Læg i kurv"),
    "de": ("de", "28,00 €", "Auf Lager", "In den Warenkorb"),
    "en": ("co.uk", "£28.00", "In stock", "Add to basket"),
    "es": ("es", "28,00 €", "En stock", "Añadir a la cesta"),
    "et": ("ee", "28,00 €", "Laos", "Lisa ostukorvi"),
    "fr": ("fr", "28,00 €", "En stock", "Ajouter au panier"),
    "he": ("co.il", "₪64.90", "במלאי", "הוספה לסל"),
    "hr": ("hr", "28,00 €", "Dostupno", "Dodaj u košaricu"),
    "id": ("co.id", "Rp185.000", "Stok tersedia", "Tambah ke keranjang"),
    "it": ("it", "€ 28,00", "Disponibile", "Aggiungi al carrello"),
    "ja": ("jp", "2,800円", "在庫あり", "カートに入れる"),
    "ko": ("kr", "28,000원", "재고 있음", "장바구니 담기"),
    "lt": ("lt", "28,00 €", "Yra sandėlyje", "Į krepšelį"),
    "lv": ("lv", "28,00 €", "Ir noliktavā", "Pievienot grozam"),
    "nb": ("no", "280 kr", "På lager", "Legg i handlekurv"),
    "nl": ("nl", "€ 28,00", "Op voorraad", "In winkelwagen"),
    "pl": ("pl", "128,00 zł", "Dostępny", "Do koszyka"),
    "pt": ("pt", "28,00 €", "Em stock", "Adicionar ao carrinho"),
    "ru": ("ru", "2 800 ₽", "В наличии", "В корзину"),
    "sk": ("sk", "28,00 €", "Na sklade", "Vložiť do košíka"),
    "sl": ("si", "28,00 €", "Na zalogi", "V košarico"),
    "sr": ("rs", "2.800,00 RSD", "Na stanju", "Dodaj u korpu"),
    "sv": ("se", "280 kr", "I lager", "Lägg i varukorgen"),
    "th": ("co.th", "฿590", "มีสินค้า", "เพิ่มลงตะกร้า"),
    "tr": ("com.tr", "280,00 TL", "Stokta var", "Sepete ekle"),
    "vi": ("vn", "285.000đ", "Còn hàng", "Thêm vào giỏ hàng"),
    "zh-TW": ("tw", "NT$680", "庫存充足", "加入購物車"),
}


def stored(language: str, before: str = "", behind: str = "") -> str | None:
    """The price that is stored of a page with these lines around its only amount."""
    ending, amount, stock, button = PLACES[language]
    lines = "".join(f"<p>{text}</p>" for text in (before, amount, behind, stock) if text)
    answer = read_page(
        f"<nav><a href='/'>Pine House</a></nav><main><h1>{NAME}</h1>{lines}<button>{button}</button></main>",
        url=f"https://www.pine-house.{ending}/p/vorra-kettle-1200",
        title=NAME,
        lang=language,
    )
    return answer["offer"]["price"] if answer.get("verdict", {}).get("status") == "ok" else None


@pytest.mark.parametrize("language", PLACES)
def test_the_amount_alone_is_the_price(language: str) -> None:
    assert stored(language) is not None


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Deposit to reserve your build slot."),
        ("en", "Reserves your build slot. Balance quoted after survey."),
        ("en", "Built to order. Non-refundable deposit, fourteen weeks."),
        ("es", "Anticipo para empezar el encargo."),
        ("es", "Señal para empezar el encargo. El resto según piel y altura."),
        ("tr", "Kapora. Kalan tutar desene göre belirlenir."),
        ("de", "Anzahlung für Ihren Platz, Rest bei Lieferung."),
        ("fr", "Acompte pour réserver votre place à l'atelier."),
        ("it", "Acconto per avviare la lavorazione."),
        ("nl", "Aanbetaling om te beginnen. De rest volgt later."),
        ("pl", "Zadatek na poczet zamówienia."),
        ("cs", "Záloha na výrobu, doplatek při převzetí."),
        ("ru", "Предоплата за изготовление. Остаток при получении."),
        ("sv", "Handpenning för din plats i kön."),
        ("ja", "内金です。残金は完成後にお支払いください。"),
        ("ko", "계약금입니다."),
    ],
)
def test_a_sentence_beside_the_amount_tells_of_a_deposit(language: str, said: str) -> None:
    assert stored(language, behind=said) is None
    assert stored(language, before=said) is None


@pytest.mark.parametrize(
    ("language", "word"),
    [
        ("bg", "Капаро"),
        ("et", "Ettemaks"),
        ("et", "Broneerimistasu"),
        ("lv", "Avanss"),
        ("lt", "Avansas"),
        ("sr", "Kapara"),
        ("sr", "Капара"),
        ("sl", "Predplačilo"),
        ("vi", "Tiền cọc"),
        ("hr", "Predujam"),
        ("th", "มัดจำ"),
        ("id", "Uang muka"),
        ("he", "מקדמה"),
    ],
)
def test_a_deposits_name_alone(language: str, word: str) -> None:
    assert stored(language, before=word) is None
    assert stored(language, behind=word) is None


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("sk", "mesačne"),
        ("bg", "на месец"),
        ("et", "kuus"),
        ("lv", "mēnesī"),
        ("sr", "mesečno"),
        ("hr", "mjesečno"),
        ("ko", "월 이용료"),
        ("th", "ต่อเดือน"),
        ("vi", "mỗi tháng"),
        ("ru", "месяц"),
        ("nl", "p/m bruto via je werkgever"),
    ],
)
def test_what_is_paid_by_the_month(language: str, said: str) -> None:
    assert stored(language, behind=said) is None


@pytest.mark.parametrize(
    ("language", "label"),
    [
        ("fr", "Minimum de commande"),
        ("nl", "Minimumbestelling"),
        ("nl", "Minimale bestelling"),
        ("it", "Ordine minimo"),
        ("pt", "Encomenda mínima"),
        ("pl", "Minimalne zamówienie"),
        ("cs", "Minimální objednávka"),
        ("tr", "Minimum sipariş"),
        ("sv", "Minsta order"),
        ("da", "Mindste ordre"),
        ("nb", "Minste bestilling"),
        ("lv", "Minimālais pasūtījums"),
        ("lt", "Minimalus užsakymas"),
        ("sr", "Minimalna porudžbina"),
        ("sl", "Minimalno naročilo"),
        ("ja", "最低注文金額"),
        ("ko", "최소 주문금액"),
        ("zh-TW", "最低訂購金額"),
        ("he", "הזמנה מינימלית"),
    ],
)
def test_what_an_order_must_come_to(language: str, label: str) -> None:
    assert stored(language, before=label) is None


def test_what_an_order_must_come_to_says_nothing_of_the_price_above_it() -> None:
    assert stored("nl", behind="Minimumbestelling</p><p>€ 150,00") == "28.00"


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "POA"),
        ("en", "Price: P.O.A."),
        ("nl", "Log in om uw prijs te zien"),
        ("de", "Melden Sie sich an, um Ihren Preis zu sehen"),
        ("fr", "Connectez-vous pour voir votre prix"),
        ("it", "Accedi per vedere il tuo prezzo"),
        ("et", "Hind päringul"),
        ("lv", "Cena pēc pieprasījuma"),
        ("lt", "Kaina pagal užklausą"),
        ("hr", "Cijena na upit"),
        ("sr", "Cena na upit"),
        ("sl", "Cena na povpraševanje"),
        ("bg", "Цена при запитване"),
    ],
)
def test_what_stands_behind_a_price_on_request_is_none(language: str, said: str) -> None:
    assert stored(language, before=f"{said}</p><p>Vorra") is None


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Deposit information"),
        ("en", "Spread the cost with a 10 % deposit"),
        ("en", "Monthly planner refills fit"),
        ("en", "Holds a litre, secures the lid."),
        ("ru", "Залог вашего здоровья"),
        ("lt", "Likutis sandėlyje"),
        ("de", "Ohne Anzahlung lieferbar"),
        ("es", "Reserva de stock 12 horas"),
    ],
)
def test_other_words_say_nothing(language: str, said: str) -> None:
    assert stored(language, behind=said) is not None


def test_a_deposit_with_its_own_amount_is_not_the_price() -> None:
    assert stored("en", behind="Deposit of £5.00 reserves yours") == "28.00"
