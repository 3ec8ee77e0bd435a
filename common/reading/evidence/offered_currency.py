"""In which currency a page sells that declares offers in several: what it prints decides, then what else it states."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from common.reading.evidence.printed.amount import PrintedAmount
from common.reading.found import Found
from common.reading.text.currencies.named import currency_of


def in_one_currency(
    declared: Sequence[Found],
    others: Sequence[Found],
    shown: Found,
    amounts: Callable[[], Sequence[PrintedAmount]],
    home: str | None,
) -> list[Found]:
    """What is declared, each in the currency that the page sells in; with its offers in others (`abroad`) where nothing
    tells which that is. `others`: the labels and the state; `shown`: what is visible; `home`: the currency of the
    page's place.
    """
    return [_in_one(one, others, shown, amounts(), home) if one.abroad else one for one in declared]


def _in_one(
    one: Found, others: Sequence[Found], shown: Found, printed: Sequence[PrintedAmount], home: str | None
) -> Found:
    """By the price that a reader sees, by the only offer that is printed near the heading, by the page's place, by the
    only one that another source states. A sign that several of the currencies have tells none from the others.
    """
    offers = (replace(one, abroad=()), *one.abroad)
    seen = [offer for offer in offers if any(_is_said(offer, place) for place in printed)]
    for said in (
        [offer for offer in seen if offer.price == shown.price],
        seen,
        [offer for offer in offers if offer.currency == home],
        [offer for offer in offers if any(_is_stated(offer, other) for other in others)],
    ):
        if len(said) == 1:
            return offers[0].priced_as(said[0])
    return one


def _is_said(offer: Found, place: PrintedAmount) -> bool:
    return place.amount == offer.price and currency_of(place.text, offer.currency) == offer.currency


def _is_stated(offer: Found, other: Found) -> bool:
    return (other.price, other.currency) == (offer.price, offer.currency)
