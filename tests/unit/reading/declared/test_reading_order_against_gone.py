"""Markup that says that a product can be ordered in advance gives way to a page that says that none is left."""

from __future__ import annotations

import pytest

from tests.invented.plain_page import read_page

NAME = "Vorra board game B1"
OFFER = (
    "<div itemscope itemtype='https://schema.org/Product'><h1 itemprop='name'>{name}</h1><div itemprop='offers' "
    "itemscope itemtype='http://schema.org/Offer'><link itemprop='availability' href='https://schema.org/{state}'>"
    "<meta itemprop='priceCurrency' content='EUR'><b itemprop='price' content='35.9'>35,90 €</b></div>{body}</div>"
)


def availability(body: str, state: str = "PreOrder") -> str:
    html = OFFER.format(name=NAME, state=state, body=body)
    answer = read_page(html, url="https://www.casa-pino.it/giochi/vorra-b1", title=NAME, lang="it")
    return str(answer["offer"]["availability"])


GONE = "<span id='product-availability'>Non disponibile</span>"
OFF, LIVE = "<button disabled>Aggiungi al carrello</button>", "<button>Aggiungi al carrello</button>"


@pytest.mark.parametrize("state", ["PreOrder", "BackOrder"])
def test_none_left_goes_before_it(state: str) -> None:
    assert availability(GONE, state) == "OUT_OF_STOCK"
    assert availability(OFF + GONE + "<a class='btn'>Avvisami quando disponibile</a>", state) == "OUT_OF_STOCK"


@pytest.mark.parametrize(
    "body",
    [
        LIVE,
        "<button>Preordina</button>",
        "<button>Preordina</button>" + GONE,
        "<p>Prenotabile</p>",
        "<p>Preordine: in uscita a maggio</p>" + LIVE,
        "<p>Disponibile su ordinazione</p>",
        "<ul><li>S</li><li>M</li><li>L – non disponibile</li></ul>" + LIVE,
        "<p>Ritiro in negozio: non disponibile</p>" + LIVE,
        "",
    ],
)
def test_else_it_can_be_ordered(body: str) -> None:
    assert availability(body) == "BACKORDER"
