"""Pages of builders for sites and hand-written ones: what they sell stands in one box of several, under the only
heading there is, or with words of their templates beside it.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from common.settings import ShopsSettings
from common.shops.registry import Shops
from fleet.operations.read_saved import read_saved

SHOPS = Shops(ShopsSettings())
NAME = "Tarnwick forest fabric"


def read(body: str, url: str = "https://shop.example/goods/tarnwick-forest-fabric", **about: str) -> dict[str, Any]:
    title, lang, kind = about.get("title", NAME), about.get("lang", "de-DE"), about.get("kind", "")
    top = f"<meta charset='utf-8'><title>{title}</title>{about.get('head', '')}"
    return read_saved(
        f"<html lang='{lang}'><head>{top}</head><body class='{kind}'>{body}</body></html>".encode(), url, SHOPS
    )


def stored(answer: dict[str, Any]) -> tuple[Any, ...]:
    offer = answer.get("offer") or {}
    return (answer.get("verdict") or {}).get("status"), offer.get("price"), str(offer.get("availability"))


OTHERS = (
    "<div class='module text'><p>Dazu passt <a href='/goods/cuff'>Strickbund 3,45 €</a></p></div>"
    "<div class='module catalog'><a href='/goods/dots'>Punktestoff</a> <b>8,45 €</b></div>"
)
OWN = "<h4>{}</h4><strong class='price'>9,95 €</strong><p>verfügbar</p><button>In den Warenkorb</button>"


@pytest.mark.parametrize(
    ("own", "price"),
    [
        (f"{NAME}, 0,5 m", "9.95"),
        (f"<a href='/goods/forest-2'>{NAME}, 0,5 m</a>", None),  # a card, which leads to its own page
        (f"{NAME}</h4><a href='/goods/forest-2'><img src='a.jpg'></a><h4>", None),
        (f"{NAME} cutter", None),  # another thing that begins with the same words
        (f"{NAME} – cutter", None),
        ("Hill wool", None),
    ],
)
def test_the_box_beside_others_that_alone_repeats_the_heading_is_no_card(own: str, price: str | None) -> None:
    heading = f"<div class='module header'><h1>{NAME}</h1></div>"
    answer = read(f"<div>{heading}<div class='module product'>{OWN.format(own)}</div>{OTHERS}</div>")
    assert (answer.get("offer") or {}).get("price") == price


@pytest.mark.parametrize(
    ("names", "said"),
    [("price-unavailable", "IN_STOCK"), ("price_not_available", "IN_STOCK"), ("availability", "UNKNOWN")],
)
def test_words_for_a_price_that_is_not_there_say_nothing_of_stock(names: str, said: str) -> None:
    page = (
        f"<h1>{NAME}</h1><div class='price'>€9.95</div><div id='{names}'>Unavailable</div><a role='button'>Buy Now</a>"
    )
    assert stored(read(page, lang="en-GB"))[2] == said


@pytest.mark.parametrize(
    "badge",
    [
        "<span class='badge price__badge-sold-out'>Sold out</span>",
        "<span class='price__badge price__badge--sold-out'><span>Sold out</span></span>",
    ],
)
@pytest.mark.parametrize(
    ("box", "button", "said"),
    [
        ("price price--large", "Buy Now", "IN_STOCK"),
        ("price price--large price--on-sale", "Buy Now", "IN_STOCK"),
        ("price price--large price--sold-out", "Buy Now", "UNKNOWN"),  # shown, and denied by the button
        ("price price--large price--sold-out", "", "OUT_OF_STOCK"),
        ("price price--large", "", "UNKNOWN"),
        ("price", "Buy Now", "UNKNOWN"),  # in no state: nothing tells whether it is shown
        ("card card--large", "Buy Now", "UNKNOWN"),  # another box
    ],
)
def test_a_part_for_when_none_is_left_is_shown_by_a_class_of_its_box(
    box: str, button: str, said: str, badge: str
) -> None:
    badges = f"<span class='badge price__badge-sale'>Sale</span>{badge}"
    buys = f"<a role='button'>{button}</a>" if button else ""
    page = f"<h1>{NAME}</h1><div class='{box}'><span class='price-item'>€9.95</span>{badges}</div>{buys}"
    answer = read(page, lang="en-GB")
    assert answer["offer"]["availability"] == said


ROWS = (
    "<table><tr><td>Maker</td><td>Ann Hill</td></tr><tr><td>Neupreis</td><td>EUR 3.890,-</td></tr>"
    "<tr><td>Preis</td><td>EUR 2.450,-</td></tr><tr><td>Zustand</td><td>gut, sofort lieferbar</td></tr></table>"
)


def test_the_only_heading_of_a_page_is_its_name_where_the_title_has_a_word_of_it() -> None:
    page, title = '<h2>Gebrauchte Altgeige "Hill"</h2>' + ROWS, "Gebrauchte Geige - Werkstatt am Berg"
    assert stored(read(page, "https://hill.example/gebr17.htm", title=title)) == ("ok", "2450.00", "IN_STOCK")
    assert "offer" not in read(page, "https://hill.example/gebr17.htm", title="Werkstatt am Berg")
    two = page + "<h2>Die Werkstatt</h2>"
    assert "offer" not in read(two, "https://hill.example/gebr17.htm", title=title)


def test_what_other_used_things_cost_ends_the_product() -> None:
    page = '<h2>Gebrauchte Altgeige "Hill"</h2>' + ROWS
    more = "<b>Weitere gebrauchte Instrumente:</b><br>Cello EUR 780,-<br>Flöte EUR 90,- <i>verkauft</i>"
    title = "Gebrauchte Geige - Werkstatt Hill"
    assert stored(read(page + more, "https://hill.example/gebr17.htm", title=title)) == ("ok", "2450.00", "IN_STOCK")


def test_a_sign_of_money_before_a_word_is_the_form_s_own() -> None:
    page = f"<h1>{NAME}</h1><p><b>Price:</b> {{}}</p><p><b>Status:</b> Sold</p><p>Made in Asheville, NC 28801</p>"
    said = "$Was $550. Now $300. Serious Offers Considered"
    assert stored(read(page.format(said), lang="en-US")) == ("ok", "300.00", "OUT_OF_STOCK")
    assert stored(read(page.format("Was $550. Now $300."), lang="en-US")) == ("ok", "300.00", "OUT_OF_STOCK")


@pytest.mark.parametrize("button", ["Zamów licencję", "Kup program", "Zamów pełną wersję"])
def test_a_button_that_orders_a_licence_buys(button: str) -> None:
    page = (
        f"<h1>{NAME}</h1><p>Symbol: <b>FAB7-1ST</b></p><p>Cena netto: <span>149,00 zł</span></p>"
        f"<p><b>183,27 zł</b> z VAT 23%</p><button>{button}</button>"
        "<table><tr><td>FAB7-UPG</td><td>79,00 zł</td><td>97,17 zł</td></tr></table>"
    )
    assert stored(read(page, lang="pl-PL")) == ("ok", "183.27", "IN_STOCK")


WINE = (
    f"<h1>{NAME}</h1><p>Vigne di 35 anni.</p><table><tr><td>1 bottiglia</td><td>€ 14,00</td></tr>"
    "<tr><td>cartone da {} bottiglie</td><td>€ 78,00</td></tr><tr><td>magnum 1,5 l</td><td>esaurita</td></tr></table>"
)
LABEL = "<meta property='og:type' content='article'>"


def test_a_page_of_wordpress_is_no_article_for_its_label() -> None:
    page = WINE.format(6)
    assert read(page, lang="it-IT", head=LABEL, kind="page page-id-318")["offer"]["price"] == "14.00"
    for kind in ("", "single single-post postid-318", "page"):
        assert read(page, lang="it-IT", head=LABEL, kind=kind)["reason"] == "ARTICLE"


REVIEW = f"<h1>{NAME}</h1><p>Ho provato questo vino per un mese.</p><p>Prezzo: € 14,00</p>{{}}"
OUT = "<a {}href='https://www.{}/dp/1?{}'>Acquista ora</a>"


@pytest.mark.parametrize(
    "links",
    [
        OUT.format("rel='nofollow' ", "vini.example", ""),
        OUT.format("rel='sponsored noopener' ", "vini.example", ""),
        OUT.format("", "vini.example", "tag=pineta-21"),
        OUT.format("", "vini.example", "") + OUT.format("", "cantina.example", ""),
        "<a href='/go/vini'>Acquista ora</a>" + OUT.format("", "cantina.example", ""),
    ],
)
@pytest.mark.parametrize("declared", [None, "14.00"])
def test_a_page_of_wordpress_that_recommends_other_shops_wares_is_no_product(links: str, declared: str | None) -> None:
    node = {"@type": "Product", "name": NAME, "offers": {"price": declared, "priceCurrency": "EUR"}}
    head = f"{LABEL}<script type='application/ld+json'>{json.dumps(node)}</script>" if declared else LABEL
    answer = read(REVIEW.format(links), lang="it-IT", head=head, kind="page page-id-318")
    assert answer.get("reason") == "NOT_A_PRODUCT"


@pytest.mark.parametrize(
    ("links", "kind"),
    [
        (OUT.format("", "cassa.example", ""), "page page-id-318"),
        (
            OUT.format("rel='nofollow' ", "vini.example", "") + "<button>Aggiungi al carrello</button>",
            "page page-id-318",
        ),
        (OUT.format("rel='nofollow' ", "vini.example", ""), "single single-product postid-318"),
    ],
)
def test_a_makers_page_that_leads_to_where_it_sells_is_a_product(links: str, kind: str) -> None:
    node = {"@type": "Product", "name": NAME, "offers": {"price": "14.00", "priceCurrency": "EUR"}}
    head = f"{LABEL}<script type='application/ld+json'>{json.dumps(node)}</script>"
    answer = read(REVIEW.format(links), lang="it-IT", head=head, kind=kind)
    assert answer["offer"]["price"] == "14.00"


def test_one_of_several_is_the_price_and_a_row_that_is_gone_another_size() -> None:
    assert stored(read(WINE.format(6), lang="it-IT")) == ("quarantine", "14.00", "UNKNOWN")
    assert read(WINE.format(12), lang="it-IT").get("offer", {}).get("price") is None  # more than a fifth cheaper


def test_boxes_that_all_repeat_the_heading_are_cards() -> None:
    card = "<div class='module p{0}'>" + OWN.format(f"{NAME} {{0}}") + "<a href='/goods/{0}'>Mehr</a></div>"
    boxes = "".join(map(card.format, range(5, 9)))
    answer = read(f"<div><div class='module header'><h1>{NAME}</h1></div>{boxes}</div>")
    assert (answer.get("offer") or {}).get("price") is None
