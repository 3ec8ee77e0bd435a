"""A product that states no price of its own, and what else the page sells: that one's price is never stored for it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.invented.plain_page import read_page, stored_of

NAME = "Torvik bench"
OWN = "<img src='/i/torvik.jpg' alt='Torvik bench'>"
ADD = "<button>Add to cart</button>"


def read(below: str, *, lang: str = "en", ending: str = "co.uk", name: str = NAME, head: str = "") -> dict[str, Any]:
    body = f"<header><a href='/'>Haven</a></header><main><div>{OWN}<h1>{name}</h1>{below}</div></main>"
    url = f"https://www.haven.example.{ending}/p/torvik-bench"
    return read_page(body, url=url, title=f"{name} | Haven", lang=lang, head=head)


SAID = "<p>Ask our carpenter.</p><p>In stock</p>"
THINGS = {
    "a card": "<div><p>Carrying case</p><p>£39.00</p><button>Add to cart</button></div>",
    "a card whose amount is named a price": f"<div><h3>Carrying case</h3><b class='price'>£39.00</b>{ADD}</div>",
    "a link in a list": f"<ul><li><a href='/p/carrying-case'>Carrying case</a><b>£39.00</b>{ADD}</li></ul>",
    "a row": "<table><tr><td>Workshop evening</td><td>1</td><td>£39.00</td></tr></table>",
    "a term of a list": "<dl><dt>2-year warranty</dt><dd>£39.00</dd></dl>",
    "stars between": "<div><p>Carrying case</p><span>★★★★☆ (12)</span><span>£39.00</span></div>",
    "a struck amount between": "<div><p>Carrying case</p><s>£49.00</s> <span>£39.00</span></div>",
    "a heading over the box": f"<h2>Carrying case</h2><div><b>£39.00</b>{ADD}</div>",
    "a heading behind the amount": "<div><b>£39.00</b><h4>Carrying case</h4></div>",
    "a picture alone": f"<div><img src='/i/7.jpg' alt='Carrying case'><b>£39.00</b>{ADD}</div>",
    "two of them": f"<ul><li><b>Carrying case</b><i>£39.00</i>{ADD}</li><li><b>Lamp Ek</b><i>£39.00</i>{ADD}</li></ul>",
}


@pytest.mark.parametrize("thing", THINGS.values(), ids=THINGS)
@pytest.mark.parametrize("section", ["{}", "<section><h2>From the workshop</h2>{}</section>"])
def test_the_price_of_another_thing_waits(thing: str, section: str) -> None:
    assert stored_of(read(SAID + section.format(thing))) is None


OFFER = '"offers": {"@type": "Offer", "price": "39.00", "priceCurrency": "GBP"}'
OTHER = f'{{"@type": "Product", "name": "Carrying case", {OFFER}}}'


def node(more: str = "") -> str:
    return (
        f"""<script type="application/ld+json">{{"@type": "Product", "name": "{NAME}", "sku": "TB-1"{more}}}</script>"""
    )


@pytest.mark.parametrize(
    "head",
    [
        "<meta property='og:type' content='product'>",
        node(),
        node(', "offers": {"@type": "Offer", "price": "0", "priceCurrency": "GBP"}'),
        node(f', "isAccessoryOrSparePartFor": {OTHER}'),
        node() + f'<script type="application/ld+json">{OTHER}</script>',
    ],
)
def test_so_it_does_where_the_page_declares_a_product_without_an_offer(head: str) -> None:
    assert stored_of(read(SAID + THINGS["a card"], head=head)) is None


@pytest.mark.parametrize("thing", THINGS.values(), ids=THINGS)
def test_beside_the_products_own_price_it_is_no_reason_to_wait(thing: str) -> None:
    if "<tr>" not in thing:  # a row without a button is a choice of the product
        own = f"<p class='price'>£189.00</p>{ADD}{SAID}"
        assert read(f"{own}<section><h2>You may also like</h2>{thing}</section>")["offer"]["price"] == "189.00"


OWN_BOXES = {
    "a badge right below the name": f"<div><p>Limited edition</p><p class='price'>£39.00</p>{ADD}</div>",
    "a code and stars before it": f"<p>Art. TB-7</p><p>★★★★☆ (12)</p><div><p>Oak, oiled</p><p>£39.00</p>{ADD}</div>",
    "a value behind its label": f"<p>For you</p><div><b>Maker:</b> <b>Ek and sons</b><p>£39.00</p>{ADD}</div>",
    "a word for a price": f"<p>For you</p><div><p>Workshop price</p><p>£39.00</p>{ADD}</div>",
    "a size": f"<p>For you</p><div><p>Length 42</p><p>£39.00</p>{ADD}</div>",
    "what speaks of the product": f"<p>For you</p><div><p>Colour oak</p><p>£39.00</p>{ADD}</div>",
    "one of several choices": "<p>For you</p><div>Short <b>£29.00</b></div><div class='chosen'><i>Long</i> "
    f"<b class='price'>£39.00</b></div>{ADD}",
    "a measure": f"<p>For you</p><div><p>30 x 20 cm</p><p>£39.00</p>{ADD}</div>",
    "the name again": f"<p>For you</p><div><p>Torvik bench, small</p><p>£39.00</p>{ADD}</div>",
}


@pytest.mark.parametrize("box", OWN_BOXES.values(), ids=OWN_BOXES)
def test_words_about_the_product_itself_name_no_other_thing(box: str) -> None:
    assert stored_of(read(f"{box}<p>In stock</p>")) == "39.00"


NOT_ASKED = [
    ("en", "co.uk", "For hire only", "£39.00", "In stock"),
    ("en", "co.uk", "Only sold in our stores", "£39.00", "In stock"),
    ("en", "co.uk", "Choose a size to see the price", "£39.00", "In stock"),
    ("de", "de", "Bitte wählen Sie eine Größe, um den Preis zu sehen", "39,00 €", "Auf Lager"),
    ("fr", "fr", "Uniquement à la location", "39,00 €", "En stock"),
    ("es", "es", "Solo a la venta en nuestras tiendas", "39,00 €", "En stock"),
    ("it", "it", "Solo a noleggio", "39,00 €", "Disponibile"),
    ("pt", "pt", "Apenas por 2.500 pontos", "39,00 €", "Em stock"),
    ("nl", "nl", "Kies een maat om de prijs te zien", "€ 39,00", "Op voorraad"),
    ("pl", "pl", "Tylko na wynajem", "39,00 zł", "W magazynie"),
    ("cs", "cz", "Pouze pro prodejce", "390 Kč", "Skladem"),
    ("sv", "se", "Ej till salu", "390 kr", "I lager"),
    ("fi", "fi", "Vain vuokrattavana", "39,00 €", "Varastossa"),
    ("hu", "hu", "Csak bérelhető", "3 900 Ft", "Raktáron"),
    ("tr", "com.tr", "Sadece kiralık", "390,00 TL", "Stokta"),
    ("ru", "ru", "Только в аренду", "3 900 ₽", "В наличии"),
    ("el", "gr", "Μόνο για ενοικίαση", "39,00 €", "Σε απόθεμα"),
    ("ja", "jp", "非売品", "¥3,900", "在庫あり"),
    ("ko", "kr", "대여 전용", "39,000원", "재고 있음"),
]


@pytest.mark.parametrize(("lang", "ending", "said", "amount", "stock"), NOT_ASKED)
def test_an_amount_below_words_that_nothing_is_asked_here_waits(
    lang: str, ending: str, said: str, amount: str, stock: str
) -> None:
    answer = read(f"<p>{said}</p><p>14 kg</p><p>{amount}</p><p>{stock}</p>", lang=lang, ending=ending)
    assert stored_of(answer) is None
    assert stored_of(read(f"<p>{amount}</p><p>{said}</p><p>{stock}</p>", lang=lang, ending=ending)) is not None


EMPTY = ["<div class='price'></div>", "<span id='product-price'> </span>", "<p class='price'><img src='/i/p.gif'></p>"]


@pytest.mark.parametrize("box", EMPTY)
def test_an_amount_below_an_empty_box_for_the_price_waits(box: str) -> None:
    assert stored_of(read(f"{box}<p>14 kg</p><p>£39.00</p><p>In stock</p>")) is None
    assert stored_of(read(f"{box}<p class='price'>£39.00</p><p>In stock</p>")) == "39.00"
    assert stored_of(read("<p class='old-price'></p><p>14 kg</p><p>£39.00</p><p>In stock</p>")) == "39.00"


@pytest.mark.parametrize(
    ("lang", "ending", "said", "amount", "stock"),
    [
        ("en", "co.uk", "Insured value", "£39.00", "In stock"),
        ("en", "co.uk", "Catalogue price", "£39.00", "In stock"),
        ("sv", "se", "Senast såld för", "390 kr", "I lager"),
        ("es", "es", "Valor asegurado", "39,00 €", "En stock"),
        ("ko", "kr", "최근 판매가", "39,000원", "재고 있음"),
        ("ru", "ru", "Страховая стоимость", "3 900 ₽", "В наличии"),
    ],
)
def test_what_a_thing_is_worth_or_went_for_is_not_its_price(
    lang: str, ending: str, said: str, amount: str, stock: str
) -> None:
    assert stored_of(read(f"<p>{said}: {amount}</p><p>{stock}</p>", lang=lang, ending=ending)) is None
