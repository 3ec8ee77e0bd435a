"""Pages about what no shop sells at one price: a recipe, a job, an event. Never stored, whatever sells there."""

from __future__ import annotations

import json
from typing import Any

import pytest

from common.settings import ShopsSettings
from common.shops.registry import Shops
from fleet.operations.read_saved import read_saved

SHOPS = Shops(ShopsSettings())
COOKBOOK = "<p class='price'>$24.00</p><form action='/cart/add'><button>Add to cart</button></form>"
"""What such pages sell beside what they tell."""


def read(body: str, *, path: str = "/green-smoothie", title: str = "Green smoothie", head: str = "") -> Any:
    top = f"<meta charset='utf-8'><title>{title}</title>{head}"
    html = f"<html lang='en-US'><head>{top}</head><body>{body}</body></html>"
    return read_saved(html.encode(), f"https://kitchen.example{path}", SHOPS)


def ld(*nodes: dict[str, Any]) -> str:
    return f"<script type='application/ld+json'>{json.dumps({'@graph': nodes})}</script>"


@pytest.mark.parametrize(
    ("kind", "about"),
    [
        ("Recipe", "a recipe"), ("JobPosting", "a job"), ("MusicEvent", "an event"), ("Course", "a course"),
        ("Hotel", "a place to stay"), ("SingleFamilyResidence", "a place to stay"), ("Flight", "a journey"),
        ("CreditCard", "a bank's offer"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("label", ["", "<meta property='og:type' content='product'>"])
def test_what_is_declared_to_be_no_product_is_none_though_something_is_sold_there(
    kind: str, about: str, label: str
) -> None:
    answer = read(f"<h1>Green smoothie</h1>{COOKBOOK}", head=label + ld({"@type": kind, "name": "Green smoothie"}))
    assert answer["reason"] == "NOT_A_PRODUCT", answer
    assert about in answer["detail"]


def test_a_recipe_in_an_article_keeps_the_articles_name() -> None:
    nodes = ({"@type": "Article", "headline": "Green"}, {"@type": "Recipe", "name": "Green Smoothie"})
    answer = read(f"<h1>Green smoothie (tastes like a milkshake!)</h1>{COOKBOOK}", head=ld(*nodes))
    assert answer["reason"] == "ARTICLE", answer


@pytest.mark.parametrize(
    "body",
    [
        "<div itemscope itemtype='http://schema.org/Recipe'><h1 itemprop='name'>Green smoothie</h1>{}</div>",
        "<div vocab='https://schema.org/' typeof='Recipe'><h1 property='name'>Green smoothie</h1>{}</div>",
        "<h1>Green smoothie</h1><div class='card hrecipe'><b class='fn'>Green smoothie</b></div>{}",
        "<div class='h-event'><h1 class='p-name'>Green smoothie</h1>{}</div>",
    ],
)
def test_markup_and_microformats_declare_it_too(body: str) -> None:
    answer = read(body.format(COOKBOOK))
    assert answer["reason"] == "NOT_A_PRODUCT", answer


def test_a_product_that_is_declared_with_an_offer_is_one_beside_its_recipe() -> None:
    offers = {"price": 24, "priceCurrency": "USD", "availability": "InStock"}
    nodes = ({"@type": "Recipe", "name": "Green smoothie"}, {"@type": "Product", "name": "Green smoothie"})
    offered = (nodes[0], {**nodes[1], "offers": offers})
    body = f"<h1>Green smoothie</h1>{COOKBOOK}"
    assert read(body, head=ld(*offered))["offer"]["price"] == "24.00"
    assert read(body, head=ld(*nodes))["reason"] == "NOT_A_PRODUCT"


@pytest.mark.parametrize("name", ["Tomato soup", "Green", "Smoothies of all colours"])
def test_a_recipe_of_another_name_says_nothing_of_the_page(name: str) -> None:
    answer = read(f"<h1>Green smoothie</h1>{COOKBOOK}", head=ld({"@type": "Recipe", "name": name}))
    assert answer["offer"]["price"] == "24.00", answer


def test_a_recipe_below_a_list_or_mentioned_says_nothing_of_the_page() -> None:
    node = {"@type": "WebPage", "mentions": [{"@type": "Recipe", "name": "Green smoothie"}]}
    assert read(f"<h1>Green smoothie</h1>{COOKBOOK}", head=ld(node))["offer"]["price"] == "24.00"


@pytest.mark.parametrize(
    "row",
    [
        "<span class='recipe-ingredient-amount'>4 dl</span> milk",
        "<span class='ingredients__unit-amount'>130 g</span> flour",
        "<li class='nutrition-facts'><b class='amount'>12</b></li>",
        "<span class='amount'>1 ¼</span> cups",
        "<span class='amount'>1 ½ $</span>",
    ],
)
def test_what_a_recipe_takes_is_no_price(row: str) -> None:
    answer = read(f"<h1>Green smoothie</h1><p>In stock</p><p>SKU: KA-77</p><ul><li>{row}</li></ul>")
    assert not answer["ok"] or answer["offer"]["price"] is None, answer


@pytest.mark.parametrize("label", ["news", "article", "newsArticle"])
def test_news_that_call_themselves_so_are_an_article(label: str) -> None:
    head = f"<meta property='og:type' content='{label}'>"
    body = "<h1>Green smoothie</h1><p>Since Monday</p><div class='stock-price'>$36.84</div>"
    assert read(body, head=head)["reason"] == "ARTICLE"


def test_an_amount_inside_a_text_makes_no_product_of_its_heading() -> None:
    body = "<h1>Green smoothie</h1><p>Monday</p><p>Every glass is to be sold for $5 from now on, says the mayor.</p>"
    assert read(body)["reason"] == "NOT_A_PRODUCT"
    long = "Green smoothie for $5 in the whole of town"
    assert read(f"<h1>{long}</h1><p>By our reporter</p>", title=long)["reason"] == "NOT_A_PRODUCT"


@pytest.mark.parametrize("line", ["期盼千元5G手机", "告别1元时代的充电宝", "($1=6.802 Yuan)", "机票3190元，实付却更多"])
def test_an_amount_in_a_short_line_of_news_makes_no_product_of_its_heading(line: str) -> None:
    title = "共享充电宝涨价是收割韭菜还是回归理性"
    answer = read(f"<h1>{title}</h1><p>2019-09-24</p><p>{line}</p>", title=title, path="/c/7")
    assert answer["reason"] == "NOT_A_PRODUCT", answer


def test_the_number_of_a_book_that_an_article_quotes_makes_no_product_of_it() -> None:
    answer = read("<h1>Green smoothie</h1><p>ISBN: 978-1-5090-2455-1</p>", path="/wiki/green-smoothie")
    assert answer["reason"] == "ARTICLE", answer


@pytest.mark.parametrize("path", ["/opskrift/smoothie", "/receitas/smoothie", "/oppskrifter/a/smoothie", "/recept/s"])
def test_addresses_of_recipes_are_known_in_many_languages(path: str) -> None:
    assert read("<h1>Green smoothie</h1><p class='price'>$2.01</p>", path=path)["reason"] == "ARTICLE"


INGREDIENTS = "".join(f"<p>{n} g rice</p><button>Add to cart</button>" for n in range(1, 40))
"""Each sold by a button of its own, without a price."""


def test_a_price_in_a_link_to_another_page_far_below_is_that_pages() -> None:
    card = "<a href='/curry-paste'><b>Curry paste</b> <span class='price'>$4.99</span></a>"
    assert read(f"<h1>Green smoothie</h1>{INGREDIENTS}{card}")["offer"]["price"] is None
    assert read(f"<h1>Green smoothie</h1>{card}<button>Add to cart</button>")["offer"]["price"] == "4.99"


@pytest.mark.parametrize("names", ["rtli-bold rtli-pr-large", "amount", "qty amount"])
def test_a_bare_number_is_a_price_only_where_its_element_says_so_in_full(names: str) -> None:
    servings = "<label>Servings <input name='quantity' value='4'></label>"
    answer = read(f"<h1>Green smoothie</h1><p>In stock</p>{servings}<span class='{names}'>250</span><p>SKU: KA-77</p>")
    assert not answer["ok"] or answer["offer"]["price"] is None, answer
    priced = read(f"<h1>Green smoothie</h1><p>In stock</p><b class='price {names}'>250</b><p>SKU: KA-77</p>")
    assert priced["offer"]["price"] == "250.00"


@pytest.mark.parametrize("line", ["Tell me what it takes to make you see", "Tell me about this bread"])
def test_a_sentence_that_begins_as_a_button_does_says_nothing_of_stock(line: str) -> None:
    answer = read(f"<h1>Green smoothie</h1><p>{line}</p><p>SKU: KA-77</p><p class='price'>$5.00</p>")
    assert answer["offer"]["availability"] == "UNKNOWN", answer
    answer = read("<h1>Green smoothie</h1><button>Tell me when it is back</button><p>SKU: KA-77</p>")
    assert answer["offer"]["availability"] == "OUT_OF_STOCK", answer


@pytest.mark.parametrize(("lang", "price"), [("de-DE", None), ("tr-TR", "2.00"), ("", "2.00")])
def test_spoons_of_a_german_recipe_are_no_turkish_money(lang: str, price: str | None) -> None:
    body = "<h1>Green smoothie</h1><p>SKU: KA-77</p><p>In stock</p><p>2 TL</p><p>Salz</p>"
    html = f"<html lang='{lang}'><meta charset='utf-8'><title>Green smoothie</title><body>{body}</body></html>"
    answer = read_saved(html.encode(), "https://kitchen.example/a", SHOPS)
    assert answer.get("offer", {}).get("price") == price, answer


@pytest.mark.parametrize(
    "head",
    [
        "Empfohlene Produkte", "Produits recommandés", "Productos recomendados", "Prodotti consigliati",
        "Aanbevolen producten", "Polecane produkty", "Produtos recomendados", "Rekommenderade produkter",
        "Anbefalede produkter", "Doporučené produkty",
    ],
)  # fmt: skip
def test_what_a_page_recommends_is_not_what_it_sells(head: str) -> None:
    card = f"<h2>{head}</h2><b>Curry paste</b> <span class='price'>$4.99</span><button>Add to cart</button>"
    answer = read(f"<h1>Green smoothie</h1><p>SKU: KA-77</p><p>In stock</p>{card}")
    assert not answer["ok"] or answer["offer"]["price"] is None, answer
