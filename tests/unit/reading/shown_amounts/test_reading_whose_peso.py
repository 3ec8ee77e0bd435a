""" "$" on a page in Spanish whose address names no country is the peso of the one where the shop says that it is."""

from __future__ import annotations

import pytest

from tests.invented.plain_page import read_page

SPANISH = "<p>Envíos a todo el país</p><p>3 cuotas sin interés</p><button>Agregar al carrito</button>"


ABOUT = f"<p>{'Mate de palo santo, curado y listo. ' * 60}</p>"


def currency(footer: str, *, body: str = SPANISH, lang: str = "") -> str | None:
    page = f"<h1>Mate de palo</h1><p class=price>$48.900,00</p>{body}{ABOUT}<footer><p>{footer}</p></footer>"
    url = "https://mates.example/productos/mate-de-palo"
    answer = read_page(page, url=url, title="Mate de palo", lang=lang)
    return (answer.get("offer") or {}).get("currency")


@pytest.mark.parametrize(
    ("footer", "want"),
    [
        ("Villa Ventana, Buenos Aires, Argentina. Creado con Tiendanube", "ARS"),
        ("Rosario, República Argentina", "ARS"),
        ("WhatsApp +54 9 11 5555-0101", "ARS"),
        ("CUIT: 30-71234567-8", "ARS"),
        ("Valparaíso, Chile - Todos los derechos reservados", "CLP"),
        ("Medellín, Colombia | 2023", "COP"),
        ("Guadalajara, Jalisco, México © 2024", "MXN"),
        ("Montevideo, Uruguay", "UYU"),
        ("Ciudad de México.", "MXN"),
        ("Ciudad de Panamá. Precios en balboas / dólares", "USD"),
        ("Guayaquil, Ecuador", "USD"),
        ("San Salvador, El Salvador | WhatsApp +503 7000-0101", "USD"),
    ],
)
def test_a_footer_tells_the_country(footer: str, want: str) -> None:
    assert currency(footer) == want


@pytest.mark.parametrize(
    "footer",
    [
        "Hecho con amor",
        "Argentina en el corazón",
        "Vinos de Argentina",
        "Mendoza, Argentina</p><p>Santiago, Chile",
        "Buenos Aires, Argentina</p><p>Envíos también a Uruguay",
        "Buenos Aires, Argentina</p><p>Precios en dólares",
        "Buenos Aires, Argentina</p><p>Precios en USD",
        "Bodega de Mendoza, Argentina</p><p>Tienda en Miami",
        "Buenos Aires, Argentina, y en todo el mundo",
        "Buenos Aires, Argentina</p><p>Quito, Ecuador",
    ],
)
def test_no_other_word_does(footer: str) -> None:
    assert currency(footer) in {None, "USD"}
    assert currency(footer) != "ARS"


def test_goods_from_a_country_do_not() -> None:
    told = f"<p>Lana de Jujuy, Argentina.</p>{SPANISH}{'<p>Más sobre este mate.</p>' * 14}"
    assert currency("Hecho con amor", body=told) is None


def test_a_page_in_another_language_is_asked_otherwise() -> None:
    english = "<p>Ships worldwide</p><button>Add to cart</button>"
    assert currency("Buenos Aires, Argentina", body=english, lang="en") != "ARS"
    assert currency("Buenos Aires, Argentina", lang="pt") != "ARS"
    assert currency("Buenos Aires, Argentina", lang="es") == "ARS"
