"""Pages that call themselves the results of a search, or a comparison of products: no product's, however few they show,
for one result looks just like its page.
"""

from __future__ import annotations

import json

import pytest

from tests.invented.plain_page import read_page

URL = "https://www.pine-house.shop/chairs/oak"
SOLD = "<p class=price>129,00 €</p><p>In stock</p><button>Add to cart</button>"
CARD = f"<div class=item><a href='/oak-vorra.html'><span>Oak chair Vorra</span></a>{SOLD}</div>"


def outcome(title: str, headings: str, body: str, *, declared: str | None = None, url: str = URL) -> str:
    offer = {"price": "129.00", "priceCurrency": "EUR", "availability": "https://schema.org/InStock"}
    node = json.dumps({"@type": "Product", "name": declared, "offers": offer})
    script = f"<script type='application/ld+json'>{node}</script>" if declared else ""
    answer = read_page(f"<main>{headings}{body}</main>", url=url, title=title, lang="en", head=script)
    verdict = answer.get("verdict")
    return str(verdict.get("reason") or verdict["status"]) if verdict else str(answer["reason"])


SAID = [
    "1 search result for “oak vorra”",
    "Search results: oak vorra",
    "One result for oak vorra",
    "Ein Suchergebnis für „oak vorra“",
    "1 Treffer für oak vorra",
    "Un résultat de recherche pour „oak vorra“",
    "1 résultat pour oak vorra",
    "1 resultado de búsqueda: oak vorra",
    "Risultati della ricerca per oak vorra",
    "Resultado da busca por oak vorra",
    "Zoekresultaten voor oak vorra",
    "Søgeresultater for oak vorra",
    "Sökresultat: oak vorra",
    "Hakutulokset: oak vorra",
    "Wyniki wyszukiwania: oak vorra",
    "Výsledky vyhledávání: oak vorra",
    "Keresési eredmények: oak vorra",
    "Rezultatele căutării pentru oak vorra",
    "Резултати от търсене за oak vorra",
    "Αποτελέσματα αναζήτησης για oak vorra",
    "Результаты поиска: oak vorra",
    "Результати пошуку за запитом oak vorra",
    "oak vorra için arama sonuçları",
    "نتائج البحث عن oak vorra",
    "נתוני oak vorra | תוצאות חיפוש",
    "نتایج جستجوی oak vorra",
    "ผลการค้นหา oak vorra",
    "Kết quả tìm kiếm: oak vorra",
    "Hasil pencarian oak vorra",
    "「oak vorra」の検索結果",
    "'oak vorra' 검색결과 (1)",
    "oak vorra 搜索结果",
    "oak vorra 搜尋結果",
]


@pytest.mark.parametrize("said", SAID)
def test_what_calls_itself_the_result_of_a_search_is_one(said: str) -> None:
    assert outcome(f"{said} – Pine House", f"<h1>{said}</h1>", CARD) == "SEARCH"
    assert outcome(f"Pine House | {said}", "<h1>Oak chair Vorra</h1>", SOLD) == "SEARCH"
    assert outcome("Pine House", f"<h1>{said}</h1>", CARD, declared="Oak chair Vorra") == "SEARCH"
    assert outcome("Pine House", f"<form><header><h1>{said}</h1></header></form>", CARD) == "SEARCH"


COMPARED = [
    "Compare products",
    "Product comparison (2)",
    "Produkte vergleichen",
    "Produktvergleich",
    "Comparer des produits",
    "Comparar productos",
    "Comparar Produtos",
    "Comparação de Produtos",
    "Confronta prodotti",
    "Vergelijk producten",
    "Porównanie produktów",
    "Porovnání produktů",
    "Termékek összehasonlítása",
    "Compară produse",
    "Сравнение на продукти",
    "Σύγκριση προϊόντων",
    "Сравнение товаров",
    "Ürün karşılaştırma",
    "مقارنة المنتجات",
    "商品を比較",
    "상품비교",
    "产品对比",
]


@pytest.mark.parametrize("said", COMPARED)
def test_what_calls_itself_a_comparison_is_no_product(said: str) -> None:
    table = f"<table><tr><td>{CARD}</td></tr><tr><th>SKU</th><td>OC-1063</td></tr></table>"
    assert outcome(f"{said} - Pine House", f"<h1>{said}</h1>", table) in {"LISTING", "NOT_A_PRODUCT"}
    assert outcome("Pine House", f"<h1>{said}</h1>", table) in {"LISTING", "NOT_A_PRODUCT"}


@pytest.mark.parametrize(
    ("title", "headings", "declared"),
    [
        ("Search results - Pine House", "<h1>Oak chair Vorra</h1>", "Oak chair Vorra"),
        ("Oak chair Vorra - Pine House", "<h1>Search results</h1><h1>Oak chair Vorra</h1>", None),
        ("Oak chair Vorra - Pine House", "<h1>Compare products</h1><h1>Oak chair Vorra</h1>", None),
        ("Oak chair Vorra", "<div hidden><h1>Search results</h1></div><h2>Oak chair Vorra</h2>", None),
        ("Oak chair Vorra", "<div role=dialog><h1>Search results</h1></div><h2>Oak chair Vorra</h2>", None),
        ("Oak chair Vorra", "<nav><h1>Compare products</h1></nav><h2>Oak chair Vorra</h2>", None),
        ("The search for Elm - Pine House", "<h1>The search for Elm</h1>", None),
        ("Compare 3 pan - Pine House", "<h1>Compare 3 pan</h1>", None),
    ],
)
def test_the_page_of_a_product_stays_one(title: str, headings: str, declared: str | None) -> None:
    assert outcome(title, headings, SOLD, declared=declared) == "ok"


@pytest.mark.parametrize("path", ["search_dir.html?sw=oak", "search-page.php?sw=oak", "suche/liste.html?sw=oak"])
def test_an_address_of_a_search_speaks_for_one(path: str) -> None:
    url = f"https://www.pine-house.shop/{path}"
    assert outcome("Oak - Pine House", "<h1>Oak</h1>", CARD, url=url) in {"SEARCH", "LISTING"}


@pytest.mark.parametrize(
    ("title", "heading"),
    [
        ("Search - Pine House", "<h1>Search</h1>"),
        ("Pine House", "<h1>Search: “oak vorra”</h1>"),
        ("Pine House", "<h2>Search results for oak vorra</h2>"),
        ("Produktsuche - Pine House", ""),
        ("Pine House", "<h1>Recherche « oak vorra »</h1>"),
        ("Búsqueda | Pine House", ""),
        ("Pine House", "<h1>Поиск: oak vorra</h1>"),
        ("Pine House", "<h1>商品検索</h1>"),
    ],
)
def test_the_word_alone_is_enough_where_the_address_holds_what_was_asked_for(title: str, heading: str) -> None:
    shown = f"<div class=item><h3>Oak chair Vorra</h3><p>SKU: OC-1063</p>{SOLD}</div>"
    assert outcome(title, heading, shown, url="https://www.pine-house.shop/shop.php?keyword=oak+vorra") == "SEARCH"


@pytest.mark.parametrize("query", ["?s=oak+vorra&post_type=product", "?q=oak", "en/?search=oak"])
@pytest.mark.parametrize("said", ["oak vorra", "Search"])
def test_the_front_page_that_is_asked_for_something_is_a_search(query: str, said: str) -> None:
    url = f"https://www.pine-house.shop/{query}"
    assert outcome(f"{said} - Pine House", f"<h1>{said}</h1>", CARD, url=url) in {"SEARCH", "LISTING"}


def test_a_product_keeps_what_was_searched_for_in_its_address() -> None:
    for query in ("oak-vorra.html?q=oak", "oak-vorra?search=search", "?q=product/12"):
        url = f"https://www.pine-house.shop/{query}"
        assert outcome("Oak chair Vorra - Pine House", "<h1>Oak chair Vorra</h1>", SOLD, url=url) == "ok"


@pytest.mark.parametrize("path", ["catalog/product_compare/index/", "compare-products", "product-comparison.html"])
def test_an_address_of_a_comparison_is_no_products(path: str) -> None:
    table = f"<table><tr><td>{CARD}</td></tr><tr><th>SKU</th><td>OC-1063</td></tr></table>"
    assert outcome("Pine House", "<h1>Oak chair Vorra</h1>", table, url=f"https://www.pine-house.shop/{path}") != "ok"


@pytest.mark.parametrize("shown", ["card", "headed"])
def test_a_heading_that_is_what_was_searched_for_names_no_product(shown: str) -> None:
    url = "https://www.pine-house.shop/shop.php?keyword=oak+vorra"
    headed = f"<div class=item><h2><a href='/oak-vorra.html'>Oak chair Vorra</a></h2>{SOLD}</div>"
    assert outcome("oak vorra - Pine House", "<h1>oak vorra</h1>", CARD if shown == "card" else headed, url=url) != "ok"
    assert outcome("oak vorra - Pine House", "<h1>oak vorra</h1>", SOLD, url=url) == "ok"


def test_a_page_parts_its_name_from_the_shops_by_a_full_stop() -> None:
    assert outcome("Compare products. Pine House", "<h2>Compare products</h2>", CARD) == "LISTING"
    assert outcome("Oak chair Vorra. Compare products by hand", "<h1>Oak chair Vorra</h1>", SOLD) == "ok"
