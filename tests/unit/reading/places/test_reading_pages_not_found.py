"""A page that says that nothing is there, above what sells best: refused, in the words of many languages."""

from __future__ import annotations

import pytest

from tests.invented.plain_page import read_page, stored_of

MISSING = {
    "bg": ("bg", "Страницата не съществува", "{} €"),
    "cs": ("cz", "Stránka nebyla nalezena", "{} Kč"),
    "da": ("dk", "Siden kunne ikke findes", "{} kr."),
    "el": ("gr", "Η σελίδα δεν υπάρχει", "{} €"),
    "en": ("co.uk", "Page not found", "£{}"),
    "fa": ("ir", "صفحه یافت نشد", "{} تومان"),
    "fi": ("fi", "Sivua ei löydy", "{} €"),
    "fr": ("fr", "Erreur 404", "{} €"),
    "hr": ("hr", "Stranica ne postoji", "{} €"),
    "hu": ("hu", "Hiba 404", "{} Ft"),
    "it": ("it", "Errore 404", "{} €"),
    "lt": ("lt", "Puslapis neegzistuoja", "{} €"),
    "lv": ("lv", "Lapa neeksistē", "{} €"),
    "nb": ("no", "Fant ikke siden", "{} kr"),
    "nl": ("nl", "Deze pagina bestaat niet", "{} €"),
    "pl": ("pl", "Błąd 404", "{} zł"),
    "pt": ("pt", "Página não localizada", "{} €"),
    "ro": ("ro", "Eroare 404", "{} lei"),
    "ru": ("ru", "Такой страницы не существует", "{} ₽"),
    "sk": ("sk", "Stránka sa nenašla", "{} €"),
    "sl": ("si", "Stran ne obstaja", "{} €"),
    "sr": ("rs", "Stranica ne postoji", "{} RSD"),
    "tr": ("com.tr", "Hata 404", "{} TL"),
    "uk": ("com.ua", "Помилка 404", "{} грн"),
}


@pytest.mark.parametrize("tag", ["h1", "h2"])
@pytest.mark.parametrize("lang", MISSING)
def test_what_is_not_there_is_refused(lang: str, tag: str) -> None:
    ending, said, money = MISSING[lang]
    cards = "".join(
        f"<div class=product><a href='/p/{price}'>{name}</a><div class=price>{money.format(price)}</div></div>"
        for name, price in (("Torvik", 149), ("Malm", 590))
    )
    body = f"<{tag}>{said}</{tag}><h2>Top</h2><div>{cards}</div>"
    answer = read_page(body, url=f"https://www.haven.{ending}/p/torvik-12", title=f"{said} | Haven", lang=lang)
    assert answer["reason"] in {"NOT_FOUND", "ERROR_PAGE", "REMOVED"}


@pytest.mark.parametrize(
    "name", ["Toshiba 40455", "Tafel 404x60", "Stiefel 4040", "Ferro 40450", "Error 404 T-Shirt", "Fehler 404 T-Shirt"]
)
def test_a_name_with_such_a_number_is_none(name: str) -> None:
    body = f"<h1>{name}</h1><p class='price'>£24.99</p><button>Add to basket</button><p>In stock</p>"
    answer = read_page(body, url="https://www.haven.co.uk/p/12", title=f"{name} | Haven", lang="en")
    assert stored_of(answer) == "24.99"
