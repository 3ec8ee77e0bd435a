"""Pages that declare a product and sell none: reviews that lead to shops, tours, courses, hire, gifts of money, draws,
flats, adverts of who wants to buy. And amounts to choose from, as of a gift card.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.invented.plain_page import read_page

URL = "https://www.hollow-oak.co.uk/oakley-x5"
BUY = "<button>Add to basket</button>"


def read(
    body: str, name: str = "Oakley X5", price: str = "45.00", currency: str = "GBP", *, url: str = URL
) -> dict[str, Any]:
    offer = {"price": price, "priceCurrency": currency, "availability": "https://schema.org/InStock"}
    node = json.dumps({"@type": "Product", "name": name, "offers": offer})
    return read_page(
        f"<a href='/give'>Donate</a><h1>{name}</h1>{body}",
        url=url,
        title=name,
        head=f"<script type='application/ld+json'>{node}</script>",
    )


def reason(answer: dict[str, Any]) -> str:
    return str(answer.get("reason", "taken"))


@pytest.mark.parametrize(
    "body",
    [
        "<p>£45.00</p><p>3 hours, daily at ten</p><button>Book now</button>",
        "<p>£45.00</p><a class=button href='/book'>Book your place</a>",
        "<p>£45.00</p><button>Donate now</button>",
        "<p>£45.00</p><button>Hire now</button>",
        "<form><p>£45.00</p><input type=date name=day><input type=email name=mail><button>Book now</button></form>",
        "<p>£45.00</p><button>Buy tickets</button>",
        "<p>45,00 £</p><button>Jetzt buchen</button>",
        "<p>£45.00</p><button>Prendre rendez-vous</button>",
        "<p>£45.00</p><button>Dona ora</button>",
        "<p>£45.00</p><button>Записаться на курс</button>",
        "<p>Verdict: fine</p><p>£45.00</p><a href='https://www.amazon.co.uk/dp/B1'>Check price on Amazon</a>",
        "<p>£45.00</p><a rel='nofollow sponsored' href='https://elsewhere.example/1'>Have a look</a>",
        "<ul><li>One £45.00 <a href='https://one.example/1'>Go to shop</a><li>Two £52.00 <a href='https://two.example/1'>"
        "Go to shop</a></ul>",
        "<p>£45.00</p><a href='https://www.amazon.de/dp/B1'>Preis bei Amazon prüfen</a>",
        "<p>£45.00</p><a href='https://sklep.example/1'>Idź do sklepu</a>",
    ],
)
def test_where_nothing_is_bought_there_is_no_product(body: str) -> None:
    assert reason(read(body)) in {"NOT_A_PRODUCT", "ARTICLE"}


@pytest.mark.parametrize(
    "body",
    [
        f"<p>£45.00</p>{BUY}<button>Book now</button>",
        f"<p>£45.00</p><a href='https://www.amazon.co.uk/dp/B1'>Check price on Amazon</a>{BUY}",
        "<p>£45.00</p><a href='/p/other'>View offer</a><p>In stock</p>",
        f"<p>£45.00</p>{BUY}<footer><a href='/give'>Donate</a></footer>",
        "<p>£45.00</p><p>In stock</p>",
        "<p>£45.00</p><p>In stock</p><form><input type=email><input type=submit value='Join now'></form>",
        "<p>£45.00</p><p>Members earn points.</p><a href='/club'>Join now</a><button disabled>Add to basket</button>",
        "<p>£45.00</p><table><tr><td>4+<td>£42.00<tr><td>10+<td>£40.00</table><p>or 4 payments of £11.25</p>"
        "<p>Members earn points.</p><a href='/club'>Join now</a><p>In stock</p><button disabled>Add to basket</button>",
    ],
)
def test_where_something_is_it_stays_one(body: str) -> None:
    assert read(body)["verdict"]["status"] == "ok"


FORM = "<form action='/cart/add'><button type=submit name=add-to-cart class=add_to_cart_button>{}</button></form>"


@pytest.mark.parametrize(
    "said",
    [
        "Enter now",
        "Los kaufen",
        "Participar",
        "Auf die Anfrageliste",
        "Réserver",
        "Ver datas",
        "Zarezerwuj termin",
        "Add to hire list",
        "Loten kopen",
        "Boka plats",
    ],
)
def test_shop_systems_name_what_hires_or_enters_a_draw_as_what_buys(said: str) -> None:
    assert reason(read(f"<p>£45.00</p>{FORM.format(said)}")) == "NOT_A_PRODUCT"


def test_a_button_that_books_and_is_switched_off_buys_nothing() -> None:
    assert reason(read("<p>£45.00</p><button>Book now</button><button disabled>Join now</button>")) == "NOT_A_PRODUCT"


OFF = "<button disabled>Add to basket</button>"


@pytest.mark.parametrize(
    "body",
    [
        f"<a href='/club'>Join now</a><h3>Mug of the club</h3><p>£5.00</p>{OFF}",
        f"<a href='/club'>Join now</a><ul><li>Towel £2.00 {OFF}</li></ul>",
        f"<a href='/club'>Join now</a><p>Towel £2.00</p>{OFF}",
        f"<button>Donate now</button>{OFF}",
        f"<button>Enter now</button>{OFF}",
        f"<a rel=sponsored href='https://elsewhere.example/1'>Have a look</a>{OFF}",
    ],
)
def test_a_button_that_is_switched_off_buys_only_where_a_link_leads_to_a_club(body: str) -> None:
    assert reason(read(f"<p>£45.00</p>{body}")) == "NOT_A_PRODUCT"


def test_of_other_words_the_names_decide() -> None:
    assert read(f"<p>£45.00</p>{FORM.format('Into the trolley with it')}")["verdict"]["status"] == "ok"


@pytest.mark.parametrize(
    "said",
    [
        "Pledge",
        "Projekt unterstützen",
        "Contribuer",
        "Złóż wniosek",
        "Bereken je premie",
        "Jetzt beantragen",
        "Maak een afspraak",
        "Termin vereinbaren",
        "Add to my collection",
        "Ajouter à ma cave",
        "Zur Sammlung hinzufügen",
        "Jetzt verkaufen",
        "Vendre mon téléphone",
        "買取を申し込む",
        "Подать заявку",
        "Hemen başvur",
    ],
)
def test_so_nothing_is_bought_by_other_deeds(said: str) -> None:
    assert reason(read(f"<p>£45.00</p><button>{said}</button>")) == "NOT_A_PRODUCT"
    assert read(f"<p>£45.00</p>{BUY}<button>{said}</button>")["verdict"]["status"] == "ok"


def test_a_basket_of_what_is_sold_to_the_shop_buys_nothing() -> None:
    body = "<p>£45.00</p><a class=button href='/basket/add?id=88'>Add to sell basket</a>"
    assert reason(read(body)) == "NOT_A_PRODUCT"


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("/go/4711", "Zum Angebot"),
        ("/out/88", "View Deal"),
        ("/vai/221", "Vedi offerta"),
        ("/visit/9", "Zum Deal"),
        ("/recommends/q45", "Check price"),
        ("/redirect?to=1", "Voir l'offre"),
        ("/de/go/3", "Preis prüfen"),
    ],
)
def test_addresses_of_this_site_that_lead_on_lead_to_shops(path: str, said: str) -> None:
    link = f'<a href="{path}">{said}</a>'
    assert reason(read(f"<p>£45.00</p>{link}")) == "NOT_A_PRODUCT"
    assert read(f"<p>£45.00</p>{BUY}{link}")["verdict"]["status"] == "ok"
    assert read(f'<p>£45.00</p><p>In stock</p><a href="/p{path}">{said}</a>')["verdict"]["status"] == "ok"


@pytest.mark.parametrize("part", ["services", "servizi", "behandelingen", "vermietung", "uslugi", "servicios"])
def test_the_address_of_a_service_needs_a_button_that_buys(part: str) -> None:
    url = f"https://www.hollow-oak.co.uk/{part}/oakley-x5"
    assert reason(read("<p>£45.00</p><a href='/contact'>Contact us</a>", url=url)) == "NOT_A_PRODUCT"
    assert read(f"<p>£45.00</p>{BUY}", url=url)["verdict"]["status"] == "ok"


@pytest.mark.parametrize(
    ("name", "button"),
    [
        ("Suche Oakley Fräse X5", "Nachricht schreiben"),
        ("Куплю велосипед Oakley", "Показать телефон"),
        ("Wanted: Oakley X5", "Contact seller"),
        ("Busco bici Oakley", "Contactar"),
        ("Recherche vélo Oakley", "Contacter"),
        ("Köpes: Oakley X5", "Kontakta säljaren"),
    ],
)
def test_an_advert_of_who_wants_to_buy_sells_nothing(name: str, button: str) -> None:
    assert reason(read(f"<p>£45.00</p><button>{button}</button>", name)) == "NOT_A_PRODUCT"
    assert read(f"<p>£45.00</p>{BUY}", name)["verdict"]["status"] == "ok"
    sold = read(f"<p>£45.00</p><button>{button}</button>", "Oakley X5 wanted by many")
    assert sold["verdict"]["status"] == "ok"


@pytest.mark.parametrize(
    "said",
    [
        "58 m² · 2 Zimmer",
        "4 habitaciones · 3 baños · 180 m²",
        "5 pièces | 110 m²",
        "3 bed · 2 bath · 95 sqm",
        "48 м², 2 комнаты",
    ],
)
def test_rooms_and_their_area_make_a_home(said: str) -> None:
    assert reason(read(f"<p>£45.00</p><p>{said}</p><button>Contact agent</button>")) == "NOT_A_PRODUCT"
    assert read(f"<p>£45.00</p><p>{said}</p>{BUY}")["verdict"]["status"] == "ok"  # a tent or a garden house


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Apartman Vorra, 42 m²", "2 spavaće sobe, terasa, dostupno u lipnju"),
        ("Apartma Vorra – 42 m²", "2 spalnici, balkon"),
        ("Butas Vorra · 42 m²", "2 kambariai, balkonas"),
        ("Vorra flat, 42 sq m", "2 bedrooms, terrace"),
    ],
)
def test_the_area_may_stand_in_the_heading(name: str, said: str) -> None:
    assert reason(read(f"<p class=price>85 €</p><p>{said}</p><button>Contact agent</button>", name)) == "NOT_A_PRODUCT"
    assert read(f"<p class=price>£45.00</p><p>{said}</p>{BUY}", name)["verdict"]["status"] == "ok"


def test_what_is_sold_out_stays_one_too() -> None:
    assert reason(read("<p>Sold out</p><button>Book now</button>")) == "taken"


CHOICES = "<select name=value><option>£10.00</option><option>£25.00</option><option>£50.00</option></select>"


@pytest.mark.parametrize(
    "body",
    [
        f"<p class=price>£10.00</p>{CHOICES}",
        f"<p class=price>£10.00 – £50.00</p>{CHOICES}",
        "<p class=price>£10.00</p><button>£10</button><button>£25</button><button>£50</button>",
        "<p class=price>£10.00</p><label><input type=radio> £10</label><label><input type=radio> £25</label>",
    ],
)
def test_one_of_several_amounts_to_choose_from_is_doubted(body: str) -> None:
    answer = read(f"{body}{BUY}", "Oakley gift card", "10.00")
    assert (answer["verdict"]["status"], answer["verdict"]["reason"]) == ("quarantine", "UNCONFIRMED_PRICE")


@pytest.mark.parametrize(
    "body",
    [
        "<p class=price>£10.00</p><select><option>Small £10.00</option><option>Large £25.00</option></select>",
        "<p class=price>£10.00</p><select><option>1</option><option>2</option></select>",
        "<p class=price>£10.00</p><select><option>£3.00</option><option>£4.00</option></select>",
        "<p class=price>£10.00</p><label>£10.00</label>",
    ],
)
def test_choices_that_are_no_amounts_say_nothing(body: str) -> None:
    assert read(f"{body}{BUY}", price="10.00")["verdict"]["status"] == "ok"
