"""The title above other products ends what a page says of its own; a sentence that begins alike does not. And the one
box that is called a card of a product is the page's own.
"""

from __future__ import annotations

from typing import Any

import pytest

from common.settings import ShopsSettings
from common.shops.registry import Shops
from fleet.operations.read_saved import read_saved

SHOPS = Shops(ShopsSettings())
NAME = "Vorra Razor R1"
OTHERS = "".join(
    f"<table><tr><td><a href='/p/{number}'>{name}</a></td></tr><tr><td>{price}</td></tr></table>"
    for number, (name, price) in enumerate((("Alum block", "{}22,00{}"), ("Soap bowl", "{}9,50{}")))
)


def stored(body: str, lang: str, ending: str) -> str | None:
    """The price that is stored of a page in this language with this below its heading."""
    head = f"<head><meta charset='utf-8'><title>{NAME}</title></head>"
    html = f"<html lang='{lang}'>{head}<body>{body}</body></html>"
    answer: dict[str, Any] = read_saved(html.encode(), f"https://www.pine-house.{ending}/p/vorra-razor-r1", SHOPS)
    return answer["offer"]["price"] if answer.get("verdict", {}).get("status") == "ok" else None


@pytest.mark.parametrize(
    ("lang", "ending", "gone", "title"),
    [
        ("es", "es", "Agotado", "Los clientes que compraron este producto también han comprado"),
        ("fr", "fr", "Rupture de stock", "16 autres produits dans la même catégorie :"),
        ("it", "it", "Esaurito", "I clienti che hanno acquistato questo prodotto hanno comprato anche"),
        ("de", "de", "Ausverkauft", "Kunden, die diesen Artikel kauften, haben auch gekauft"),
        ("nl", "nl", "Uitverkocht", "Klanten die dit product kochten, kochten ook"),
        ("pt", "pt", "Esgotado", "Clientes que compraram este produto também compraram"),
        ("fi", "fi", "Loppuunmyyty", "Asiakkaat ostivat myös"),
        ("el", "gr", "Εξαντλήθηκε", "Οι πελάτες που αγόρασαν αυτό το προϊόν αγόρασαν επίσης"),
        ("hr", "hr", "Rasprodano", "Kupci koji su kupili ovaj proizvod također su kupili"),
    ],
)  # fmt: skip
def test_other_products_begin_behind_their_title(lang: str, ending: str, gone: str, title: str) -> None:
    others = OTHERS.format(*("", " €") * 2)
    body = f"<h1>{NAME}</h1><span>18,50 €</span><b>{gone}</b><div>{title}</div>{others}"
    assert stored(body, lang, ending) == "18.50"
    assert stored(body.replace(f"<div>{title}</div>", ""), lang, ending) is None


@pytest.mark.parametrize(
    ("lang", "ending", "said", "buy"),
    [
        ("es", "es", "Te recomendamos lavar a mano", "Añadir al carrito"),
        ("it", "it", "Ti consigliamo di lavarlo a mano", "Aggiungi al carrello"),
        ("sv", "fi", "Passar bra till torr hud", "Köp"),
        ("pt", "pt", "Recomendado para pele seca", "Comprar"),
        ("fr", "fr", "Vous pouvez commander par téléphone", "Ajouter au panier"),
    ],
)
def test_a_sentence_about_the_product_is_no_such_title(lang: str, ending: str, said: str, buy: str) -> None:
    body = f"<h1>{NAME}</h1><p>{said}</p><span>18,50 €</span><button>{buy}</button>"
    assert stored(body, lang, ending) == "18.50"


@pytest.mark.parametrize(("around", "tag"), [("tags", "li"), ("product__badge", "span")])
def test_a_tag_that_recommends_the_product_is_no_such_title(around: str, tag: str) -> None:
    recommended = f"<div class='{around}'><{tag}>おすすめ商品</{tag}></div>"
    body = f"<h1>{NAME}</h1>{recommended}<b class='price'>￥1,980</b><button>カートに入れる</button>"
    assert stored(body, "ja", "jp") == "1980"
    assert stored(body.replace(around, "row"), "ja", "jp") is None


CARD = (
    "<h1>{name}</h1><div class='product-card'><div class='product-card__description'><div>{name}</div>"
    "<div class='product-card__now'>18,50 {money}</div><button>{buy}</button>{more}</div></div>"
)


def test_the_one_card_of_a_page_is_its_products() -> None:
    card = CARD.format(name=NAME, money="₽", buy="В корзину", more="<a href='/i/large.jpg'><img src='/i/1.jpg'></a>")
    assert stored(card, "ru", "ru") == "18.50"


@pytest.mark.parametrize(
    "more",
    [
        "<a href='/p/soap'><img src='/i/soap.jpg'></a>",
        "<h3><a href='/p/soap'>Soap bowl</a></h3>",
        "</div></div><div class='product-card'><div>9,50 ₽</div><div>",
    ],
    ids=["its picture leads elsewhere", "its heading leads elsewhere", "one of two"],
)
def test_a_card_that_leads_elsewhere_or_is_one_of_several_is_not(more: str) -> None:
    assert stored(CARD.format(name=NAME, money="₽", buy="В корзину", more=more), "ru", "ru") is None


@pytest.mark.parametrize(
    ("lang", "ending", "gone", "title"),
    [
        ("en", "co.uk", "Sold out", "Other razors"),
        ("de", "de", "Ausverkauft", "Weitere Rasierer"),
        ("fr", "fr", "Rupture de stock", "Nos autres rasoirs"),
        ("fr", "fr", "Rupture de stock", "Rasoirs similaires"),
        ("hr", "hr", "Rasprodano", "Ostala ulja"),
        ("sk", "sk", "Vypredané", "Ďalšie medy"),
        ("es", "es", "Agotado", "Otros vinos dulces"),
        ("it", "it", "Esaurito", "Altri vini"),
    ],
)
def test_a_heading_of_others_of_the_kind_begins_them_too(lang: str, ending: str, gone: str, title: str) -> None:
    others = OTHERS.format(*("", " €") * 2)
    page = f"<h1>{NAME}</h1><span>18,50 €</span><b>{gone}</b><h2>{{}}</h2>{others}"
    assert stored(page.format(title), lang, ending) == "18.50"
    assert stored(page.format("Vorra"), lang, ending) is None
    # The page goes on about its product behind a heading as large.
    assert stored(f"{page.format(title)}<h2>Vorra</h2>", lang, ending) is None


def test_a_heading_of_more_about_the_product_begins_nothing() -> None:
    others = OTHERS.format(*("", " €") * 2)
    page = f"<h1>{NAME}</h1><span>18,50 €</span><b>Ausverkauft</b><h2>{{}}</h2>{others}"
    for title in ("Weitere Informationen", "Andere Größen", "Weitere Bilder"):
        assert stored(page.format(title), "de", "de") is None
