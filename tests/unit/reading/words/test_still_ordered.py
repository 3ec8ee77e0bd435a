"""None is left, and it can be ordered all the same: in advance. A refusal in the same words stays one."""

from __future__ import annotations

import pytest

from common.offer import Availability
from common.reading.text.availability import of_phrase


@pytest.mark.parametrize(
    "said",
    [
        "Ikke på lager. Kan bestilles – forventet levering 2-3 uker",
        "Tijdelijk uitverkocht, levering over ca. 3 weken. Nu bestellen kan.",
        "Niet op voorraad, wel te bestellen",
        "Nicht auf Lager, kann bestellt werden",
        "Nicht auf Lager, aber bestellbar",
        "Rupture de stock, commande possible",
        "Agotado, se puede pedir",
        "Esaurito, ordinabile",
        "Slut i lager, kan beställas",
        "Udsolgt – kan bestilles",
        "Нет в наличии, можно заказать",
        "Brak w magazynie, można zamówić",
        "Není skladem, lze objednat",
        "Nincs raktáron, rendelhető",
        "Loppu, voidaan tilata",
        "Esgotado, pode ser encomendado",
        "補貨中，可預購，預計 14 個工作天出貨",
        "缺货，支持预订",
        "在庫切れ（お取り寄せ可）",
        "품절 (예약 가능)",
    ],
)
def test_what_can_be_ordered_all_the_same_is_in_advance(said: str) -> None:
    assert of_phrase(said) is Availability.BACKORDER


@pytest.mark.parametrize(
    "said",
    [
        "Ikke på lager. Kan ikke bestilles",
        "Niet op voorraad, niet te bestellen",
        "Nicht auf Lager, kann nicht bestellt werden",
        "Nicht auf Lager, nicht bestellbar",
        "Esaurito, non ordinabile",
        "Slut i lager, kan inte beställas",
        "Нет в наличии, нельзя заказать",
        "Není skladem, nelze objednat",
        "Nincs raktáron, nem rendelhető",
        "Esgotado, não pode ser encomendado",
        "Tijdelijk uitverkocht",
        "補貨中，不可預購",
        "缺货，不支持预订",
        "在庫切れ（取り寄せ不可）",
        "품절, 예약 불가능",
    ],
)
def test_what_cannot_is_sold_out(said: str) -> None:
    assert of_phrase(said) is Availability.OUT_OF_STOCK


@pytest.mark.parametrize("said", ["Kan bestilles", "Nu bestellen kan", "kann bestellt werden", "lze objednat"])
def test_alone_these_words_say_nothing_of_stock(said: str) -> None:
    assert of_phrase(said) is Availability.UNKNOWN
