"""An amount that stands first and is not the price: a fee for recycling, what a load of washing costs, the lowest of
thirty days, what was asked before. The price behind it is stored, without any markup.
"""

from __future__ import annotations

import pytest

from tests.invented.plain_page import read_page, stored_of

NAME = "Vorra Kettle 1200"


def stored(body: str, button: str, ending: str) -> str | None:
    answer = read_page(
        f"<h1>{NAME}</h1>{body}<p>SKU: VK-1200</p><button>{button}</button>",
        url=f"https://www.pine-house.{ending}/p/vorra-kettle-1200",
        title=NAME,
    )
    return answer["offer"]["price"] if (answer.get("verdict") or {}).get("status") == "ok" else None


@pytest.mark.parametrize(
    ("ending", "button", "sign", "words"),
    [
        ("fr", "Ajouter au panier", "{} €", "éco-participation, comprise"),
        ("nl", "In winkelmand", "€ {}", "recyclingbijdrage"),
        ("it", "Aggiungi al carrello", "{} €", "contributo RAEE incluso"),
        ("cz", "Do košíku", "{} Kč", "recyklační poplatek"),
        ("se", "Köp", "{} kr", "kemikalieskatt"),
        ("co.uk", "Add to basket", "£{}", "a load"),
        ("de", "In den Warenkorb", "{} €", "pro Waschladung"),
        ("es", "Añadir al carrito", "{} €", "por lavado"),
        ("pl", "Do koszyka", "{} zł", "– tyle najmniej w ciągu 30 dni przed obniżką"),
        ("de", "In den Warenkorb", "{} €", "(niedrigster Preis der letzten 30 Tage)"),
        ("hr", "Dodaj u košaricu", "{} €", "– najniža cijena u zadnjih 30 dana"),
    ],
)
def test_the_price_is_the_one_behind(ending: str, button: str, sign: str, words: str) -> None:
    low, price = ("12.00", "44.00") if ending == "co.uk" else ("12,00", "44,00")
    first = f"<p><b class=price>{sign.format(low)}</b> <span>{words}</span></p>"
    body = f"{first}<div><span class=sum>{sign.format(price)}</span></div>"
    assert stored(body, button, ending) == "44.00"


@pytest.mark.parametrize(
    ("ending", "button", "sign", "said"),
    [
        ("se", "Köp", "{} kr", "Säsongsrea – du sparar 600 kr"),
        ("co.uk", "Add to basket", "£{}", "Summer sale – you save £600"),
        ("de", "In den Warenkorb", "{} €", "Sommeraktion | Sie sparen 600 €"),
        ("fr", "Ajouter au panier", "{} €", "Soldes – vous économisez 600 €"),
    ],
)
def test_the_lower_of_two_in_a_row_that_differ_by_what_is_saved(ending: str, button: str, sign: str, said: str) -> None:
    prices = "".join(f"<span class=value>{sign.format(price)}</span> " for price in (1899, 1299))
    assert stored(f"<div class=price>{prices}</div><p>{said}</p>", button, ending) == "1299.00"
    assert stored(f"<div class=price>{prices}</div><p>{said.replace('600', '500')}</p>", button, ending) is None


ASKED, BEFORE = "£20.00", "£40.00"
TOLD_BY_CHANCE = (
    "<div><span>£40.00</span></div><p>2 colours</p><div class='price'>£20.00</div>",
    "<p>£40.00. Only 2 left: £20.00</p>",
    "<p>£40.00 2 reviews £20.00</p>",
    "<div class='price'><span>£40.00</span></div><p>Ends in 2 days</p><div class='price'><span>£20.00</span></div>",
)


def stored_here(body: str, name: str = "Torvik bench") -> str | None:
    shown = f"<h1>{name}</h1>{body}<p>In stock</p><button>Add to cart</button>"
    url = "https://www.haven.co.uk/p/torvik-bench"
    return stored_of(read_page(shown, url=url, title=f"{name} | Haven", lang="en"))


@pytest.mark.parametrize("body", TOLD_BY_CHANCE)
def test_half_of_what_was_asked_before_is_no_payment_of_it(body: str) -> None:
    assert stored_here(body) in {None, "20.00"}


@pytest.mark.parametrize("said", ["2 payments of £20.00", "2 x £20.00", "or 2 interest-free instalments of £20.00"])
def test_what_words_call_a_payment_is_one(said: str) -> None:
    assert stored_here(f"<p class='price'>£40.00</p><p>{said}</p>") == "40.00"


SIZES = "<ul><li>36-38</li><li>39-41</li><li>42-44</li></ul>"


@pytest.mark.parametrize(
    "body",
    [
        f"{SIZES}<div class='price'>£50.00</div><div class='price'>£37.50</div>",
        "<div>3-6</div><div class='price'>£50.00</div><div class='price'>£37.50</div>",
        "<div class='price'>£50.00</div><div class='price'>£37.50</div><span>3+</span>",
        "<div class='price'>£50.00</div><div class='price'>£37.50</div><ul><li>Case £15.00</li><li>Oil £8.50</li></ul>",
    ],
)
def test_what_falls_without_numbers_of_pieces_is_no_table_of_prices(body: str) -> None:
    assert stored_here(body) in {None, "37.50"}


@pytest.mark.parametrize(
    "table",
    [
        "<table><tr><th>10-49</th><th>50+</th></tr><tr><td>£36.00</td><td>£32.00</td></tr></table>",
        "<table><tr><td>10 pcs</td><td>£36.00</td></tr><tr><td>50 pcs</td><td>£32.00</td></tr>"
        "<tr><td>100 pcs</td><td>£28.00</td></tr></table>",
    ],
)
def test_what_falls_with_numbers_of_pieces_is_one(table: str) -> None:
    head = "<meta property='og:type' content='product'><meta property='product:price:amount' content='40.00'>"
    head += "<meta property='product:price:currency' content='GBP'>"
    shown = f"<h1>Torvik bench</h1><p>£40.00</p>{table}<p>In stock</p><button>Add to cart</button>"
    url = "https://www.haven.co.uk/p/torvik-bench"
    answer = read_page(shown, url=url, title="Torvik bench | Haven", lang="en", head=head)
    assert stored_of(answer) == "40.00"


def test_beside_the_set_that_the_heading_names_one_piece_is_not_what_is_sold() -> None:
    body = "<p class='price'>£4.90 <small>per piece</small></p><p>Set of 6: £29.40</p>"
    assert stored_here(body, "Torvik glass, set of 6") in {None, "29.40"}
