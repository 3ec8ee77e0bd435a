"""What another choice costs is no rival of the price that the marked choice has."""

from __future__ import annotations

from typing import Any

import pytest

from fleet.operations.read_saved import read_saved
from tests.invented.plain_page import SHOPS

NAME = "The Pine House Stories"
PRICE = "<p class=main-price>$16.80</p>"


def stored(body: str) -> str | None:
    """The price that is stored of a book's page that declares nothing, with this between heading and button."""
    html = (
        f"<html lang=en-CA><title>{NAME} | Pine House</title><h1>{NAME}</h1>{body}"
        "<p>In stock</p><button>Add to bag</button>"
    )
    answer: dict[str, Any] = read_saved(html.encode(), "https://pine-house.ca/books/pine-house-stories", SHOPS)
    return str(answer["offer"]["price"]) if answer.get("verdict", {}).get("status") == "ok" else None


def choices(first: str, second: str, third: str = "") -> str:
    return (
        f"<ul><li {first}>Paperback <span>$16.80</span></li><li {second}>Audiobook <span>$38.00</span></li>"
        f"<li {third}>E-book <span>$12.00</span></li></ul>"
    )


@pytest.mark.parametrize(
    "mark", ["class=active", "class='format is-selected'", "aria-checked=true", "class=x aria-current=true"]
)
def test_the_price_of_the_marked_choice_stands(mark: str) -> None:
    assert stored(choices(mark, "class=format") + PRICE) == "16.80"


@pytest.mark.parametrize(
    "body",
    [
        choices("class=format", "class=format"),
        choices("class=format", "class=active"),
        choices("class=active", "class=active"),
        choices("class=active", "class=format").replace("$38.00", "$84.00"),
    ],
)
def test_without_a_mark_or_with_another_ones_it_is_doubted(body: str) -> None:
    assert stored(body + PRICE) is None


def test_a_marked_choice_on_terms_is_doubted() -> None:
    several = (
        "<div><label class=active>Subscribe <b>$16.80</b></label><label>One-time purchase <b>$21.00</b></label></div>"
    )
    assert stored(several + PRICE) is None


@pytest.mark.parametrize(
    "labels", [("7 days", "Own it"), ("Each", "Pack of 2"), ("Split", "Full"), ("Holders", "Others")]
)
def test_of_two_choices_the_marked_cheaper_one_may_be_on_terms(labels: tuple[str, str]) -> None:
    cheaper, dearer = (f"<b>{label} {amount}</b>" for label, amount in zip(labels, ("$16.80", "$21.00"), strict=True))
    assert stored(f"<ul><li class=active>{cheaper}</li><li>{dearer}</li></ul>{PRICE}") is None


def test_of_two_choices_the_marked_dearer_one_is_the_price() -> None:
    several = "<ul><li>Oak <b>$16.80</b></li><li class=active>Ash <b>$21.00</b></li></ul>"
    assert stored(several + PRICE.replace("$16.80", "$21.00")) == "21.00"


@pytest.mark.parametrize("label", ["12 months", "1 day", "10+", "Per month"])
def test_a_marked_choice_for_a_time_or_of_several_pieces_is_doubted(label: str) -> None:
    several = choices("class=active", "class=format").replace("Paperback", label).replace("$12.00", "$24.00")
    assert stored(several + PRICE) is None


def test_the_cheapest_of_three_sizes_may_be_marked() -> None:
    assert stored(choices("class=active", "class=format").replace("$12.00", "$24.00") + PRICE) == "16.80"


SIZES = "".join(f"<button>{pounds} lb <i>${price}</i></button>" for pounds, price in ((2, 31), (5, 72), (10, 131)))
ONE_POUND = "<button class=active>1 lb <i>$16.80</i></button>"


def test_of_four_sizes_the_dearest_may_cost_many_times_the_marked_one() -> None:
    assert stored(f"{PRICE}<div>{ONE_POUND}{SIZES}</div>") == "16.80"
    assert stored(f"{PRICE}<div>{ONE_POUND.replace(' class=active', '')}{SIZES}</div>") is None
    assert stored(f"<div>{ONE_POUND}{SIZES}</div>") is None
