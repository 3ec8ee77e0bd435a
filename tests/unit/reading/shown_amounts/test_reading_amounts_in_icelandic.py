"""What Icelandic shops print beside the price: delivery, instalments, deposits, members' prices."""

from __future__ import annotations

import pytest

from tests.invented.plain_page import read_page

BESIDE = [
    "Pósturinn, næsta pósthús: 990 kr.",
    "Heim að dyrum: 1.490 kr.",
    "Frí heimsending ef verslað er fyrir 15.000 kr. eða meira",
    "Póstsending 1.290 kr.",
    "Greiðsludreifing: 3 greiðslur á 10.967 kr. án vaxta.",
    "Raðgreiðslur frá 3.290 kr. á mánuði",
    "Skilagjald 500 kr.",
    "Uppsetning 4.900 kr.",
    "5 eða fleiri: 29.900 kr.",
]


@pytest.mark.parametrize("beside", BESIDE)
def test_the_amount_beside_is_something_elses(beside: str) -> None:
    answer = read_page(
        f"<main><h1>Lopapeysa Vorra</h1><p>32.900 kr.</p><p>{beside}</p><p>Til á lager</p>"
        "<button>Setja í körfu</button></main>",
        url="https://www.pine-house.is/peysur/vorra",
        title="Lopapeysa Vorra | Pine House",
        lang="is",
    )
    assert (answer["verdict"]["status"], answer["offer"]["price"], answer["offer"]["currency"]) == (
        "ok",
        "32900",
        "ISK",
    )
