"""An amount that is asked from so many pieces on is another one than the price, in whatever language it says so."""

from __future__ import annotations

import pytest

from tests.invented.plain_page import read_page

BRITISH = ("co.uk", "en", "£19.90", "£17.90", "Add to basket", "In stock")
CZECH = ("cz", "cs", "199 Kč", "179 Kč", "Do košíku", "Skladem")
LATVIAN = ("lv", "lv", "19,90 €", "17,90 €", "Pirkt", "Ir noliktavā")
ICELANDIC = ("is", "is", "1.990 kr.", "1.790 kr.", "Setja í körfu", "Til á lager")
HEBREW = ("co.il", "he", "199.00 ₪", "179.00 ₪", "הוסף לסל", "במלאי")
ESTONIAN = ("ee", "et", "19,90 €", "17,90 €", "Lisa ostukorvi", "Laos")
ITALIAN = ("it", "it", "19,90 €", "17,90 €", "Aggiungi al carrello", "Disponibile")
TURKISH = ("com.tr", "tr", "199,90 TL", "179,90 TL", "Sepete ekle", "Stokta var")
VIETNAMESE = ("vn", "vi", "199.000đ", "179.000đ", "Thêm vào giỏ hàng", "Còn hàng")
RUSSIAN = ("ru", "ru", "1 990 ₽", "1 790 ₽", "В корзину", "В наличии")
CHINESE = ("cn", "zh-CN", "¥199.00", "¥179.00", "加入购物车", "有货")
Shop = tuple[str, str, str, str, str, str]


def stored(body: str, shop: Shop) -> str | None:
    """The price that is stored of a page that declares nothing, with this below its heading."""
    ending, language, price, lower, button, stock = shop
    said = body.format(price=price, lower=lower)
    answer = read_page(
        f"<main><h1>Vorra K-12</h1>{said}<p>{stock}</p><button>{button}</button></main>",
        url=f"https://pine-house.{ending}/p/vorra-k-12",
        title="Vorra K-12 | Pine House",
        lang=language,
    )
    return str(answer["offer"]["price"]) if answer["verdict"]["status"] == "ok" else None


def amount(shop: Shop) -> str:
    """The digits of the shop's price."""
    return "".join(filter(str.isdigit, shop[2]))


@pytest.mark.parametrize("form", ["<p class=price>{{price}}</p><p>{}</p>", "<p>{}</p><p class=price>{{price}}</p>"])
@pytest.mark.parametrize(
    ("said", "shop"),
    [
        ("5 or more {lower}", BRITISH),
        ("10 pcs or more: {lower}", BRITISH),
        ("Price over 10 pcs: {lower}", BRITISH),
        ("10 ks a více: {lower}", CZECH),
        ("Cena no 10 gab.: {lower}", LATVIAN),
        ("pērkot 10 gab.: {lower}", LATVIAN),
        ("5 eða fleiri {lower}", ICELANDIC),
        ("Verð frá 10 stk.: {lower}", ICELANDIC),
        ("מחיר ל-10 יחידות ומעלה: {lower}", HEBREW),
        ("מ-10 יחידות: {lower}", HEBREW),
        ("alates 10 tk: {lower}", ESTONIAN),
        ("Prezzo per 10 o più pezzi: {lower}", ITALIAN),
        ("10 adet üzeri fiyat: {lower}", TURKISH),
        ("Từ 10 sản phẩm trở lên: {lower}", VIETNAMESE),
        ("свыше 10 шт.: {lower}", RUSSIAN),
        ("购买10件及以上：{lower}", CHINESE),
        ("≥10件 {lower}", CHINESE),
    ],
)
def test_the_price_of_one_is_stored(form: str, said: str, shop: Shop) -> None:
    found = stored(form.format(said), shop)
    assert found is not None
    assert found.replace(".", "").rstrip("0") == amount(shop).rstrip("0")


@pytest.mark.parametrize(
    ("body", "shop"),
    [
        ("<p class=price>{price} (>5 ks)</p>", CZECH),
        ("<p class=price>{price}</p><p>>10 ks</p>", CZECH),
        ("<p>More than 10</p><p class=price>{price}</p>", BRITISH),
        ("<p class=price>{price}</p><p>More than 10 in stock</p>", BRITISH),
        ("<p class=price>{price} / 10 pezzi</p>", ITALIAN),
        ("<p>Наличие: более 10 шт.</p><p>{price}</p>", RUSSIAN),
    ],
)
def test_a_pack_or_a_number_in_stock_makes_no_other_amount_of_the_price(body: str, shop: Shop) -> None:
    found = stored(body, shop)
    assert found is not None
    assert found.replace(".", "").rstrip("0") == amount(shop).rstrip("0")


def test_an_amount_for_several_alone_is_not_stored() -> None:
    assert stored("<p>10 pcs or more: {lower}</p>", BRITISH) is None


GERMAN = ("de", "de", "19,90 €", "17,90 €", "In den Warenkorb", "Auf Lager")


def rows(*counted: tuple[str, str], head: str = "", above: str = "") -> str:
    """A table of what one costs of so many, with these words as its head and above it."""
    cells = "".join(f"<tr><td>{count}</td><td>{price}</td></tr>" for count, price in counted)
    return f"{above}<table><tr><th>{head}</th></tr>{cells}</table>" if head else f"{above}<table>{cells}</table>"


@pytest.mark.parametrize(
    ("one", "more", "most", "shop"),
    [
        ("от 1 шт.", "от 20 шт.", "от 100 шт.", RUSSIAN),
        ("ab 1 Stück", "ab 10 Stück", "ab 50 Stück", GERMAN),
        ("od 1 ks", "od 10 ks", "od 50 ks", CZECH),
        ("from 1 pc", "from 10 pcs", "from 50 pcs", BRITISH),
    ],
)
def test_from_one_piece_on_is_the_price(one: str, more: str, most: str, shop: Shop) -> None:
    least = {RUSSIAN: "1 690 ₽", GERMAN: "16,90 €", CZECH: "169 Kč", BRITISH: "£16.90"}[shop]
    said = rows((one, "{price}"), (more, "{lower}"), (most, least))
    assert "".join(filter(str.isdigit, stored(said, shop) or "")).startswith(amount(shop))


ONE, TEN = "ab 1 Stück", "ab 10 Stück"


@pytest.mark.parametrize(
    "said",
    [
        rows((ONE, "4,95 €"), (TEN, "3,95 €"), head="Lieferung"),
        rows((ONE, "4,95 €"), (TEN, "3,95 €"), above="<h3>Versandkosten</h3>"),
        rows((ONE, "4,95 €"), (TEN, "3,95 €"), above="<p>Für Mitglieder</p>"),
        rows((ONE, "4,95 €"), (TEN, "3,95 €"), head="Großhandel"),
        rows((ONE, "4,95 €"), (TEN, "3,95 €"), head="Preis exkl. MwSt."),
        rows((ONE, "4,95 €"), (TEN, "3,95 €"), above="<p>Ratenzahlung</p>"),
        rows((ONE, "4,95 € im Monat"), (TEN, "3,95 € im Monat")),
        rows((ONE, "<del>4,95 €</del>"), (TEN, "3,95 €")),
        rows(("ab 1 Tag", "4,95 €"), ("ab 10 Tage", "3,95 €"), head="Miete"),
        rows(("ab 5 Stück", "4,95 €"), (TEN, "3,95 €")),
        rows((ONE, "4,95 €"), (TEN, "3,95 €"), above="<p class=price>{price}</p><p>Geschenkverpackung</p>"),
        rows((ONE, "5,95 €"), (TEN, "5,45 €")) + rows((ONE, "4,95 €"), (TEN, "3,95 €"), above="<p>Gewerbe</p>"),
    ],
)
def test_from_one_piece_on_something_else_may_be_asked(said: str) -> None:
    assert stored(said, GERMAN) != "4.95"
