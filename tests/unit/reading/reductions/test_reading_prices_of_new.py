"""What a thing costs new, by its label: the price of a page that sells nothing used, and of no other."""

from __future__ import annotations

import pytest

from tests.invented.plain_page import read_page

GERMAN, JAPANESE = ("de", "de", "In den Warenkorb"), ("ja", "jp", "カートに入れる")


def stored(body: str, shop: tuple[str, str, str], title: str = "Vorra Oakley 27") -> str | None:
    language, place, button = shop
    answer = read_page(
        f"<h1>{title}</h1>{body}<button>{button}</button>",
        url=f"https://www.pine.{place}/p/oakley-27",
        title=f"{title} | Pine",
        lang=language,
    )
    is_stored = answer.get("verdict", {}).get("status") == "ok"
    return str(answer["offer"]["price"]).removesuffix(".00") if is_stored else None


@pytest.mark.parametrize(
    ("body", "shop", "price"),
    [
        ("<p>Neupreis: 119,00 €</p>", GERMAN, "119"),
        ("<p>Neupreis</p><p>119,00 €</p>", GERMAN, "119"),
        ("<p class='price'>Neupreis 119,00 €</p><p>Versand: 4,90 €</p>", GERMAN, "119"),
        ("<dl><dt>新品価格</dt><dd>2,800円(税込)</dd></dl>", JAPANESE, "2800"),
    ],
)
def test_the_only_price_may_be_labelled_so(body: str, shop: tuple[str, str, str], price: str) -> None:
    assert stored(body, shop) == price


@pytest.mark.parametrize(
    ("body", "shop", "price"),
    [
        ("<p>Neupreis: 119,00 €</p><p>49,00 €</p>", GERMAN, "49"),
        ("<p>49,00 €</p><p>Neupreis: 119,00 €</p>", GERMAN, "49"),
        ("<p>Zustand: gebraucht</p><p>Neupreis: 119,00 €</p>", GERMAN, None),
        ("<p>VB</p><p>Neupreis: 119,00 €</p>", GERMAN, None),
        ("<p>Neupreis: 119,00 €</p>", (*GERMAN[:2], "Verkäufer kontaktieren"), None),
        ("<p>中古</p><p>新品価格 2,800円 (税込)</p>", JAPANESE, None),
    ],
)
def test_beside_a_used_copy_or_another_price_it_is_not_the_price(
    body: str, shop: tuple[str, str, str], price: str | None
) -> None:
    assert stored(body, shop) == price
    assert stored("<p>Neupreis: 119,00 €</p>", GERMAN, "Vorra Oakley 27 gebraucht") is None
