"""What a cart takes and is no goods: memberships, hire, courses, gifts of money; prices that are told elsewhere;
wish lists. And products that are named alike, which stay stored.
"""

from __future__ import annotations

import pytest

from tests.invented.plain_page import read_page

BUTTON = "<button>{}</button>"


def stored(name: str, body: str, button: str = "Add to cart", ending: str = "co.uk") -> str | None:
    """The price that is stored of a page without markup, with this heading and this behind it."""
    pressed = button if button.startswith("<") else BUTTON.format(button)
    answer = read_page(
        f"<nav><a href='/'>Pine House</a></nav><main><h1>{name}</h1>{body}{pressed}</main>",
        url=f"https://www.pine-house.{ending}/p/4411",
        title=name,
    )
    return answer["offer"]["price"] if answer.get("verdict", {}).get("status") == "ok" else None


@pytest.mark.parametrize(
    ("name", "body", "button", "ending"),
    [
        ("Adhésion annuelle", "<p class=price>45,00 €</p>", "Ajouter au panier", "fr"),
        ("Cuota anual de socio", "<p class=price>30,00 €</p>", "Añadir al carrito", "es"),
        ("Annual membership fee", "<p class=price>£30.00</p>", "Add to cart", "co.uk"),
        (
            "Bike Rack Rental",
            "<p class=price>£19.00</p><label>Pick-up date</label><input><label>Return date</label><input>",
            "Add to cart",
            "co.uk",
        ),
        ("Skiset Vorra", "<p class=price>89,00 €</p><p>6 Tage inkl. Schuhe</p>", "In den Warenkorb", "de"),
        ("振袖 桜", "<p class=price>29,800円（税込）</p><p>3泊4日、往復送料無料</p>", "カートに入れる", "jp"),
        ("新潟県産米 10kg", "<p>寄付金額</p><p class=price>18,000円</p>", "カートに入れる", "jp"),
        (
            "Taller de sushi",
            "<p>Sábado 12 de diciembre, 3 horas</p><p class=price>65,00 €</p>",
            "Añadir al carrito",
            "es",
        ),
        ("Svampkurs", "<p class=price>795 kr</p><p>Lördag 12 september kl 10–15.</p>", "Köp", "se"),
        ("Speaker One", "<p>Cover</p><p class=price>£29.00</p><p>Price: see in cart</p>", "Add to cart", "co.uk"),
        ("Desk Lamp", "<p class=price>$12.50</p><p>Call for price</p>", "Add to cart", "com"),
        (
            "Desk Fan",
            "<p class=price>$49.00</p><p>Prices shown in USD are approximate. You will be charged in EUR: 45,10 €</p>",
            "Add to cart",
            "com",
        ),
        ("Ahmed's wish list", "<a href='/c'>Oud Candle</a><span class=price>£14.00</span>", "Add to cart", "co.uk"),
        (
            "Liste de naissance de Vorra",
            "<a href='/t'>Théière</a><b class=price>34,90 €</b>",
            "Offrir cet article",
            "fr",
        ),
        (
            "Lista de boda de Vorra y Pine",
            "<a href='/t'>Tetera</a><b class=price>34,90 €</b>",
            "Añadir al carrito",
            "es",
        ),
        ("Lista nozze di Vorra", "<a href='/t'>Teiera</a><b class=price>34,90 €</b>", "Aggiungi al carrello", "it"),
        ("Vorras önskelista", "<a href='/t'>Tekanna</a><b class=price>349 kr</b>", "Köp", "se"),
        ("Список подарков Ворры", "<a href='/t'>Чайник</a><b class=price>349 ₽</b>", "В корзину", "ru"),
        ("Vorra's baby registry", "<a href='/t'>Teapot</a><b class=price>£34.00</b>", "Add to cart", "co.uk"),
        ("Meine Wunschliste", "<a href='/t'>Teekanne</a><span class=price>34,90 €</span>", "In den Warenkorb", "de"),
    ],
)
def test_no_goods(name: str, body: str, button: str, ending: str) -> None:
    assert stored(name, body, button, ending) is None


@pytest.mark.parametrize(
    ("name", "body"),
    [
        ("Vorra Membership Card Holder", "<p class=price>£9.00</p>"),
        ("Vorra Hire Car Seat", "<p class=price>£49.00</p><p>Delivery date</p><p>Saturday 12 September</p>"),
        ("Concert Flute Vorra", "<p class=price>£249.00</p><p>Delivered on Saturday 12 September</p>"),
        ("Wish List Notebook", "<p class=price>£9.00</p>"),
        ("Baby Registry Planner", "<p class=price>£9.00</p>"),
        ("Vorra Kettle", "<p class=price>£29.00</p><p>Request a quote for large orders</p>"),
        ("Vorra Kettle", "<p class=price>£29.00</p><p>Prices are shown in GBP</p>"),
    ],
)
def test_goods_that_are_named_alike(name: str, body: str) -> None:
    assert stored(name, body) is not None


@pytest.mark.parametrize(
    ("name", "button", "ending"),
    [
        ("Donate to Pine Rescue", "Add to cart", "co.uk"),
        ("Custom order payment", "Add to cart", "co.uk"),
        ("Delivery surcharge – Highlands", "Add to cart", "co.uk"),
        ("Spende Baumpflanzung", "In den Warenkorb", "de"),
        ("Versandkosten Insel", "In den Warenkorb", "de"),
        ("Don à l'association", "Ajouter au panier", "fr"),
        ("Participation aux frais de port", "Ajouter au panier", "fr"),
        ("Diferencia de precio pedido", "Añadir al carrito", "es"),
        ("Donazione", "Aggiungi al carrello", "it"),
        ("Donatie", "In winkelwagen", "nl"),
        ("Dopłata do zamówienia", "Dodaj do koszyka", "pl"),
        ("Finanční příspěvek na útulek", "Do košíku", "cz"),
        ("Пожертвование", "В корзину", "ru"),
        ("差額お支払い用", "カートに入れる", "jp"),
        ("개인결제창 김솔님", "장바구니 담기", "kr"),
        ("补差价专用链接", "加入购物车", "cn"),
    ],
)
def test_gifts_of_money_and_what_is_paid_on_top_of_an_order_are_no_goods(name: str, button: str, ending: str) -> None:
    price = {"co.uk": "£25.00", "cz": "250 Kč", "pl": "25,00 zł", "ru": "500 ₽", "jp": "500円", "kr": "5,000원"}
    body = f"<p class=price>{price.get(ending, '¥25.00' if ending == 'cn' else '25,00 €')}</p>"
    assert stored(name, body, button, ending) is None


@pytest.mark.parametrize(
    ("name", "button", "ending"),
    [
        ("Donation box, oak", "Add to cart", "co.uk"),
        ("Delivery bag 20 l", "Add to cart", "co.uk"),
        ("Balance bike Vorra", "Add to cart", "co.uk"),
        ("Spendenbox Eiche", "In den Warenkorb", "de"),
        ("Complément alimentaire Vorra", "Ajouter au panier", "fr"),
        ("Suplemento de magnesio", "Añadir al carrito", "es"),
    ],
)
def test_goods_named_after_gifts_and_deliveries(name: str, button: str, ending: str) -> None:
    price = "£25.00" if ending == "co.uk" else "25,00 €"
    assert stored(name, f"<p class=price>{price}</p>", button, ending) == "25.00"


@pytest.mark.parametrize(
    ("day", "button", "ending"),
    [
        ("Saturday 9 January 10am – 4pm", "Add to cart", "co.uk"),
        ("Sat 9 Jan 2027, 10:00-16:00", "Add to cart", "co.uk"),
        ("Samstag, 9. Januar 2027, 10–16 Uhr", "In den Warenkorb", "de"),
        ("samedi 9 janvier 2027, 10h-16h", "Ajouter au panier", "fr"),
        ("sobota 9 stycznia 2027, 10:00–16:00", "Dodaj do koszyka", "pl"),
    ],
)
def test_what_has_a_day_and_hours_of_its_own_is_no_goods(day: str, button: str, ending: str) -> None:
    price = {"co.uk": "£65.00", "pl": "65,00 zł"}.get(ending, "65,00 €")
    assert stored("Vorra bread day", f"<p>{day}</p><p class=price>{price}</p>", button, ending) is None
    assert stored("Vorra bread day", f"<p class=price>{price}</p><p>{day}</p>", button, ending) is None


@pytest.mark.parametrize(
    "body",
    [
        "<p class=price>£65.00</p><p>Delivery</p><p>Saturday 9 January 10am – 4pm</p>",
        "<p>Saturday 10am – 4pm</p><p class=price>£65.00</p>",
        "<p>Saturday 9 January</p><p class=price>£65.00</p>",
    ],
)
def test_days_that_are_not_the_products_own(body: str) -> None:
    assert stored("Vorra bread tin", body) == "65.00"


_DAY = "<p>Saturday 12 December 2026, {}, in the barn</p><p class=fee>£95.00</p>"


@pytest.mark.parametrize(
    ("name", "body"),
    [
        ("Spin Your Own Yarn", _DAY.format("10am to 4pm") + "<p>4 places left</p>"),
        ("Workshop: Spin Your Own Yarn", _DAY.format("10 am to 4 pm")),
        ("Kiln Hire, 6 cu ft", "<p>£85.00</p><p>Choose a day: <input type=date></p>"),
        ("Kiln, 6 cu ft", "<p>£85.00</p><p>per firing, cone 6 or below</p>"),
        ("Kiln, 6 cu ft", "<p>£85.00</p><p>We load it. Bond of £100.00 is refunded after checks.</p>"),
    ],
)
def test_courses_by_their_date_and_hire_by_its_fields_are_no_goods(name: str, body: str) -> None:
    assert stored(name, f"{body}<p>In stock</p>") is None


@pytest.mark.parametrize(
    "body",
    [
        "<p>£95.00</p><p>Delivery Saturday 12 December, 10am to 4pm</p>",
        "<p>£95.00</p><p>Deliver on: <input type=date></p>",
        "<p>£95.00</p><p>per firing pin</p>",
        "<p>£95.00</p><p>4 places left on the shelf</p>",
    ],
)
def test_dates_of_delivery_make_no_course(body: str) -> None:
    assert stored("Vorra Kiln 60", f"{body}<p>In stock</p>") == "95.00"
