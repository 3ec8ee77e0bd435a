"""Small pages of small shops: little text, prices in elements named in the shop's language, choices side by side."""

from __future__ import annotations

from typing import Any

import pytest

from common.settings import ShopsSettings
from common.shops.registry import Shops
from fleet.operations.read_saved import read_saved

SHOPS = Shops(ShopsSettings())
URL = "https://shop.example/p/blue-cup-of-the-hills"
HEADING = "<h1>Blue cup of the hills</h1>"


def read(body: str, lang: str = "de-DE", url: str = URL) -> dict[str, Any]:
    top = "<meta charset='utf-8'><title>Blue cup of the hills</title>"
    return read_saved(f"<html lang='{lang}'><head>{top}</head><body>{body}</body></html>".encode(), url, SHOPS)


def stored(answer: dict[str, Any]) -> tuple[Any, ...]:
    offer = answer["offer"]
    return answer["verdict"]["status"], offer["price"], offer["currency"]


def test_a_short_page_that_prints_an_amount_is_no_shell() -> None:
    page = "<b>Blue cup of the hills</b><p>EUR 38,50</p><form action='korb.php'>{}</form>"
    assert stored(read(page.format("<input type='image' alt='in den Warenkorb'>"))) == ("ok", "38.50", "EUR")
    assert read("<b>Blue cup of the hills</b><p>Loading</p>")["reason"] == "EMPTY_SHELL"


def test_a_picture_of_a_payment_service_buys_whatever_it_says() -> None:
    page = "<h2>Blue cup of the hills</h2><p>Of walnut.</p><p><b>Price: $425.00 + $35 shipping</b></p>{}"
    button = "<form><input type='image' src='https://x.example/btn/{}.gif' alt='Make payments with PayPal'></form>"
    assert stored(read(page.format(button.format("x-click-but22")), lang="en-US")) == ("ok", "425.00", "USD")
    assert read(page.format(button.format("logo")), lang="en-US")["verdict"]["status"] != "ok"


@pytest.mark.parametrize(
    ("lang", "body", "price", "currency"),
    [
        ("nl-NL", "<div class='prijs'>34<sup>95</sup></div><button>In winkelmand</button>", "34.95", "EUR"),
        ("nl-NL", "<b class='vanprijs'>€ 44,95</b><b class='prijs'>€ 34,95</b><button>Bestel</button>", "34.95", "EUR"),
        ("fi-FI", "<span class='hinta'>34,95</span><button>Lisää ostoskoriin</button>", "34.95", "EUR"),
        ("hr-HR", "<span class='cijena'>34,95</span><button>Dodaj u košaricu</button>", "34.95", "EUR"),
        ("ro-RO", "<span class='pret'>34,95</span><button>Adaugă în coș</button>", "34.95", "RON"),
        ("de-DE", "<i class='streichpreis'>44 €</i><i class='preis'>34 €</i><button>Kaufen</button>", "34.00", "EUR"),
        (
            "pl-PL",
            "<b class='stara-cena'>44 zł</b><b class='cena'>34 zł</b><button>Do koszyka</button>",
            "34.00",
            "PLN",
        ),
        (
            "tr-TR",
            "<b class='eski-fiyat'>44 TL</b><b class='fiyat'>34 TL</b><button>Sepete Ekle</button>",
            "34.00",
            "TRY",
        ),
    ],
)
def test_names_of_prices_in_the_shop_s_language(lang: str, body: str, price: str, currency: str) -> None:
    assert stored(read(f"{HEADING}{body}", lang=lang)) == ("ok", price, currency)


@pytest.mark.parametrize(
    "other",
    [
        "<p>Selbstabholer: <b>189,00 €</b></p>",
        "<p>Händlerpreis: <b>189,00 €</b></p>",
    ],
)
def test_a_price_for_some_buyers_is_not_the_price(other: str) -> None:
    page = f"{HEADING}{other}<p>Preis: <b>209,00 €</b> inkl. MwSt.</p><p>auf Lager</p><button>Kaufen</button>"
    assert stored(read(page)) == ("ok", "209.00", "EUR")


CHOICES = (
    "<ul><li><label><input type='radio' name='f' {}> 75 cl <span class='prix'>18,50 €</span></label></li>"
    "<li><label><input type='radio' name='f' {}> 150 cl <span class='prix'>39,00 €</span></label></li></ul>"
    "<p>En stock</p><button>Ajouter au panier</button>"
)


def test_of_choices_side_by_side_the_price_is_the_one_chosen_beforehand() -> None:
    assert stored(read(HEADING + CHOICES.format("checked", ""), lang="fr-FR")) == ("ok", "18.50", "EUR")


@pytest.mark.parametrize("checked", [("", ""), ("", "checked")])
def test_where_none_or_another_is_chosen_the_first_is_doubted(checked: tuple[str, str]) -> None:
    answer = read(HEADING + CHOICES.format(*checked), lang="fr-FR")
    assert answer["verdict"]["status"] == "quarantine"


@pytest.mark.parametrize(
    ("lang", "other", "price", "buy"),
    [
        ("hr-HR", "Dostava: 4,99 €", "Cijena: 62,90 €", "Dodaj u košaricu"),
        ("sl-SI", "Poštnina: 4,99 €", "Cena: 62,90 €", "V košarico"),
        ("lt-LT", "Pristatymas: 4,99 €", "Kaina: 62,90 €", "Į krepšelį"),
        ("hu-HU", "Házhozszállítás: 4 990 Ft", "Ár: 62 900 Ft", "Kosárba"),
        ("ro-RO", "Transportul: 20 lei", "Preț: 290 lei", "Adaugă în coș"),
        ("bg-BG", "Транспорт: 4,99 €", "Цена: 62,90 €", "Купи"),
        ("el-GR", "Αντικαταβολή: 2,50 €", "Τιμή: 62,90 €", "Προσθήκη στο καλάθι"),
    ],
)
def test_getting_it_home_is_no_second_price(lang: str, other: str, price: str, buy: str) -> None:
    answer = read(f"{HEADING}<p>{price}</p><p>{other}</p><button>{buy}</button>", lang=lang)
    assert stored(answer)[0] == "ok"
    assert answer["offer"]["price"].startswith(("62", "290"))


def test_rands_of_south_africa_are_prices_and_sizes_of_tyres_are_none() -> None:
    page = f"{HEADING}<p>205/55 R16</p><p>{{}}</p><p>In stock</p><button>Add to cart</button>"
    for printed in ("R 1 185.00", "R1,185.00", "R1185.00 per tyre"):
        assert stored(read(page.format(printed), lang="en-ZA")) == ("ok", "1185.00", "ZAR")


def test_what_is_booked_is_no_product() -> None:
    answer = read("<h1>Blue cup of the hills</h1><p class='price'>£35</p><button>Book now</button>", lang="en-GB")
    assert (answer["ok"], answer["reason"]) == (False, "NOT_A_PRODUCT")


SECTION = (
    "<html lang='zh-TW'><head><meta charset='utf-8'><title>Kinsai Foods</title></head><body><h1>產品專區</h1>"
    "<ul class='breadcrumb'><li><a href='/'>首頁</a></li><li>{}</li></ul>"
    "<div><a href='/tea/9'>牛蒡茶15包/盒</a><p class='new-price'>NT$500</p></div>"
    "<h2>洛神花茶12包/盒裝</h2><p class='new-price'>NT$420</p><a href='#'>加入購物車</a></body></html>"
)


def test_below_the_name_of_a_section_the_heading_that_the_trail_repeats_is_the_product_s() -> None:
    own, other = (
        read_saved(SECTION.format(end).encode(), "https://shop.example/product_info.html?id=27", SHOPS)
        for end in ("洛神花茶12包/盒裝", "產品專區")
    )
    assert own["offer"]["title"] == "洛神花茶12包/盒裝"
    assert stored(own) == ("ok", "420.00", "TWD")
    assert stored(other) != ("ok", "500.00", "TWD")


def test_a_title_that_holds_the_first_half_of_the_name_names_the_product() -> None:
    page = (
        "<html lang='en-GB'><head><title>{} | The Toy Yard</title></head><body><h1>Wooden castle with two towers"
        " (new)</h1><p class='value'>£21.80</p><p>Of beech.</p></body></html>"
    )
    whole, part = (
        read_saved(page.format(title).encode(), URL, SHOPS) for title in ("Wooden castle with two", "Wooden castle")
    )
    assert whole["offer"]["price"] == "21.80"
    assert whole["verdict"]["reason"] == "UNKNOWN_AVAILABILITY"
    assert part["verdict"]["reason"] == "UNCONFIRMED_PRICE"


def test_the_name_is_no_label_of_the_amount_behind_it() -> None:
    page = "<h1>{}</h1><p>£25.00</p><p>In stock</p><button>Add to cart</button>"
    top = "<html lang='en-GB'><head><title>{0}</title></head><body>"
    for name in ("Voucher holder", "Gift card", "Deposit box"):
        answer = read_saved((top.format(name) + page.format(name)).encode(), URL, SHOPS)
        assert stored(answer) == ("ok", "25.00", "GBP"), name


def test_what_is_asked_for_a_unit_is_the_price_and_by_measure_is_not() -> None:
    box = "<p class='pricePerUnit'>£3.50 / <i>{}</i></p><p class='pricePerMeasure'>£0.70 / <i>ea</i></p>"
    rest = "<p>Item code: 7572754</p><p>In stock</p><button>Add to trolley</button>"
    assert stored(read(f"{HEADING}{box.format('unit')}{rest}", lang="en-GB")) == ("ok", "3.50", "GBP")
    assert read(f"{HEADING}{box.format('kg')}{rest}", lang="en-GB")["verdict"]["status"] != "ok"


def test_the_note_of_a_form_that_failed_makes_no_error_page_of_one_that_prints_an_amount() -> None:
    note = "<div class='alert'>Une erreur est survenue, merci de nous contacter</div>"
    page = f"{HEADING}<p>{{}}</p><p>En stock</p><button>Ajouter au panier</button>{note}"
    assert stored(read(page.format("22,50 €"), lang="fr-FR")) == ("ok", "22.50", "EUR")
    assert read(f"<h1>Oups</h1>{note}", lang="fr-FR")["reason"] == "ERROR_PAGE"


def test_the_cells_behind_a_column_s_head_are_no_pieces_of_one_amount() -> None:
    head = "<tr><th>Cat. no.</th><th>Pack</th><th>Price</th></tr>"
    rows = "<tr><td>BK250</td><td>1</td><td>£4.20</td></tr><tr><td>BK251</td><td>10</td><td>£36.00</td></tr>"
    answer = read(f"{HEADING}<table>{head}{rows}</table><p>In stock</p><button>Add to cart</button>", lang="en-GB")
    assert answer["offer"]["price"] in {None, "4.20"}
    assert answer["verdict"]["status"] != "ok"


def test_what_is_earned_with_a_price_is_no_label_of_it() -> None:
    page = f"{HEADING}<p>{{}}</p><p class='price'>23 810 ₽</p><p>артикул: 268</p><p>в наличии</p><a>купить</a>"
    assert stored(read(page.format("+238 бонусов"), lang="ru-RU")) == ("ok", "23810.00", "RUB")
    assert read(page.format("бонусами:"), lang="ru-RU")["verdict"]["status"] != "ok"


@pytest.mark.parametrize(
    ("said", "lang", "price"),
    [
        ("Earn 12 points", "en-GB", "£{}.50"),
        ("Collect 12 points", "en-GB", "£{}.50"),
        ("12 Punkte sammeln", "de-DE", "{},50 €"),
        ("Gagnez 12 points", "fr-FR", "{},50 €"),
        ("Acumula 12 puntos", "es-ES", "{},50 €"),
        ("Guadagni 12 punti", "it-IT", "{},50 €"),
        ("Zbierz 12 punktów", "pl-PL", "{},50 zł"),
        ("12ポイント獲得", "ja-JP", "{}50円"),
    ],
)
def test_points_that_are_earned_make_no_other_amount_of_the_price_before_them(said: str, lang: str, price: str) -> None:
    asked, before = price.format(22), price.format(28)
    box = f"<p class='price'><ins>{asked}</ins></p><div>{said}</div><p><del>{before}</del></p>"
    answer = read(f"{HEADING}<div>{box}</div><p>SKU: 268</p><button>Add to cart</button>", lang=lang)
    assert stored(answer)[:2] == ("ok", "2250" if lang == "ja-JP" else "22.50")


def test_so_many_payments_behind_an_amount_are_instalments() -> None:
    page = f"{HEADING}<p>Art.-Nr.: 268</p><p>{{}}</p><p>auf Lager</p><button>Kaufen</button>"
    assert stored(read(page.format("23,80 €</p><p>5,95 € × 4 Raten"))) == ("ok", "23.80", "EUR")
    assert read(page.format("5,95 € × 4"))["verdict"]["status"] != "ok"


LAMP = (
    "<html lang='it'><head><title>Ricambi Bianchi - {}</title></head><body><p>Illuminazione</p>"
    "<p class='fs-3'>Faro anteriore destro Fiat Punto 188</p><p>Codice: 51783</p><p>Disponibile</p><p>€ 84,50</p>"
    "<button>Aggiungi al carrello</button></body></html>"
)


def test_a_text_of_which_the_title_holds_the_first_half_is_the_name() -> None:
    half, less = (
        read_saved(LAMP.format(title).encode(), "https://shop.example/dettaglio.html?id=51783", SHOPS)
        for title in ("Faro anteriore destro", "Faro anteriore")
    )
    assert stored(half) == ("ok", "84.50", "EUR")
    assert half["offer"]["title"] == "Faro anteriore destro Fiat Punto 188"
    assert "offer" not in less


def test_a_name_that_begins_as_the_title_does_names_the_product() -> None:
    page = "<html lang='cs'><title>{} | Autobazar</title><body><h1>Skoda Kamiq 1.0 TSI Style</h1><p>{}</p></body>"
    same, other = (
        read_saved(page.format(title, "470 000 Kč").encode(), "https://shop.example/kamiq/495", SHOPS)
        for title in ("Skoda Kamiq 1.0 TSI benzín", "Skoda a další vozy benzín")
    )
    assert (same["verdict"]["reason"], same["offer"]["price"]) == ("UNKNOWN_AVAILABILITY", "470000.00")
    assert other["reason"] == "NOT_A_PRODUCT"
