"""Prices by a measure whose name is spelled out: "le mètre", "per square metre", "méterenként". They are never stored
as the price of the thing; the price of a piece beside one is."""

from __future__ import annotations

import pytest

from common.reading.visible.others.by_measure import is_by_measure
from common.settings import ShopsSettings
from common.shops.registry import Shops
from fleet.operations.read_saved import read_saved

SHOPS = Shops(ShopsSettings())
# language → domain, amount, button, the words
SAID: dict[str, tuple[str, str, str, tuple[str, ...]]] = {
    "de": (
        "de",
        "28,00 €",
        "In den Warenkorb",
        ("pro Meter", "pro Quadratmeter", "je Kilogramm", "der laufende Meter"),
    ),
    "en": ("co.uk", "£28.00", "Add to basket", ("per metre", "per square metre", "per yard", "a metre", "per foot")),
    "fr": ("fr", "28,00 €", "Ajouter au panier", ("le mètre", "par mètre carré", "au mètre linéaire", "le kilo")),
    "nl": ("nl", "€ 28,00", "In winkelwagen", ("per meter", "per vierkante meter", "per strekkende meter")),
    "it": ("it", "€ 28,00", "Aggiungi al carrello", ("al metro", "al metro quadro", "al chilo")),
    "es": ("es", "28,00 €", "Añadir a la cesta", ("el metro", "por metro cuadrado", "por millar")),
    "pt": ("pt", "28,00 €", "Adicionar ao carrinho", ("por metro", "por quilo", "o metro quadrado", "por milheiro")),
    "ca": ("cat", "28,00 €", "Afegeix a la cistella", ("el metre", "per metre quadrat", "el quilo")),
    "pl": ("pl", "128,00 zł", "Do koszyka", ("za metr", "za metr kwadratowy", "za metr bieżący")),
    "cs": ("cz", "280 Kč", "Do košíku", ("za metr", "za metr čtvereční", "za běžný metr")),
    "sk": ("sk", "28,00 €", "Vložiť do košíka", ("za meter", "za meter štvorcový", "za bežný meter")),
    "sl": ("si", "28,00 €", "V košarico", ("na meter", "na kvadratni meter", "na kilogram")),
    "hr": ("hr", "28,00 €", "Dodaj u košaricu", ("po metru", "po četvornom metru", "po kilogramu")),
    "sr": ("rs", "2.800,00 RSD", "Додај у корпу", ("по метру", "по квадратном метру", "po kilogramu")),
    "mk": ("mk", "2.800 ден", "Додај во кошничка", ("за метар", "по метар", "за килограм")),
    "bg": ("bg", "28,00 €", "Добави в количката", ("на метър", "на квадратен метър", "за линеен метър")),
    "ro": ("ro", "128 lei", "Adaugă în coș", ("pe metru", "pe metru pătrat", "metrul liniar")),
    "hu": ("hu", "2 800 Ft", "Kosárba", ("méterenként", "négyzetméterenként", "kilónként")),
    "el": ("gr", "28,00 €", "Προσθήκη στο καλάθι", ("το μέτρο", "το τετραγωνικό μέτρο", "ανά τρέχον μέτρο")),
    "tr": ("com.tr", "280,00 TL", "Sepete ekle", ("metresi", "metrekaresi", "kilosu", "metre fiyatı")),
    "sv": ("se", "280 kr", "Lägg i varukorgen", ("per meter", "per kvadratmeter", "metern")),
    "da": ("dk", "280 kr.", "Læg i kurv", ("pr. meter", "pr. kvadratmeter", "pr. løbende meter")),
    "nb": ("no", "280 kr", "Legg i handlekurv", ("per meter", "pr. kvadratmeter", "pr. løpemeter")),
    "is": ("is", "2.800 kr.", "Setja í körfu", ("metrinn", "á fermetra", "kílóið")),
    "fi": ("fi", "28,00 €", "Lisää ostoskoriin", ("metriltä", "neliömetriltä", "kilolta")),
    "et": ("ee", "28,00 €", "Lisa ostukorvi", ("meeter", "ruutmeeter", "jooksva meetri hind")),
    "lv": ("lv", "28,00 €", "Pievienot grozam", ("par metru", "par kvadrātmetru", "par kilogramu")),
    "lt": ("lt", "28,00 €", "Į krepšelį", ("už metrą", "už kvadratinį metrą", "už kilogramą")),
    "ru": ("ru", "2 800 ₽", "В корзину", ("за метр", "за погонный метр", "за кв. м", "за м²")),
    "uk": ("ua", "280 грн", "Купити", ("за метр", "за квадратний метр", "за погонний метр")),
    "be": ("by", "28,00 руб.", "В корзину", ("за метр", "за квадратны метр", "за пагонны метр")),
    "kk": ("kz", "2 800 ₸", "Себетке салу", ("метріне", "шаршы метріне", "бір метр")),
    "az": ("az", "28,00 ₼", "Səbətə əlavə et", ("metri", "kvadrat metri", "bir metr")),
    "ja": ("jp", "2,800円", "カートに入れる", ("1mあたり", "1平方メートルあたり", "1kgあたり")),
    "ko": ("kr", "28,000원", "장바구니 담기", ("미터당", "제곱미터당", "1미터당", "킬로그램당")),
    "zh-tw": ("tw", "NT$680", "加入購物車", ("每公尺", "每平方公尺", "每公斤")),
    "zh-cn": ("cn", "¥680", "加入购物车", ("每米", "每平方米", "每公斤")),
    "th": ("co.th", "฿590", "เพิ่มลงตะกร้า", ("ต่อเมตร", "ต่อตารางเมตร", "ต่อกิโลกรัม", "เมตรละ")),
    "vi": ("vn", "285.000đ", "Thêm vào giỏ hàng", ("một mét", "mỗi mét vuông", "một ký")),
    "id": ("co.id", "Rp185.000", "Tambah ke keranjang", ("per meter", "per meter persegi", "per kilogram")),
    "ms": ("com.my", "RM28.00", "Tambah ke troli", ("semeter", "per meter persegi", "sekilo")),
    "ar": ("ae", "320.00 درهم", "أضف إلى السلة", ("للمتر", "للمتر المربع", "للكيلو")),
    "he": ("co.il", "₪64.90", "הוספה לסל", ("למטר", "למטר רבוע", "לקילו")),
    "hi": ("in", "₹280", "कार्ट में डालें", ("प्रति मीटर", "प्रति वर्ग मीटर", "प्रति किलो")),
    "bn": ("com.bd", "৳280", "কার্টে যোগ করুন", ("প্রতি মিটার", "প্রতি বর্গফুট", "প্রতি কেজি")),
    "hy": ("am", "2800 ֏", "ավելացնել զամբյուղ", ("մետրը", "մեկ մետր", "մեկ քառակուսի մետր")),
    "ka": ("ge", "28,00 ₾", "კალათაში", ("ერთი მეტრი", "მეტრის ფასი", "კვადრატულ მეტრზე")),
    "mn": ("mn", "28,000₮", "сагслах", ("нэг метр", "метр тутам", "нэг килограмм")),
    "sq": ("al", "28,00 €", "shto në shportë", ("për metër", "për metër katror", "metri")),
    "uz": ("uz", "28 000 so'm", "savatga", ("metri", "bir metr", "kvadrat metri")),
}
WORDS = [(lang, word) for lang, (*_, words) in SAID.items() for word in words]
_PAGE = (
    "<html lang='{}'><head><meta charset='utf-8'><title>{} | Pine House</title></head><body>"
    "<h1>{}</h1>{}<button>{}</button></body></html>"
)


def stored(body: str, lang: str, *, name: str = "Vorra blue linen") -> str | None:
    """The price that would be stored of a page with this between its heading and its button."""
    domain, _, button, _ = SAID[lang]
    html = _PAGE.format(lang, name, name, body, button)
    answer = read_saved(html.encode(), f"https://pine-house.{domain}/vorra-blue", SHOPS)
    is_ok = answer["ok"] and answer["verdict"]["status"] == "ok"
    return str(answer["offer"]["price"]) if is_ok and answer["offer"]["price"] else None


@pytest.mark.parametrize("lang", SAID)
def test_the_amount_alone_is_stored(lang: str) -> None:
    assert stored(f"<p>{SAID[lang][1]}</p>", lang) is not None


@pytest.mark.parametrize(("lang", "word"), WORDS)
@pytest.mark.parametrize(
    "shape", ["<p>{0}</p><p>{1}</p>", "<p>{0} {1}</p>", "<p class='price'>{0} <small>{1}</small></p>"]
)
def test_what_is_asked_by_measure_is_not_stored(shape: str, lang: str, word: str) -> None:
    assert stored(shape.format(SAID[lang][1], word), lang) is None


def test_persian_words_for_it() -> None:
    assert is_by_measure("28.00 € هر متر مربع")


@pytest.mark.parametrize(
    ("lang", "label"),
    [
        ("en", "Per kilo"),
        ("en", "Price per metre"),
        ("en", "Price per square metre:"),
        ("fr", "Prix au mètre"),
        ("fr", "Le mètre carré :"),
        ("de", "Preis pro Meter"),
        ("de", "Meterpreis"),
        ("nl", "Prijs per strekkende meter"),
        ("it", "Prezzo al metro"),
        ("es", "Precio por metro"),
        ("pt", "Preço por metro quadrado"),
        ("pl", "Cena za metr"),
        ("cs", "Cena za metr"),
        ("sv", "Pris per meter"),
        ("fi", "Metrihinta"),
        ("hu", "Méterár"),
        ("ru", "Цена за метр"),
        ("tr", "Metre fiyatı"),
        ("ja", "1mあたり"),
        ("ko", "미터당"),
        ("th", "ราคาต่อเมตร"),
        ("ar", "سعر المتر"),
        ("he", "מחיר למטר"),
    ],
)
@pytest.mark.parametrize(
    "shape",
    [
        "<p>{1}</p><p>{0}</p>",
        "<p>{1} {0}</p>",
        "<dl><dt>{1}</dt><dd>{0}</dd></dl>",
        "<p>{1}</p><p class='price'>{0}</p>",
    ],
)
def test_a_label_before_the_amount_may_name_the_measure(shape: str, lang: str, label: str) -> None:
    assert stored(shape.format(SAID[lang][1], label), lang) is None


@pytest.mark.parametrize("lang", SAID)
@pytest.mark.parametrize("sign", ["m²", "m2", "kg"])
def test_a_bare_measure_as_the_whole_line_behind(lang: str, sign: str) -> None:
    assert stored(f"<p>{SAID[lang][1]}</p><p>{sign}</p>", lang) is None


@pytest.mark.parametrize(
    ("lang", "behind"),
    [
        ("en", "Price per metre. Minimum cut 2 metres."),
        ("en", "per metre (minimum 2)"),
        ("en", "per metre inc. VAT"),
        ("fr", "Prix au mètre."),
        ("fr", "le mètre TTC"),
        ("th", "ต่อเมตร ขั้นต่ำ 3 เมตร"),
        ("ja", "1mあたり 税込"),
        ("de", "pro Meter, ab 2 m Abnahme"),
    ],
)
def test_a_clause_may_follow_the_measure(lang: str, behind: str) -> None:
    assert stored(f"<p>{SAID[lang][1]}</p><p>{behind}</p>", lang) is None


@pytest.mark.parametrize(
    ("lang", "behind"),
    [
        ("en", "per piece"),
        ("en", "each"),
        ("en", "2 metre cable"),
        ("en", "The metre rule is of beech"),
        ("en", "A kilo of feathers fits in"),
        ("en", "1 kg"),
        ("de", "pro Stück"),
        ("de", "2 Meter lang"),
        ("de", "Meterstab aus Buche"),
        ("fr", "la pièce"),
        ("fr", "Le mètre ruban de couture"),
        ("it", "al pezzo"),
        ("es", "por unidad"),
        ("es", "El metro de costura"),
        ("nl", "per stuk"),
        ("pl", "za sztukę"),
        ("hu", "2 méter"),
        ("ja", "5メートルのコード"),
    ],
)
def test_words_that_are_no_measure_of_the_price(lang: str, behind: str) -> None:
    amount = SAID[lang][1]
    assert stored(f"<p>{amount}</p><p>{behind}</p>", lang) == stored(f"<p>{amount}</p>", lang)


@pytest.mark.parametrize(
    ("lang", "name"),
    [
        ("en", "Vorra cable 2 metre"),
        ("de", "Vorra Kabel 5 Meter"),
        ("fr", "Vorra corde 10 mètres"),
        ("it", "Vorra riso 1 kilo"),
    ],
)
def test_the_size_of_the_thing_in_its_name(lang: str, name: str) -> None:
    assert stored(f"<p>{SAID[lang][1]}</p>", lang, name=name) is not None


@pytest.mark.parametrize(
    ("lang", "body", "price"),
    [
        ("nl", "<dl><dt>Prijs</dt><dd>€ 8,75</dd><dt>Per kilo</dt><dd>€ 35,00</dd></dl>", "8.75"),
        ("en", "<dl><dt>Price</dt><dd>£8.75</dd><dt>Per kilo</dt><dd>£35.00</dd></dl>", "8.75"),
        ("en", "<p>£8.75</p><p>Price per kilo:</p><p>£35.00</p>", "8.75"),
        ("en", "<p>£8.75</p><p>Price per metre £4.00</p>", "8.75"),
        ("en", "<p>£8.75</p><div><span>Per metre</span><span>£4.00</span></div>", "8.75"),
        ("en", "<p>£4.00 per metre</p><p>£8.75 per piece</p>", "8.75"),
        ("fr", "<p>8,75 €</p><p>Prix au kilo : 35,00 €</p>", "8.75"),
        ("fr", "<p>4,00 €</p><p>le mètre</p><p>8,75 €</p><p>la pièce</p>", "8.75"),
        ("de", "<p>8,75 €</p><p>Kilopreis 35,00 €</p>", "8.75"),
        ("he", '<p>₪64.90</p><p>8.65 ₪ ל-100 מ"ל</p>', "64.90"),
        ("hu", "<p>2 800 Ft</p><p>5 600 Ft kilónként</p>", "2800.00"),
        ("pt", "<p>8,75 €</p><p>35,00 € por quilo</p>", "8.75"),
        ("ja", "<p>2,800円</p><p>1kgあたり 5,600円</p>", "2800"),
        ("th", "<p>฿590</p><p>฿1,180 ต่อกิโลกรัม</p>", "590.00"),
    ],
)
def test_the_price_of_the_piece_beside_one_by_measure(lang: str, body: str, price: str) -> None:
    assert stored(body, lang) == price
