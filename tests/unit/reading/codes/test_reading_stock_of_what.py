"""Words of stock that are said of the product, and those that are said of a choice or of another product."""

from __future__ import annotations

import pytest

from common.settings import ShopsSettings
from common.shops.registry import Shops
from fleet.operations.read_saved import read_saved

SHOPS = Shops(ShopsSettings())
TOP = "<h1>Blue cup of the hills</h1><p class='price'>12,50 €</p>"
BUY = "<button>Ajouter au panier</button>"


def availability(body: str, lang: str = "fr-FR") -> str:
    head = "<head><meta charset='utf-8'><title>Blue cup of the hills</title></head>"
    html = f"<html lang='{lang}'>{head}<body>{body}</body></html>"
    return str(read_saved(html.encode(), "https://shop.example/p/blue-cup", SHOPS)["offer"]["availability"])


@pytest.mark.parametrize("words", ["Disponible para reserva", "Disponible", "Pedido"])
def test_the_class_of_a_shop_system_says_that_it_will_be_ordered(words: str) -> None:
    body = f"{TOP}<p class='stock {{}}'>{words}</p><button>Añadir al carrito</button>"
    assert availability(body.format("available-on-backorder"), "es") == "BACKORDER"
    assert availability(body.format("in-stock"), "es") == "IN_STOCK"


CHOICES = (
    "<form><ul><li><input type='radio' name='offer' disabled><div>Occasion</div><b>Non disponible</b></li>"
    "<li><input type='radio' name='{}'><div>{}</div><b>{}</b></li></ul><button disabled>Valider</button></form>"
)


def test_an_offer_that_can_be_chosen_is_there() -> None:
    assert availability(TOP + CHOICES.format("offer", "Neuf", "12,50 €")) == "IN_STOCK"


@pytest.mark.parametrize(
    ("group", "what", "price"),
    [("offer", "Neuf", "Non disponible"), ("colour", "Rouge", "12,50 €"), ("offer", "Livraison express", "4,50 €")],
)
def test_one_without_a_price_or_of_another_choice_is_not(group: str, what: str, price: str) -> None:
    assert availability(TOP + CHOICES.format(group, what, price)) != "IN_STOCK"


@pytest.mark.parametrize("what", ["Occasion 8,00 €", "Location 3,00 €", "Papier cadeau 2,00 €"])
def test_one_that_is_offered_for_another_amount_is_something_else(what: str) -> None:
    gone = "<label><input type='radio' name='offer' disabled> Neuf 12,50 € épuisé</label>"
    can = f"<label><input type='radio' name='offer'> {what}</label>"
    assert availability(f"{TOP}<form>{gone}{can}</form>") != "IN_STOCK"


@pytest.mark.parametrize(
    ("lang", "words", "said"),
    [
        ("it", "Non più ordinabile", "UNKNOWN"),
        ("ja", "取り寄せ不可", "UNKNOWN"),
        ("ja", "お取り寄せできません", "UNKNOWN"),
        ("zh-CN", "不接受预订", "UNKNOWN"),
        ("fi", "Ei enää tilattavissa", "UNKNOWN"),
        ("en", "Preorder closed", "UNKNOWN"),
        ("es", "Dudas sobre pedidos", "UNKNOWN"),
        ("es", "Preguntas sobre pedidos y envíos", "UNKNOWN"),
        ("es", "No bajo pedido", "UNKNOWN"),
        ("fr", "Pas de précommande", "UNKNOWN"),
        ("fr", "Remise sur commande", "UNKNOWN"),
        ("nl", "Korting op bestelling", "UNKNOWN"),
        ("nl", "Op bestelling niet mogelijk", "UNKNOWN"),
        ("pl", "10% rabatu na zamówienie", "UNKNOWN"),
        ("sv", "10% på beställning", "UNKNOWN"),
        ("ru", "Под заказ не поставляется", "UNKNOWN"),
        ("en", "No backorders", "UNKNOWN"),
        ("en", "Back-orders are not accepted", "UNKNOWN"),
        ("en", "Backorder: no", "UNKNOWN"),
        ("en", "Questions about back-orders", "UNKNOWN"),
        ("en", "Out of stock, back-orders not accepted", "OUT_OF_STOCK"),
        ("en", "In stock, no backorders", "IN_STOCK"),
        ("de", "Auf Lager. Keine Vorbestellung.", "IN_STOCK"),
        ("en", "No backorders in stock", "UNKNOWN"),
        ("es", "Disponible sobre pedido", "BACKORDER"),
        ("fr", "Information : sur commande", "BACKORDER"),
        ("en", "Backorder, no deposit needed", "BACKORDER"),
        ("en", "All on back-order", "BACKORDER"),
        ("it", "Non disponibile, ordinabile", "BACKORDER"),
        ("it", "Non in magazzino ma ordinabile", "BACKORDER"),
        ("sv", "Ej i lager, beställningsvara", "BACKORDER"),
        ("en", "Pre-order, not yet released", "BACKORDER"),
        ("zh-TW", "預購商品不接受取消", "BACKORDER"),
    ],
)
def test_words_for_ordering_that_are_refused_promise_nothing(lang: str, words: str, said: str) -> None:
    assert availability(f"{TOP}<p>{words}</p>", lang) == said


def test_none_left_in_a_link_is_said_of_what_that_leads_to() -> None:
    link = "<p><a href='{}'>Red cup / Ann Hill <font>Épuisé</font></a></p>"
    assert availability(TOP + BUY + link.format("/p/red-cup")) == "IN_STOCK"
    assert availability(TOP + BUY + "<p>Épuisé</p>") == "UNKNOWN"


@pytest.mark.parametrize(
    "said",
    [
        "<p><a href='/shops'>Blue cup of the hills <font>Épuisé</font></a></p>",
        "<p><a href='/back?p=1'><b>Épuisé</b> <span>prévenez-moi</span></a></p>",
        "<table><tr><td>Blue cup of the hills</td><td>Épuisé</td></tr><tr><td>Taille M</td><td>12,50 €</td></tr>"
        "<tr><td>Taille L</td><td>14,50 €</td></tr></table>",
        "<table><tr><td>État</td><td>Épuisé</td></tr><tr><td>Prix</td><td>12,50 €</td></tr>"
        "<tr><td>Port</td><td>4,50 €</td></tr></table>",
    ],
)
def test_none_left_of_this_very_product_is_said_of_it_in_a_link_and_in_a_table(said: str) -> None:
    assert availability(TOP + BUY + said) == "UNKNOWN"


def test_none_left_behind_the_title_of_others_is_said_of_them() -> None:
    others = "<div class='{}'>Produits similaires</div><div><a href='/p/red'>Red cup</a><p>Épuisé</p></div>"
    assert availability(TOP + BUY + others.format("carousel-title")) == "IN_STOCK"


@pytest.mark.parametrize(
    ("lang", "label", "answer"),
    [("ja", "在庫", "1冊"), ("de", "Lagerbestand", "3 Exemplare"), ("pl", "Dostępność", "2 egzemplarze")],
)
def test_goods_are_counted_in_words_of_their_own(lang: str, label: str, answer: str) -> None:
    assert availability(f"{TOP}<table><tr><th>{label}</th><td>{answer}</td></tr></table>", lang) == "IN_STOCK"


def test_a_link_that_tells_of_mistakes_tells_nothing_of_stock() -> None:
    top = TOP.replace("€", "руб.")
    assert availability(f"{top}<a href='/fault'>Сообщить об ошибке</a>", "ru") == "UNKNOWN"
    assert availability(f"{top}<button>Сообщить о поступлении</button>", "ru") == "OUT_OF_STOCK"


@pytest.mark.parametrize(
    ("words", "state"),
    [
        ("This product is NOT available for VAT relief", "IN_STOCK"),
        ("Not available for tax-exempt orders", "IN_STOCK"),
        ("This product is NOT available", "UNKNOWN"),
    ],
)
def test_a_relief_that_cannot_be_had_says_nothing_of_the_product(words: str, state: str) -> None:
    assert availability(f"{TOP}<p>{words}</p><button>Add to basket</button>", "en-GB") == state


@pytest.mark.parametrize(("words", "state"), [("Add To Backpack:", "IN_STOCK"), ("Back to packing", "UNKNOWN")])
def test_shops_call_their_cart_by_what_they_sell(words: str, state: str) -> None:
    assert availability(f"{TOP}<button>{words}</button>", "en-US") == state


WINDOW = "<div><span>Pre-orders open</span><span>: Aug. 4 2026</span></div>"
WINDOW_ENDS = "<div><span>Pre-orders close</span><span>: Aug. 27 2026</span></div>"


def test_when_it_could_be_ordered_in_advance_says_nothing_against_none_left() -> None:
    assert availability(f"{TOP}{WINDOW}{WINDOW_ENDS}<p class=state>Out of stock</p>", "en") == "OUT_OF_STOCK"


@pytest.mark.parametrize(
    ("body", "stated"),
    [
        ("<p>Pre-order</p><p>Out of stock</p>", "UNKNOWN"),
        ("<p>Pre-orders open</p><p>Ships in Feb. 2027</p><p>Out of stock</p>", "UNKNOWN"),
        (f"{WINDOW}<p>Out of stock</p><button>Pre-order now</button>", "BACKORDER"),
        (f"{WINDOW}<p>Out of stock</p><button>Add to cart</button>", "UNKNOWN"),
        (f"{WINDOW}<p>Available to pre-order</p><p>Out of stock</p>", "BACKORDER"),
        (f"{WINDOW}{WINDOW_ENDS}", "BACKORDER"),
        (f"{WINDOW}<p>In stock</p>", "UNKNOWN"),
    ],
)
def test_a_date_of_pre_orders_alone_decides_nothing_else(body: str, stated: str) -> None:
    assert availability(f"{TOP}{body}", "en") == stated
