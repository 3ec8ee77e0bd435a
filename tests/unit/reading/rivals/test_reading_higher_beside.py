"""A declared price is doubted where the page asks more right beside it: in a sentence behind it, or as a plain amount
nearer to the button. What the words around are does not matter: these are in languages and phrases that no rule knows.
"""

from __future__ import annotations

import pytest

from tests.invented.declared_page import stored_of_offers, stored_price

NAME = "Vorra Kettle 1200"
BUTTONS = {"co.uk": "Add to basket", "de": "In den Warenkorb", "fr": "Ajouter au panier", "fi": "Lisää ostoskoriin",
           "com.br": "Comprar", "pl": "Do koszyka", "com.tr": "Sepete ekle", "si": "Dodaj v košarico"}  # fmt: skip
MONEY = {"com.br": "BRL", "pl": "PLN", "com.tr": "TRY", "co.uk": "GBP"}


def stored(body: str, price: str = "24.00", ending: str = "co.uk") -> str | None:
    button = f"<p>SKU: VK-1200</p><button>{BUTTONS[ending]}</button>"
    return stored_price(NAME, body + button, price, MONEY.get(ending, "EUR"), ending)


@pytest.mark.parametrize(
    ("ending", "body"),
    [
        ("co.uk", "<p class=price>£24.00</p><p>20% off if you are new round here. Seen us before? It's £30.00.</p>"),
        ("co.uk", "<p class=price>£24.00</p><p>One fifth now. It is £120.00 in all; we take £96.00 at the end.</p>"),
        ("de", "<div class=price>24,00 €</div><p>Das zahlt, wer singt; alle anderen geben 30,00 € her.</p>"),
        ("fr", "<span class=prix>24,00 €</span><div>Pour les gens du village, les voisins versent 30,00 €.</div>"),
        ("fi", "<b class=hinta>24,00 €</b><p>Naapurit saavat tämän näin, muut antavat siitä 30,00 € meille.</p>"),
        ("com.br", "<p class=preco>R$ 24,00</p><p>É de quem mora na rua; quem vem de longe acerta R$ 30,00 já.</p>"),
    ],
)  # fmt: skip
def test_a_higher_amount_in_a_sentence_right_behind(ending: str, body: str) -> None:
    assert stored(body, ending=ending) is None


@pytest.mark.parametrize(
    ("ending", "body"),
    [
        ("co.uk", "<p class=price>£24.00</p><p>for a wee while</p><p>New and yours: <b>£480.00</b></p>"),
        ("de", "<strong class=price>24,00 €</strong><p>das Glas, macht im Kranz 144,00 €</p><p>inkl. MwSt.</p>"),
        ("si", "<span class=price>24,00 €</span><p>na kratko</p><p>Za vedno: <strong>480,00 €</strong></p>"),
        ("pl", "<div>Mały <b class=price>24,00 zł</b> wyszedł</div><div>Duży <b class=price>36,00 zł</b></div>"),
        ("com.tr", "<div>Küçük <p class=fiyat>24,00 TL</p> bitti</div><div>Büyük <p class=fiyat>36,00 TL</p></div>"),
    ],
)  # fmt: skip
def test_a_higher_plain_amount_nearer_to_the_button(ending: str, body: str) -> None:
    assert stored(body, ending=ending) is None


@pytest.mark.parametrize(
    ("ending", "body"),
    [
        ("co.uk", "<p class=price>£24.00</p><p>We send it at once: free delivery on all orders over £60.00 here.</p>"),
        ("co.uk", "<p class=price>£24.00</p><p>The frame alone weighs 12 kg, and its handle was turned by hand.</p>"),
        ("co.uk", "<p class=price>£24.00 <del>£30.00</del></p>"),
        ("co.uk", "<p class=price>£24.00</p><p>Matching cup £5.00</p>"),
        ("de", "<p class=price>24,00 €</p><p>UVP des Herstellers: 30,00 €</p>"),
        ("fr", "<p class=price>24,00 €</p><p>Livraison offerte dès 60,00 € d'achat en France et en Corse.</p>"),
    ],
)  # fmt: skip
def test_what_words_explain_speaks_against_no_price(ending: str, body: str) -> None:
    assert stored(body, ending=ending) == "24.00"


@pytest.mark.parametrize(("ending", "words"), [("fr", ("pour voir", "le rouleau")), ("de", ("ein Stück", "die Rolle"))])
def test_two_buttons_with_the_same_words_sell_two_things(ending: str, words: tuple[str, str]) -> None:
    form = "<form><span class=price>{}</span> <span>{}</span> <button>" + BUTTONS[ending] + "</button></form>"
    body = form.format("2,50 €", words[0]) + form.format("64,00 €", words[1])
    assert stored_price(NAME, f"{body}<p>SKU: VK-1200</p>", "2.50", "EUR", ending) is None


@pytest.mark.parametrize(("measure", "price"), [("за 1 л", None), ("", None)])
def test_a_declared_price_beside_another_by_measure_alone(measure: str, price: str | None) -> None:
    body = f"<p class=price><ins>520 грн</ins></p><p>{measure}</p><p>В наявності</p><button>До кошика</button>"
    offer = {"@type": "Offer", "price": "180.00", "priceCurrency": "UAH", "availability": "InStock"}
    assert stored_of_offers(NAME, body, offer, "ua") == price
